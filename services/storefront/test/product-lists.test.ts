import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListStoreProductsRequest, StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { newId } from '@estampa/kernel/ids';
import type { ServiceUnderTest } from '@estampa/testing/start-service';
import { expectPageRule } from '@estampa/testing/page-rule';
import { NEWEST_CHECKED, RELATED_COLUMNS } from '../src/db/related-products.ts';
import { day, demoIds, type Ids, product, productType, profile, emit, fullProduct } from './announcements.ts';
import { startStorefront } from './storefront.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startStorefront();
});
afterAll(() => service?.stop());

const listPage = async (store: string, request: Partial<ListStoreProductsRequest> = {}) => {
  const { document } = await service
    .client(StorefrontServiceClient)
    .listStoreProducts({ store, sort: '', page: undefined, ...request });
  return JSON.parse(document!.json.toString());
};
const titles = (cards: { title: string }[]) => cards.map(({ title }) => title);
const relatedTo = async (ids: Ids) => {
  const { document } = await service
    .client(StorefrontServiceClient)
    .getStoreProduct({ store: ids.seller, product: ids.product });
  return JSON.parse(document!.json.toString()).relatedProducts;
};

/** Another product of the same seller, type and artwork. */
const sibling = (ids: Ids, change: { title: string; priceCents?: number; createdAt?: Date; status?: string }) => {
  const { priceCents = 5000, ...rest } = change;
  const variants = [{ id: ids.medium, productVariantId: ids.medium, priceCents, isActive: true }];
  return product({ ...ids, product: newId() }, { variants, ...rest });
};

