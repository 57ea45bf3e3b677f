import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { newId } from '@estampa/kernel/ids';
import { type ServiceUnderTest, startService } from '@estampa/testing/start-service';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Kind, MATCHES_MAX, productsText, SAMPLE_PRODUCTS } from '../src/db/search-texts.ts';
import { rowsRead } from './rows-read.ts';
import { artwork, demoIds, type Ids, product, profile, tell, wholeProduct } from './announcements.ts';

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
    artwork(joao, { title: 'Raízes', tags: ['Reggae', 'selva'] }, 2),
    artwork(maria, { title: 'Gato' }, 2),
    profile(joao, { storeName: 'Ateliê do João' }, 2),
    profile(maria, { storeName: 'Gravuras', displayName: 'María Araújo', avatarKey: 'public/m.webp' }, 2),
    titled(joao, 'Onça-pintada'),
    titled(joao, 'Tucano no ninho'),
    titled(maria, 'ONÇA parda'),
    titled(maria, 'Onça escondida', { status: 'paused' }),
    titled(maria, 'Caneca 100% leite'),
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
    ['joão', ['Ateliê do João', 'Onça-pintada', 'Tucano no ninho']],
    ['araujo maria', ['Caneca 100% leite', 'María Araújo', 'ONÇA parda']],
    ['onça maria', ['ONÇA parda']],
    ['Atelie TUCANO', ['Tucano no ninho']],
    ['gravuras joao', []],
    ['reggae', ['Onça-pintada', 'Tucano no ninho']],
    ['tucano réggae', ['Tucano no ninho']],
    ['reggae raizes joao', ['Onça-pintada', 'Tucano no ninho']],
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
    ['gravura araujjo', ['Caneca 100% leite', 'María Araújo', 'ONÇA parda']],
    ['onca jooao', ['Onça-pintada']],
  ])('forgives the slips in %j', async (text, expected) => {
    expect(await found(text)).toEqual(expected);
  });

  it.each([
    ['leão', []],
    ['nimbo', []],
    ['tucupi', []],
    ['pinça', []],
    ['onda', ['ONÇA parda', 'Onça-pintada']],
    ['canecão', ['Caneca 100% leite']],
  ])('takes %j for no more than one slip', async (text, expected) => {
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

  describe('of many products', () => {
    const MANY = 30_000;
    const COMMON = ['exact', 'praia', 'praia'] as const;
    beforeAll(async () => {
      // Every tenth says what is common; what people like most came neither first nor last.
      await service.database.query(
        `with made as (
           select gen_random_uuid() as id, n, timestamptz '2026-01-01' + n % 1000 * interval '1 minute' as created_at
           from generate_series(1, ${MANY}) as n
         ), shown as (
           insert into store_product (id, seller_profile_id, product_type_id, artwork_id, is_listed, is_archived, title,
             slug, product_type_name, thumbnail_key, search_text, created_at)
           select id, $1, gen_random_uuid(), gen_random_uuid(), true, false, 'praia ' || n, 'p-' || n, 'x', 'x',
             case when n % 10 = 0 then 'praia ' else '' end || md5(n::text), created_at from made
         )
         insert into product_count (id, seller_profile_id, is_listed, is_archived, created_at, likes_count)
         select id, $1, true, false, created_at, case when n = 17000 then 5000 when n % 10 = 0 then n % 7 else n % 3 end
         from made`,
        [joao.seller],
      );
      await service.database.query('vacuum analyze store_product, product_count');
    });

    it('ranks all that match, not the first that come', async () => {
      const { products, total } = await ask('praia', { limit: 100 });

      const likes = products.map(({ likesCount }: { likesCount: number }) => likesCount);
      expect([likes[0], likes[1], total]).toEqual([5000, 6, MATCHES_MAX]);
      expect(likes).toEqual(likes.toSorted((one: number, other: number) => other - one));
    });

    it('gives the same pages each time, every match once', async () => {
      const pages = () => Promise.all([0, 100, 200, 900].map((skip) => ask('praia', { skip, limit: 100 })));
      const idsOf = (all: Awaited<ReturnType<typeof pages>>): string[] =>
        all.flatMap(({ products }) => products.map(({ id }: { id: string }) => id));

      const [first, second] = [idsOf(await pages()), idsOf(await pages())];

      expect(second).toEqual(first);
      expect(new Set(first).size).toBe(400);
      expect((await ask('praia', { skip: MATCHES_MAX, limit: 1 })).products).toEqual([]);
    });

    function read([kind, pattern, term]: readonly [Kind, string, string]): Promise<Map<string, number>> {
      const values = ['20', '0', `'${pattern}'`, `'${term}'`];
      const asked = productsText(kind === 'alike' ? 'alike' : 'exact', [kind]);
      return rowsRead(
        service.database,
        values.reduce((sql, value, at) => sql.replaceAll(`$${at + 1}`, () => value), asked),
      );
    }

    it('finds what is common from the most popular downwards, and ends early', async () => {
      const rowsBy = await read(COMMON);

      expect(rowsBy.has('store_product_search')).toBe(false);
      expect(rowsBy.has('all of store_product')).toBe(false);
      // The sample, then on to the thousandth match: of every tenth product, and those with likes first.
      expect(rowsBy.get('product_count_all_popular')).toBeLessThan(SAMPLE_PRODUCTS + 12 * MATCHES_MAX);
    });

    it.each([
      ['short', String.raw`\mzq`, 'zq'],
      ['short', String.raw`\mz`, 'z'],
      ['exact', 'tucano', 'tucano'],
      ['alike', 'tucamo', 'tucamo'],
    ] as const)('finds what is rare, %s %s, in the index of pieces', async (...asked) => {
      const rowsBy = await read(asked);

      expect(rowsBy.has('store_product_search')).toBe(true);
      expect(rowsBy.has('all of store_product')).toBe(false);
      expect(rowsBy.get('product_count_all_popular')).toBe(SAMPLE_PRODUCTS);
    });
  });
});
