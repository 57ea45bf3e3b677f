import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { newId } from '@estampa/kernel/ids';
import { type ServiceUnderTest, startService } from '@estampa/testing/start-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { artwork, demoIds, type Ids, product, profile, emit, fullProduct } from './announcements.ts';

let service: ServiceUnderTest;
let joao: Ids;
let maria: Ids;
const titles = new Map<string, string>();
beforeAll(async () => {
  service = await startService('storefront', { CDN_URL: 'https://cdn.example' });
  [joao, maria] = [demoIds(), demoIds()];
  const titled = (ids: Ids, title: string, change: object = {}) => {
    const id = newId();
    titles.set(id, title);
    return product({ ...ids, product: id }, { title, ...change });
  };
  await emit(service, [
    ...fullProduct(joao).slice(0, -1),
    ...fullProduct(maria).slice(0, -1),
    profile(joao, { storeName: 'Ateliê do João' }, 2),
    profile(maria, { storeName: 'Gravuras', displayName: 'María Araújo', avatarKey: 'public/m.webp' }, 2),
    artwork(joao, { tags: ['Reggae', 'São Luís'] }, 2),
    titled(joao, 'Onça-pintada'),
    titled(joao, 'Tucano no ninho'),
    titled(maria, 'ONÇA parda'),
    titled(maria, 'Onça escondida', { status: 'paused' }),
    titled(maria, 'Caneca 100% leite'),
  ]);
});
afterAll(() => service?.stop());

const request = async (text: string, page: { skip?: number; limit?: number } = {}) =>
  JSON.parse((await service.client(StorefrontServiceClient).getSearch({ text, page })).document!.json.toString());
const found = async (text: string) => {
  const { products, artists } = await request(text);
  const names: string[] = [
    ...products.map(({ id }: { id: string }) => titles.get(id)!),
    ...artists.map(({ name }: { name: string }) => name),
  ];
  return names.toSorted();
};

