import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, CompleteProfileImageBody } from '@estampa/client';
import { type Api, type Json, upload } from '@estampa/stack/demo/api';
import { signUpCustomer } from '@estampa/stack/demo/people';
import { checkOut } from '@estampa/stack/demo/purchase';
import { showStoreImage } from '@estampa/stack/demo/studio';
import sharp from 'sharp';
import { describeBorneFee } from './borne-fee.ts';
import { startMarketplace, startSharedMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { openShop, PASSWORD, plainPng, type Shop } from './shop.ts';

const BOOT_DEADLINE_MS = 180_000;
const MOVED_TO = 'https://pictures.example/estampa';

let marketplace: TestMarketplace;
/** The same data, served by processes that know another address for images, and where artists bear the provider's fee. */
let moved: TestMarketplace;
let shop: Shop;
let order: { id: string };

beforeAll(async () => {
  marketplace = await startSharedMarketplace();
  shop = await openShop(marketplace.gatewayUrl, STORE_SLUG);
  await showStoreImage(shop.seller, 'avatar', await plainPng(600, 600, '#202020'));
  await showStoreImage(shop.seller, 'banner', await plainPng(600, 300, '#c0c0c0'));
  order = await checkOut(shop.customer, [{ ...shop.line, quantity: 1 }]);
  const only = ['storefront', 'orders-payments', 'gateway'] as const;
  const artistsBear = {
    PROVIDER_FEE_BEARER: 'artist',
    ASAAS_BASE_URL: `${marketplace.sandboxUrl}/asaas/v3`,
    CHECKOUT_RETURN_URL: `${marketplace.gatewayUrl}/sandbox/return`,
  };
  const environment = { all: { CDN_URL: MOVED_TO }, 'orders-payments': artistsBear };
  moved = await startMarketplace({ replicasOf: marketplace, only, environment });
}, BOOT_DEADLINE_MS);

afterAll(async () => {
  await moved?.stop();
  await marketplace?.stop();
}, BOOT_DEADLINE_MS);

type Page = [what: string, as: 'api' | 'admin' | 'seller' | 'customer', images: number, read: Read];
type Read = (client: Client, shop: Shop) => Promise<unknown>;

const STORE_SLUG = 'image-addresses';
const THE_STORE = { store_slug: STORE_SLUG };
const pages: Page[] = [
  ['a store', 'api', 2, (client) => client.getStore(THE_STORE)],
  ['its products', 'api', 1, (client) => client.listStoreProducts(THE_STORE)],
  [
    // One render for each of three SKUs, the artwork, and the store’s avatar.
    'one of them',
    'api',
    5,
    (client, { product }) => client.getStoreProduct({ ...THE_STORE, product_slug: product.id }),
  ],
  ['a profile', 'seller', 2, (client) => client.getSellerProfile()],
  ['own artworks', 'seller', 1, (client) => client.listOwnArtworks()],
  ['an artwork', 'seller', 1, (client, { artwork }) => client.getArtwork({ artworkId: artwork.id })],
  ['own products', 'seller', 1, (client) => client.listOwnSellerProducts()],
  ['an own product', 'seller', 1, (client, { product }) => client.getSellerProduct({ id: product.id })],
  // Four layers of the one template.
  [
    'the catalog',
    'seller',
    4,
    async (client, { productType }) =>
      (await client.getSellerCatalog()).productTypes.filter(({ id }) => id === productType.id),
  ],
  ['templates of a type', 'admin', 4, (client, { productType }) => client.listTemplates({ id: productType.id })],
  ['a template', 'admin', 4, (client, { template }) => client.getTemplate({ id: template.id })],
  ['own orders', 'customer', 1, (client) => client.listOwnOrders()],
  [
    'all orders',
    'admin',
    1,
    async (client) => (await client.listOrders({ limit: 100 })).orders.filter(({ id }) => id === order.id),
  ],
];

it.each(pages)('%s shows its images where they are now', async (_what, as, images, read) => {
  const { client } = shop[as];

  const before = JSON.stringify(await read(client, shop));
  const after = JSON.stringify(await read(client.at(moved.gatewayUrl), shop));

  const cdnUrl = `${marketplace.gatewayUrl}/cdn`;
  expect(before.split(`"${cdnUrl}/public/`)).toHaveLength(images + 1);
  expect(after).toBe(before.replaceAll(cdnUrl, MOVED_TO));
});

it('returns a completed template image with its present address', async () => {
  const { admin, template } = shop;
  const bytes = await plainPng(600, 800, '#404040');
  const declared = { kind: 'shadow', contentType: 'image/png', sizeBytes: bytes.byteLength } as const;
  const presigned = await admin.client.presignTemplateImage({ id: template.id, body: declared });
  await upload(presigned, bytes);

  const complete = { kind: 'shadow', key: presigned.key } as const;
  const completed = await admin.at(moved.gatewayUrl).client.completeTemplateImage({ id: template.id, body: complete });

  expect(completed).toMatchObject({ key: presigned.key, cdnUrl: expect.stringContaining(`${MOVED_TO}/public/`) });
  expect((await admin.client.getTemplate({ id: template.id })).images.shadowUrl).toBe(
    completed.cdnUrl.replace(MOVED_TO, `${marketplace.gatewayUrl}/cdn`),
  );
});

describe('the images of a store', () => {
  const storePage = () => shop.api.client.getStore({ store_slug: shop.storeSlug });
  const presign = (by: Api, more: object = {}): Promise<Json> =>
    by.client.presignProfileImage({ body: { type: 'avatar', contentType: 'image/png', sizeBytes: 9, ...more } });
  const complete = async (by: Api, body: CompleteProfileImageBody): Promise<[number, string | undefined]> => {
    const response = await by.client.exchange('completeProfileImage', { body });
    return [response.status, response.problem?.code];
  };

  it('are shown on its page at once, replaced and taken off', async () => {
    const before = await storePage();
    const profile = await showStoreImage(shop.seller, 'avatar', await plainPng(50, 90, '#3050c0'));
    const after = await storePage();

    expect(profile).toMatchObject({
      avatarUrl: after.avatarUrl,
      bannerUrl: before.bannerUrl,
      storeSlug: shop.storeSlug,
    });
    expect(after).toEqual({ ...before, avatarUrl: profile.avatarUrl });
    expect(after.avatarUrl).not.toBe(before.avatarUrl);
    const shown = await fetch(after.avatarUrl!);
    expect(shown.headers.get('content-type')).toBe('image/webp');
    expect(await sharp(await shown.arrayBuffer()).metadata()).toMatchObject({ width: 512, height: 512 });

    const takeOff = async () => (await shop.seller.client.exchange('deleteProfileImage', { type: 'avatar' })).status;
    expect([await takeOff(), await takeOff()]).toEqual([204, 204]);
    expect(await storePage()).toEqual({ ...before, avatarUrl: null });
    expect((await shop.seller.send('DELETE', '/profiles/seller/me/image/cover')).status).toBe(404);
  });

  it('are those of uploads that were presigned for this seller and type, and arrived', async () => {
    const bytes = await plainPng(20, 20, '#ffffff');
    const presigned = await presign(shop.seller, { sizeBytes: bytes.byteLength });
    expect(presigned).toEqual({
      uploadUrl: expect.stringMatching(/^http/),
      key: expect.stringContaining('/avatar/'),
      type: 'avatar',
      headers: { 'Content-Type': 'image/png' },
    });
    const { key } = presigned;

    expect(await complete(shop.seller, { type: 'avatar', key })).toEqual([400, 'file_not_found']);
    await upload(presigned, bytes);
    expect(await complete(shop.seller, { type: 'banner', key })).toEqual([400, 'unknown_reference']);
    expect(await complete(shop.seller, { type: 'avatar', key: `${key}x` })).toEqual([400, 'unknown_reference']);
    expect(await complete(shop.seller, { type: 'avatar', key })).toEqual([200, undefined]);
    expect(await complete(shop.seller, { type: 'avatar', key })).toEqual([200, undefined]);
    const other = await signUpCustomer(shop.api, {
      email: 'other@image-addresses.example',
      password: PASSWORD,
      name: 'Other',
    });
    expect(await complete(other, { type: 'avatar', key })).toEqual([404, 'not_found']);
    await other.client.createSellerProfile();
    expect(await complete(other, { type: 'avatar', key })).toEqual([400, 'unknown_reference']);
  });

  it.each<[string, object, string[]]>([
    ['over 10 MB', { sizeBytes: 10 * 1024 * 1024 + 1 }, ['sizeBytes']],
    ['nothing', { sizeBytes: 0 }, ['sizeBytes']],
    ['of another type', { contentType: 'image/gif' }, ['contentType']],
    [
      'all wrong',
      { type: 'cover', contentType: 'image/svg+xml', sizeBytes: 1.5 },
      ['contentType', 'sizeBytes', 'type'],
    ],
  ])('%s cannot be uploaded', async (_what, wrong, paths) => {
    const body = { type: 'avatar', contentType: 'image/png', sizeBytes: 9, ...wrong };
    const response = await shop.seller.send('POST', '/profiles/seller/me/upload-url', body);
    const { errors } = (await response.json()) as { errors: { path: string }[] };

    expect([response.status, errors.map(({ path }) => path).toSorted()]).toEqual([400, paths]);
  });
});

// Last: the customer has one order more.
describeBorneFee(() => ({ shop, artistsBear: moved }));