describe("a store's products", () => {
  const ids = demoIds();
  const mug = { ...ids, type: newId(), product: newId() };
  beforeAll(async () => {
    await emit(service, [
      ...fullProduct(ids),
      sibling(ids, { title: 'Arara azul', priceCents: 3000, createdAt: day(2) }),
      sibling(ids, { title: 'Ipê amarelo', priceCents: 9000, createdAt: day(3) }),
      sibling(ids, { title: '100% algodão', priceCents: 3000, createdAt: day(4) }),
      sibling(ids, { title: 'Rascunho', status: 'draft' }),
      productType(mug, {
        productType: { id: mug.type, slug: 'caneca', name: 'Caneca', isActive: true, createdAt: day(1) },
      }),
      product(mug, { title: 'Caneca da onça', createdAt: day(5) }),
    ]);
    await service.database.query(
      "update product_count set likes_count = 9 where id in (select id from store_product where title = 'Arara azul')",
    );
  });

  it('are cards, newest first, those on sale only', async () => {
    const { products, ...rest } = await listPage(ids.seller);

    expect(rest).toEqual({ total: 5, skip: 0, limit: 20, nextCursor: null });
    expect(titles(products)).toEqual([
      'Caneca da onça',
      '100% algodão',
      'Ipê amarelo',
      'Arara azul',
      'Camiseta da onça',
    ]);
    expect(products[4]).toEqual({
      id: ids.product,
      title: 'Camiseta da onça',
      slug: `onca-${ids.product}`,
      productTypeName: 'Camiseta',
      minPriceCents: 7990,
      maxPriceCents: 8990,
      thumbnailUrl: `https://cdn.example/public/${ids.artwork}/frente.webp?v=1`,
      thumbnailSizes: [],
      storeSlug: `loja-${ids.seller}`.slice(0, 30),
      artistName: 'Loja Demo',
      likesCount: 0,
      isLiked: null,
      createdAt: day(1).toISOString(),
    });
  });

  it.each([
    ['price_asc', ['100% algodão', 'Arara azul', 'Caneca da onça', 'Camiseta da onça', 'Ipê amarelo']],
    ['price_desc', ['Ipê amarelo', 'Caneca da onça', 'Camiseta da onça', '100% algodão', 'Arara azul']],
    ['popular', ['Arara azul', 'Caneca da onça', '100% algodão', 'Ipê amarelo', 'Camiseta da onça']],
  ])('are sorted by %s, the newer first of equals', async (sort, expected) => {
    expect(titles((await listPage(ids.seller, { sort })).products)).toEqual(expected);
  });

  it.each([
    ['ONCA', ['Caneca da onça', 'Camiseta da onça']],
    ['camiseta amarelo', ['Ipê amarelo']],
    ['0%', ['100% algodão']],
    ['%', ['100% algodão']],
    ['_', []],
    ["'; drop table store; --", []],
    ['?', []],
    ['\\', []],
    ['onca\u0000caneca', ['Caneca da onça']],
    ['  ', ['Caneca da onça', '100% algodão', 'Ipê amarelo', 'Arara azul', 'Camiseta da onça']],
  ])('are found by %s', async (search, expected) => {
    const { products, total } = await listPage(ids.seller, { search });

    expect(titles(products)).toEqual(expected);
    expect(total).toBe(expected.length);
  });

  it('are filtered by product type', async () => {
    expect(titles((await listPage(ids.seller, { productTypeSlug: 'caneca' })).products)).toEqual(['Caneca da onça']);
    for (const productTypeSlug of ['no-such-type', 'a\u0000b'])
      expect(await listPage(ids.seller, { productTypeSlug })).toMatchObject({ products: [], total: 0 });
  });

  it('are paginated', async () => {
    const seen: string[] = [];
    for (let skip = 0; skip < 6; skip += 2) {
      const list = await listPage(ids.seller, { page: { skip, limit: 2 } });
      expect(list).toMatchObject({ total: 5, skip, limit: 2 });
      seen.push(...titles(list.products));
    }

    expect(seen).toEqual(titles((await listPage(ids.seller)).products));
    expect(await listPage(ids.seller, { page: { skip: 99, limit: 100 } })).toMatchObject({ products: [], total: 5 });
    await expectPageRule((page) => listPage(ids.seller, { page }));
  });

  it.each(['newest', 'price_asc', 'price_desc', 'popular'])(
    'go on after a cursor as by pages, by %s, those without a price among them',
    async (sort) => {
      await service.database.query("update store_product set min_price_cents = null where title like 'Ip_ amarelo'");
      for (const filter of [{ search: '' }, { search: 'a' }, { productTypeSlug: 'camiseta' }]) {
        const list = (page: object) => listPage(ids.seller, { sort, ...filter, page });
        const { products, total } = await list({ limit: 100 });
        for (const limit of [1, 2]) {
          const seen: unknown[] = [];
          for (let cursor: string | null = ''; cursor !== null;) {
            const page = await list({ limit, cursor });
            expect(page.total).toBe(total);
            seen.push(...page.products);
            cursor = page.nextCursor;
          }
          expect(seen).toEqual(products);
        }
      }
      const { nextCursor } = await listPage(ids.seller, { sort, page: { limit: 1 } });
      for (const other of [{ sort, search: 'a' }, { sort: sort === 'newest' ? 'popular' : 'newest' }])
        await expect(listPage(ids.seller, { ...other, page: { cursor: nextCursor } })).rejects.toMatchObject({
          details: { fields: [{ path: 'cursor' }] },
        });
    },
  );

  it('are rejected with an unknown order', async () => {
    await expect(listPage(ids.seller, { sort: 'constructor' })).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('are not found in an unknown store', async () => {
    await expect(listPage('no-such-store')).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('related products', () => {
  it('are at most twelve in each list, newest first, never the product itself', async () => {
    const [ids, other] = [demoIds(), demoIds()];
    const rival = { ...other, type: ids.type, medium: ids.medium, large: ids.large };
    const numbers = Array.from({ length: 13 }, (_, index) => index + 1);
    await emit(service, [
      ...fullProduct(ids),
      ...fullProduct(rival).filter(({ key }) => !key.startsWith('product_type:')),
      ...numbers.map((number) => sibling(ids, { title: `irmã ${number}`, createdAt: day(number + 1) })),
      ...numbers.map((number) => sibling(rival, { title: `rival ${number}`, createdAt: day(number + 1) })),
    ]);

    const { sameArtwork, sameArtist, recommended } = await relatedTo(ids);

    const newestTwelve = (name: string) => Array.from({ length: 12 }, (_, index) => `${name} ${13 - index}`);
    expect(titles(sameArtwork)).toEqual(newestTwelve('irmã'));
    expect(titles(sameArtist)).toEqual(newestTwelve('irmã'));
    expect(titles(recommended)).toEqual(newestTwelve('rival'));
  });

  it('leave out stores that are unpublished and products that are not on sale', async () => {
    const [ids, hidden] = [demoIds(), demoIds()];
    const rival = { ...hidden, type: ids.type, medium: ids.medium, large: ids.large };
    await emit(service, [
      ...fullProduct(ids),
      ...fullProduct(rival).filter(({ key }) => !key.startsWith('product_type:')),
      profile(rival, { storeStatus: 'unpublished' }, 2),
      sibling(ids, { title: 'Pausada', status: 'paused' }),
    ]);
    expect(await relatedTo(ids)).toEqual({ sameArtwork: [], sameArtist: [], recommended: [] });

    await emit(service, [profile(rival, {}, 3)]);
    expect(await relatedTo(ids)).toMatchObject({ recommended: [{ id: rival.product, artistName: 'Loja Demo' }] });
  });

  it('are found without scanning thousands of products of the same seller', async () => {
    const [ids, other] = [demoIds(), demoIds()];
    const rival = { ...other, type: ids.type, medium: ids.medium, large: ids.large };
    await emit(service, [
      ...fullProduct(ids),
      ...fullProduct(rival).filter(({ key }) => !key.startsWith('product_type:')),
    ]);
    await service.database.query(
      `insert into store_product (id, seller_profile_id, product_type_id, artwork_id, is_listed, is_archived, slug, title,
         thumbnail_key, product_type_name, created_at)
       select gen_random_uuid(), $1, $2, gen_random_uuid(), true, false, 'x', 'x', 'x', 'x', now() from generate_series(1, 3000)`,
      [ids.seller, ids.type],
    );
    await service.database.query('vacuum analyze store_product');

    expect((await relatedTo(ids)).recommended.map(({ id }: { id: string }) => id)).toEqual([rival.product]);
    const { rows } = await service.database.query(
      `explain (analyze, format json) select ${RELATED_COLUMNS} from store_product page where page.id = '${ids.product}'`,
    );
    // On small tables PostgreSQL may prefer a full scan; what counts is how many entries of the type's index are read.
    const read = [
      ...JSON.stringify(rows).matchAll(
        /"Index Name":"store_product_(?:recommended|type_of_seller)".*?"Actual Rows":(\d+)/g,
      ),
    ].map(([, count]) => Number(count));
    expect(read.length).toBeGreaterThan(1);
    expect(Math.max(...read)).toBeLessThanOrEqual(NEWEST_CHECKED);
  });
});