describe('a search', () => {
  it.each([
    ['onca', ['ONÇA parda', 'Onça-pintada']],
    ['ONÇA Parda', ['ONÇA parda']],
    ['pintada onça', ['Onça-pintada']],
    ['pint', ['Onça-pintada']],
    ['joão', ['Ateliê do João', 'Onça-pintada', 'Tucano no ninho']],
    ['ATELIE', ['Ateliê do João', 'Onça-pintada', 'Tucano no ninho']],
    ['araujo maria', ['Caneca 100% leite', 'María Araújo', 'ONÇA parda']],
    ['gravuras', ['Caneca 100% leite', 'María Araújo', 'ONÇA parda']],
    ['maria onca', ['ONÇA parda']],
    ['tucano atelie', ['Tucano no ninho']],
    ['reggae', ['Onça-pintada', 'Tucano no ninho']],
    ['sao luis tucano', ['Tucano no ninho']],
    ['joao parda', []],
    ['no', ['Tucano no ninho']],
    ['100', ['Caneca 100% leite']],
    ['camiseta tucano', ['Tucano no ninho']],
    ['camiseta dinossauro', []],
    ['%', []],
    ["';--", []],
  ])('for %j finds %j', async (text, expected) => {
    expect(await found(text)).toEqual(expected);
  });

  it.each([
    ['tucanno', ['Tucano no ninho']],
    ['tucamo', ['Tucano no ninho']],
    ['onsa pimtada', ['Onça-pintada']],
    ['caneka', ['Caneca 100% leite']],
    ['tucnao', ['Tucano no ninho']],
    ['gravura araujjo', ['Caneca 100% leite', 'María Araújo', 'ONÇA parda']],
  ])('forgives the slips in %j', async (text, expected) => {
    expect(await found(text)).toEqual(expected);
  });

  it.each([
    ['leão', []],
    ['nimbo', []],
    ['tucupi', []],
    ['onda', ['ONÇA parda', 'Onça-pintada']],
  ])('takes %j for no more than one slip', async (text, expected) => {
    expect(await found(text)).toEqual(expected);
  });

  it('returns cards of products and artists, the total of each, and the requested window of both', async () => {
    const { products, total, artists, artistsTotal, skip, limit } = await request('camiseta', { skip: 1, limit: 2 });

    expect([products.length, total, artists, artistsTotal, skip, limit]).toEqual([2, 4, [], 0, 1, 2]);
    expect(Object.keys(products[0])).toEqual([
      'id',
      'title',
      'slug',
      'productTypeName',
      'minPriceCents',
      'maxPriceCents',
      'thumbnailUrl',
      'storeSlug',
      'artistName',
      'likesCount',
      'isLiked',
      'createdAt',
    ]);
    expect((await request('maria')).artists).toEqual([
      {
        id: maria.seller,
        name: 'María Araújo',
        slug: `loja-${maria.seller}`.slice(0, 30),
        avatarUrl: 'https://cdn.example/public/m.webp',
        coverUrl: null,
        productCount: 2,
        designCount: 1,
      },
    ]);
  });

  it('ranks by likes', async () => {
    const { products } = await request('camiseta');
    const last = products.at(-1).id as string;
    const caller = { userId: newId(), roles: [], sellerProfileId: null, sessionId: null };
    const store = (
      await service.database.query('select seller_profile_id as id from store_product where id = $1', [last])
    ).rows[0].id;

    await service.client(StorefrontServiceClient, { caller }).toggleLike({ store, product: last });

    expect((await request('camiseta')).products[0]).toMatchObject({ id: last, likesCount: 1 });
  });

  it('returns every match once over its windows, and none after the last', async () => {
    const pages = await Promise.all([0, 1, 2, 3, 4].map((skip) => request('camiseta', { skip, limit: 1 })));

    const ids = pages.map(({ products }) => products.map(({ id }: { id: string }) => id)).flat();
    expect([new Set(ids).size, ids.length]).toEqual([4, 4]);
  });

  it.each([
    { skip: -1, limit: 20 },
    { skip: 0, limit: 0 },
    { skip: 0, limit: 101 },
  ])('is rejected the window %j', async (page) => {
    await expect(request('camiseta', page)).rejects.toMatchObject({ kind: 'invalid', reason: 'validation_failed' });
  });

  it('finds products by the current names of their artwork and store', async () => {
    const ids = demoIds();
    const counts = async (...texts: string[]) => {
      const totals: number[] = [];
      for (const text of texts) totals.push((await request(text)).total);
      return totals;
    };
    // Its store arrives last.
    await emit(service, [
      ...fullProduct(ids).slice(1),
      product(ids, { title: 'Boto' }, 2),
      profile(ids, { storeName: 'Curumim', displayName: 'Iara' }),
    ]);
    expect(await counts('curumim', 'iara', 'iara boto', 'maracatu')).toEqual([1, 1, 1, 0]);

    await emit(service, [profile(ids, { storeName: 'Curumim', displayName: 'Jaci' }, 2)]);
    await emit(service, [artwork(ids, { tags: ['Maracatu'] }, 2)]);

    expect(await counts('curumim', 'iara', 'jaci boto', 'maracatu')).toEqual([1, 0, 1, 1]);
  });

  it('leaves out stores that are not published', async () => {
    const ids = demoIds();
    await emit(service, [...fullProduct(ids), product(ids, { title: 'Jabuti' }, 2)]);
    expect((await request('jabuti')).total).toBe(1);

    await emit(service, [profile(ids, { storeStatus: 'unpublished', storeName: 'Jabuti' }, 2)]);

    expect(await request('jabuti')).toMatchObject({ total: 0, artistsTotal: 0 });
  });

  it('is never cached', async () => {
    const { document } = await service.client(StorefrontServiceClient).getSearch({ text: 'onca', page: undefined });

    expect([document!.names, document!.holes.length]).toEqual([[], 2]);
  });
});
