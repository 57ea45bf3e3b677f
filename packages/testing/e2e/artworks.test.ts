import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PictureType, SellerProductStatus } from '@estampa/client';
import { type Api, upload } from '@estampa/stack/demo/api';
import sharp from 'sharp';
import { eventually } from '../src/eventually.ts';
import { startSharedMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { rejection } from './responses.ts';
import { openShop, plainPng, type Shop } from './shop.ts';

const BOOT_DEADLINE_MS = 180_000;

let marketplace: TestMarketplace;
let shop: Shop;
beforeAll(async () => {
  marketplace = await startSharedMarketplace();
  shop = await openShop(marketplace.gatewayUrl, 'artworks');
}, BOOT_DEADLINE_MS);
afterAll(() => marketplace?.stop(), BOOT_DEADLINE_MS);

const productPage = () =>
  shop.api.client.getStoreProduct({ store_slug: shop.storeSlug, product_slug: shop.product.slug! });

it('an artwork is changed, and its slug is taken from then on', async () => {
  const { seller, artwork } = shop;
  const check = (slug: string) => seller.client.checkArtworkSlug({ slug });
  expect(await check('red-square')).toEqual({ slug: 'red-square', available: true });

  const wanted = { title: 'Red square', slug: 'red-square', description: 'Nothing else', tags: ['red'] };
  const changed = await seller.client.updateArtwork({ artworkId: artwork.id, body: wanted });
  const cleared = await shop.admin.client.updateArtwork({ artworkId: artwork.id, body: { description: null } });

  expect(changed).toEqual({ ...artwork, ...wanted, updatedAt: changed.updatedAt });
  expect(cleared).toMatchObject({ ...wanted, description: null });
  expect(await check('Red-Square')).toEqual({ slug: 'red-square', available: false });
});

it('an artwork is placed, rendered where it was placed, and shown there', async () => {
  const { seller, artwork, template } = shop;
  const place = { x: 160, y: 210, scale: 0.9, rotation: 540 };
  const put = await seller.client.exchange('putPlacement', {
    artworkId: artwork.id,
    templateId: template.id,
    body: place,
  });
  const placement = put.response;
  expect([put.status, placement]).toMatchObject([200, { ...place, rotation: 180, artworkId: artwork.id }]);
  expect(await seller.client.listPlacements({ artworkId: artwork.id })).toEqual({
    placements: [placement],
    total: 1,
    skip: 0,
    limit: 20,
  });

  const made = await seller.client.exchange('createRender', {
    artworkId: artwork.id,
    body: { templateId: template.id },
  });
  const render = made.response!;

  expect([made.status, render]).toMatchObject([201, { status: 'rendered', artworkVersion: 1 }]);
  expect(render.placement).toMatchObject({ ...place, rotation: 180 });
  const { renders, total } = await seller.client.listRenders({ artworkId: artwork.id });
  expect([renders, total]).toEqual([[render], 1]);
  expect(JSON.stringify(await productPage())).toContain(render.url);
  const image = Buffer.from(await (await fetch(render.url!)).arrayBuffer());
  expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: 600, height: 800 });
});

it('a batch lists the renders that were made and those that failed', async () => {
  const { seller, artwork, template } = shop;
  const outside = { templateId: template.id, x: -900, y: 0, scale: 1 };

  const { renders, failed } = await seller.client.createRenders({
    artworkId: artwork.id,
    body: {
      templateIds: [template.id, 'no-such-template'],
    },
  });
  const rejected = await seller.client.createRenders({ artworkId: artwork.id, body: { renders: [outside] } });

  expect(renders).toMatchObject([{ templateId: template.id, status: 'rendered' }]);
  expect(failed).toMatchObject([{ templateId: 'no-such-template', code: 'unknown_reference' }]);
  expect(rejected).toMatchObject({ renders: [], failed: [{ templateId: template.id, code: 'does_not_fit' }] });
});

