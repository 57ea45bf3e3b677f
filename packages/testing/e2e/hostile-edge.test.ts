import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../src/eventually.ts';
import { startSharedMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { draftOf, openShop, type Shop } from './shop.ts';

const BOOT_DEADLINE_MS = 120_000;
const SOME_ID = '01900000-0000-7000-8000-000000000000';

let marketplace: TestMarketplace;
let shop: Shop;

beforeAll(async () => {
  marketplace = await startSharedMarketplace();
  shop = await openShop(marketplace.gatewayUrl, 'hostile-edge');
}, BOOT_DEADLINE_MS);

afterAll(() => marketplace?.stop(), BOOT_DEADLINE_MS);

describe('an extreme request', () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_one, at) => [`unknown-${at}`, ['v']]));
  const variants = (count: number) =>
    Array.from({ length: count }, (_one, at) => ({
      productVariantId: shop.productType.variants[at % shop.productType.variants.length]!.id,
      priceCents: 8_990,
      allowedOptions: many(200),
    }));
  const product = (list: object[]) => ({
    productTypeId: shop.productType.id,
    artworkId: shop.artwork.id,
    title: 'T',
    variants: list,
  });

  it.each([
    [
      '1,500 unknown options',
      () => ['POST', '/seller-products/me', product([{ ...variants(1)[0], allowedOptions: many(1_500) }])],
    ],
    [
      '200 unknown options of every variant',
      () => ['POST', '/seller-products/me', product(variants(shop.productType.variants.length))],
    ],
    [
      'a variant 700 times',
      () => ['POST', '/seller-products/me', product(Array(700).fill({ ...variants(1)[0], allowedOptions: {} }))],
    ],
    ['a slug with NUL', () => ['GET', '/stores/a%00b', undefined, 404]],
    ['a product with NUL', () => ['GET', `/stores/${shop.storeSlug}/products/a%00b`, undefined, 404]],
    ['a search of half a character', () => ['GET', `/stores/${shop.storeSlug}/products?search=%ff`, undefined, 200]],
    ['a template with NUL', () => ['GET', '/products/templates/a%00b', undefined, 404]],
    ['the far future', () => ['GET', '/orders?created_to=9999-12-31', undefined]],
    ['the year 0', () => ['GET', '/orders?created_from=0000-01-01', undefined]],
    ['the last page', () => ['GET', '/orders?skip=2147483647', undefined, 200]],
    [
      'an address with NUL',
      () => ['POST', '/waitlist', { email: 'n@example.com', name: 'N', portfolioUrl: 'https://example.com/\u0000' }],
    ],
    [
      'an order of a product that does not exist',
      () => [
        'POST',
        '/orders',
        { shipping: {}, items: [{ sellerProductId: SOME_ID, variantId: SOME_ID, quantity: 1 }] },
      ],
    ],
  ] as readonly [string, () => [string, string, object | undefined, number?]][])(
    'is rejected: %s',
    async (_name, request) => {
      const [method, path, body, status = 400] = request();
      const everything = path.startsWith('/seller-products') ? shop.seller : shop.admin;

      expect((await everything.send(method, path, body)).status).toBe(status);
    },
  );

  it('leaves calls under way on the same service alone', async () => {
    const { seller, productType, artwork } = shop;
    const draft = await draftOf(seller, productType, artwork, 'under-way');
    const lock = await marketplace.service('catalog').database.connect();
    await lock.query('begin');
    await lock.query('select 1 from seller_product where id = $1 for update', [draft.id]);

    const underWay = Array.from({ length: 5 }, (_one, at) =>
      seller.send('PATCH', `/seller-products/me/${draft.id}`, { title: `T${at}` }),
    );
    await eventually(async () => {
      const { rows } = await marketplace
        .service('catalog')
        .database.query<{ waiting: number }>(
          `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
      return (rows[0]?.waiting ?? 0) > 0;
    });
    const rejected = await Promise.all(
      Array.from({ length: 5 }, () =>
        seller.send('POST', '/seller-products/me', product(variants(productType.variants.length))),
      ),
    );
    await lock.query('rollback');
    lock.release();

    expect(rejected.map(({ status }) => status)).toEqual(rejected.map(() => 400));
    expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual(underWay.map(() => 200));
  });
});
