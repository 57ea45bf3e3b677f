import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { checkOut } from '@estampa/stack/demo/purchase';
import { startMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { openShop, type Shop, STORE_SLUG } from './shop.ts';

const BOOT_DEADLINE_MS = 180_000;
const MOVED_TO = 'https://pictures.example/estampa';

let marketplace: TestMarketplace;
/** The same data, served by processes that know another address for pictures. */
let moved: TestMarketplace;
let shop: Shop;

beforeAll(async () => {
  marketplace = await startMarketplace();
  shop = await openShop(marketplace.gatewayUrl);
  await checkOut(shop.customer, [{ ...shop.line, quantity: 1 }]);
  moved = await startMarketplace({ replicasOf: marketplace, environment: { all: { CDN_URL: MOVED_TO } } });
}, BOOT_DEADLINE_MS);

afterAll(async () => {
  await moved?.stop();
  await marketplace?.stop();
}, BOOT_DEADLINE_MS);

const pages: [path: string, as: 'admin' | 'seller' | 'customer' | null, pictures: number][] = [
  [`/stores/${STORE_SLUG}`, null, 0],
  [`/stores/${STORE_SLUG}/products`, null, 1],
  // One render for each of three SKUs, and the artwork.
  [`/stores/${STORE_SLUG}/products/{product}`, null, 4],
  ['/profiles/seller/me', 'seller', 0],
  ['/artworks/me', 'seller', 1],
  ['/artworks/{artwork}', 'seller', 1],
  ['/seller-products/me', 'seller', 1],
  ['/seller-products/me/{product}', 'seller', 1],
  // Four layers of the one template.
  ['/catalog/seller', 'seller', 4],
  ['/products/types/{productType}/templates', 'admin', 4],
  ['/products/templates/{template}', 'admin', 4],
  ['/orders/me', 'customer', 1],
  ['/orders', 'admin', 1],
];

it.each(pages)('%s shows its pictures where they are now', async (pattern, as, pictures) => {
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_all, name: 'product') => shop[name].id);
  const here = as ? shop[as] : shop.api;

  const before = JSON.stringify(await here.get(path));
  const after = JSON.stringify(await here.at(moved.gatewayUrl).get(path));

  const cdnUrl = `${marketplace.gatewayUrl}/cdn`;
  expect(before.split(`"${cdnUrl}/public/`)).toHaveLength(pictures + 1);
  expect(after).toBe(before.replaceAll(cdnUrl, MOVED_TO));
});

it('answers a completed template image with its present address', async () => {
  const { admin, template } = shop;
  const { images } = await admin.get(`/products/templates/${template.id}`);
  const key = new URL(images.baseUrl).pathname.replace('/cdn/', '');

  const answer = await admin.at(moved.gatewayUrl).post(`/products/templates/${template.id}/images/complete`, {
    kind: 'base',
    key,
  });

  expect(answer).toMatchObject({ key, cdnUrl: `${MOVED_TO}/${key}` });
});