it('anybody sees an artwork with what it can be bought on, as it is now', async () => {
  const { api, seller, customer, artwork, product } = shop;
  const { products, ...shown } = await api.client.getPublicArtwork({ id: artwork.id });

  const own = await seller.client.getArtwork({ artworkId: artwork.id });
  const hidden = { sizeBytes: undefined, contentHash: undefined, status: undefined, duplicateOf: undefined };
  expect({ ...shown, ...hidden }).toEqual({ ...own, ...hidden, artistName: 'Test Store', storeSlug: shop.storeSlug });
  expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(Object.keys(hidden)));
  expect(products).toMatchObject([{ id: product.id, slug: product.slug, storeSlug: shop.storeSlug, isLiked: null }]);
  await seller.client.updateArtwork({ artworkId: artwork.id, body: { title: 'Seen at once' } });
  expect((await api.client.getPublicArtwork({ id: artwork.id })).title).toBe('Seen at once');
  await customer.client.toggleLike({ store_slug: shop.storeSlug, product_slug: product.slug! });
  expect((await customer.client.getPublicArtwork({ id: artwork.id })).products).toMatchObject([
    { isLiked: true, likesCount: 1 },
  ]);
  for (const nothing of [randomUUID(), 'nothing']) {
    expect((await api.client.exchange('getPublicArtwork', { id: nothing })).status).toBe(404);
  }
});

it('a new file becomes the next version, and what is sold shows it', async () => {
  const { seller, artwork, template } = shop;
  const bytes = await plainPng(600, 800, '#2060c0');
  const file = { contentType: 'image/png', sizeBytes: bytes.byteLength, artworkId: artwork.id } as const;
  const presigned = await seller.client.presignArtwork({ body: file });
  await upload(presigned, bytes);
  const complete = { key: presigned.key, title: 'Second' };
  const completed = await seller.client.exchange('completeArtwork', { artworkId: artwork.id, body: complete });
  const next = completed.response!;

  expect([completed.status, next]).toMatchObject([200, { id: artwork.id, version: 2, widthPx: 600, title: 'Second' }]);
  expect(presigned.key).toMatch(new RegExp(`/artworks/${artwork.id}/original/v2\\.png$`));
  const [first] = (await seller.client.listPlacements({ artworkId: artwork.id })).placements;
  expect(first!.scale).toBeCloseTo(0.45);
  const render = await eventually(
    async () => {
      const [newest] = (await seller.client.listRenders({ artworkId: artwork.id })).renders;
      expect(newest).toMatchObject({ artworkVersion: 2, stale: false, templateId: template.id });
      return newest;
    },
    { deadlineMs: 60_000 },
  );
  await eventually(async () => expect(JSON.stringify(await productPage())).toContain(render!.url));

  await upload(presigned, bytes);
  const again = await seller.client.completeArtwork({ artworkId: artwork.id, body: complete });
  expect(again).toEqual({ ...next, updatedAt: again.updatedAt });
  const cdn = next.previewUrl.split('/public/')[0];
  for (const key of [presigned.key, presigned.uploadUrl.split('?')[0]!.split('/').slice(-7).join('/')]) {
    expect((await fetch(`${cdn}/${key}`)).status).toBe(404);
  }
});

it('an artwork leaves the store when no product on sale shows it, and comes back', async () => {
  const { api, seller, admin, artwork, product } = shop;
  const setStatus = (status: SellerProductStatus) =>
    seller.client.exchange('updateSellerProduct', { id: product.id, body: { status } });
  const remove = async (by = seller) => {
    const response = await by.client.exchange('deactivateArtwork', { artworkId: artwork.id });
    return [response.status, response.problem?.code ?? null];
  };
  expect(await remove()).toEqual([400, 'wrong_state']);
  expect(
    (await seller.client.exchange('updateArtwork', { artworkId: artwork.id, body: { status: 'inactive' } })).status,
  ).toBe(400);
  expect((await seller.client.getArtwork({ artworkId: artwork.id })).status).toBe('active');
  expect(await remove(shop.customer)).toEqual([403, 'forbidden']);

  expect((await setStatus('paused')).status).toBe(200);
  expect([await remove(admin), await remove()]).toEqual([
    [204, null],
    [204, null],
  ]);
  expect((await seller.client.getArtwork({ artworkId: artwork.id })).status).toBe('inactive');
  expect((await api.client.exchange('getPublicArtwork', { id: artwork.id })).status).toBe(404);
  const rejected = await setStatus('active');
  expect([rejected.status, rejected.problem?.code]).toEqual([400, 'cannot_publish']);

  expect(await seller.client.updateArtwork({ artworkId: artwork.id, body: { status: 'active' } })).toMatchObject({
    status: 'active',
  });
  expect((await setStatus('active')).status).toBe(200);
  expect((await api.client.getPublicArtwork({ id: artwork.id })).products).toMatchObject([{ id: product.id }]);
  expect(await remove()).toEqual([400, 'wrong_state']);
});

