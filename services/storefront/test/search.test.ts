import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { newId } from '@estampa/kernel/ids';
import { type ServiceUnderTest, startService } from '@estampa/testing/start-service';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MATCHES_MAX, productsText } from '../src/db/search.ts';
import { demoIds, type Ids, product, profile, tell, wholeProduct } from './announcements.ts';

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
  await tell(service, [
    ...wholeProduct(joao).slice(0, -1),
    ...wholeProduct(maria).slice(0, -1),
    profile(joao, { storeName: 'Ateliê do João' }, 2),
    profile(maria, { storeName: 'Gravuras', displayName: 'María Araújo', avatarKey: 'public/m.webp' }, 2),
    titled(joao, 'Onça-pintada'),
    titled(joao, 'Tucano no ninho'),
    titled(maria, 'ONÇA parda'),
    titled(maria, 'Onça escondida', { status: 'paused' }),
    titled(maria, 'Caneca 100% algodão'),
  ]);
});
afterAll(() => service?.stop());

const ask = async (text: string, page: { skip?: number; limit?: number } = {}) =>
  JSON.parse((await service.client(StorefrontServiceClient).getSearch({ text, page })).document!.json.toString());
const found = async (text: string) => {
  const { products, artists } = await ask(text);
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
    ['joão', ['Ateliê do João']],
    ['ATELIE', ['Ateliê do João']],
    ['araujo maria', ['María Araújo']],
    ['gravuras', ['María Araújo']],
    ['no', ['Tucano no ninho']],
    ['100', ['Caneca 100% algodão']],
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
    ['caneka', ['Caneca 100% algodão']],
    ['gravura araujjo', ['María Araújo']],
  ])('forgives the slips in %j', async (text, expected) => {
    expect(await found(text)).toEqual(expected);
  });

  it('answers cards of products and artists, all of each counted, a window of both given', async () => {
    const { products, total, artists, artistsTotal, skip, limit } = await ask('camiseta', { skip: 1, limit: 2 });

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
    expect((await ask('maria')).artists).toEqual([
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

  it('ranks by what people like', async () => {
    const { products } = await ask('camiseta');
    const last = products.at(-1).id as string;
    const caller = { userId: newId(), roles: [], sellerProfileId: null, sessionId: null };
    const store = (
      await service.database.query('select seller_profile_id as id from store_product where id = $1', [last])
    ).rows[0].id;

    await service.client(StorefrontServiceClient, { caller }).toggleLike({ store, product: last });

    expect((await ask('camiseta')).products[0]).toMatchObject({ id: last, likesCount: 1 });
  });

  it('gives every match once over its windows, and none after the last', async () => {
    const pages = await Promise.all([0, 1, 2, 3, 4].map((skip) => ask('camiseta', { skip, limit: 1 })));

    const ids = pages.map(({ products }) => products.map(({ id }: { id: string }) => id)).flat();
    expect([new Set(ids).size, ids.length]).toEqual([4, 4]);
  });

  it.each([
    { skip: -1, limit: 20 },
    { skip: 0, limit: 0 },
    { skip: 0, limit: 101 },
  ])('is refused the window %j', async (page) => {
    await expect(ask('camiseta', page)).rejects.toMatchObject({ kind: 'invalid', reason: 'validation_failed' });
  });

  it('leaves stores out that are not published', async () => {
    const ids = demoIds();
    await tell(service, [...wholeProduct(ids), product(ids, { title: 'Jabuti' }, 2)]);
    expect((await ask('jabuti')).total).toBe(1);

    await tell(service, [profile(ids, { storeStatus: 'unpublished', storeName: 'Jabuti' }, 2)]);

    expect(await ask('jabuti')).toMatchObject({ total: 0, artistsTotal: 0 });
  });

  it('is kept by nobody', async () => {
    const { document } = await service.client(StorefrontServiceClient).getSearch({ text: 'onca', page: undefined });

    expect([document!.names, document!.holes.length]).toEqual([[], 2]);
  });

  it('looks into an index, whether for what is spelt so or alike', async () => {
    await service.database.query(`
      insert into store_product (id, seller_profile_id, product_type_id, artwork_id, is_listed, is_archived, title,
        search_text, created_at)
      select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), true, false, 'x',
        md5(n::text) || ' ' || md5((n * 7)::text), now() from generate_series(1, 10000) as n`);
    await service.database.query('vacuum analyze store_product');
    const planFor = async (condition: string) => {
      const { rows } = await service.database.query(
        `explain select p.id from store_product p where p.is_listed and ${condition} limit ${MATCHES_MAX}`,
      );
      return JSON.stringify(rows);
    };

    for (const [kind, pattern, term] of [
      ['short', String.raw`\mzq`, 'zq'],
      ['short', String.raw`\mz`, 'z'],
      ['exact', 'tucano', 'tucano'],
    ] as const) {
      const values = ['20', '0', `'${pattern}'`, `'${term}'`];
      const asked = values.reduce(
        (sql, value, at) => sql.replaceAll(`$${at + 1}`, () => value),
        productsText('exact', [kind]),
      );
      const { rows } = await service.database.query(`explain ${asked}`);
      expect(JSON.stringify(rows)).toContain('Bitmap Index Scan on store_product_search');
    }
    for (const condition of [`p.search_text ~ 'tucano'`, `(p.search_text ~ 'tucamo' or p.search_text %> 'tucamo')`])
      expect(await planFor(condition)).toContain('Bitmap Index Scan on store_product_search');
  });
});