it('an admin does all of it for a seller', async () => {
  const { seller, admin, artwork, template } = shop;
  const { sellerProfileId } = artwork;
  const bytes = await plainPng(300, 400, '#c03028');
  const file = { contentType: 'image/png', sizeBytes: bytes.byteLength, sellerProfileId } as const;
  const presigned = await admin.client.presignArtwork({ body: file });
  await upload(presigned, bytes);
  const { artworkId, key } = presigned;
  const made = await admin.client.completeArtwork({ artworkId, body: { key, title: 'By an admin', slug: 'made' } });

  expect(made).toMatchObject({ sellerProfileId, version: 1, duplicateOf: artwork.id });
  const listed = await admin.client.listOwnArtworks({ sellerProfileId });
  expect(listed).toEqual(await seller.client.listOwnArtworks());
  expect(listed.artworks[0]).toEqual(made);
  expect(await admin.client.checkArtworkSlug({ slug: 'made', sellerProfileId })).toEqual({
    slug: 'made',
    available: false,
  });
  expect((await admin.client.getArtwork({ artworkId })).title).toBe('By an admin');
  const placed = { x: 160, y: 210, scale: 0.5, rotation: 0 };
  const put = await admin.client.exchange('putPlacement', { artworkId, templateId: template.id, body: placed });
  const render = await admin.client.createRender({ artworkId, body: { templateId: template.id } });
  expect([put.status, render.placement]).toMatchObject([200, placed]);
  expect((await admin.client.listPlacements({ artworkId })).total).toBe(1);
  expect((await admin.client.listRenders({ artworkId })).total).toBe(1);
  const batch = { templateIds: [template.id] };
  expect((await admin.client.createRenders({ artworkId, body: batch })).renders).toHaveLength(1);
  expect((await admin.client.exchange('deactivateArtwork', { artworkId })).status).toBe(204);
  const unknown = { ...file, sellerProfileId: randomUUID() };
  expect((await admin.client.exchange('presignArtwork', { body: unknown })).status).toBe(400);
  const others = await shop.customer.client.exchange('listOwnArtworks', { sellerProfileId });
  expect(others.status).toBe(403);
});

it('a file that is no image is rejected with the reason', async () => {
  const { seller } = shop;
  const send = async (bytes: Buffer, contentType: PictureType = 'image/png') => {
    const presigned = await seller.client.presignArtwork({ body: { contentType, sizeBytes: bytes.byteLength } });
    await upload(presigned, bytes);
    const { artworkId, key } = presigned;
    const response = await seller.client.exchange('completeArtwork', { artworkId, body: { key, title: 'Not this' } });
    return [response.status, response.problem?.code];
  };
  expect(await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toEqual([400, 'not_an_image']);
  expect(await send(await plainPng(9, 9, '#fff'), 'image/webp')).toEqual([400, 'format_mismatch']);
  expect(await send(await plainPng(12_001, 1, '#fff'))).toEqual([400, 'image_too_large']);
});

it('rejects access by other users', async () => {
  const { api, customer, artwork } = shop;
  const theirs = { artworkId: artwork.id };
  const request = ({ client }: Api) =>
    Promise.all([
      rejection(client.exchange('listPlacements', theirs)),
      rejection(client.exchange('listRenders', theirs)),
    ]);
  expect(await request(api)).toEqual([
    [401, 'unauthenticated'],
    [401, 'unauthenticated'],
  ]);
  expect(await request(customer)).toEqual([
    [403, 'forbidden'],
    [403, 'forbidden'],
  ]);
});
