import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Json, upload } from '@estampa/stack/demo/api';
import sharp from 'sharp';
import { eventually } from '../src/eventually.ts';
import { startMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { openShop, plainPng, SHOP, type Shop, STORE_SLUG } from './shop.ts';

const BOOT_DEADLINE_MS = 180_000;

let marketplace: TestMarketplace;
let shop: Shop;
beforeAll(async () => {
  marketplace = await startMarketplace({ only: SHOP });
  shop = await openShop(marketplace.gatewayUrl);
}, BOOT_DEADLINE_MS);
afterAll(() => marketplace?.stop(), BOOT_DEADLINE_MS);

const productPage = () => shop.api.get(`/stores/${STORE_SLUG}/products/${shop.product.slug}`);

it('an artwork is changed, and its slug is taken from then on', async () => {
  const { seller, artwork } = shop;
  const check = (slug: string) => seller.get(`/artworks/check-slug?slug=${slug}`);
  expect(await check('red-square')).toEqual({ slug: 'red-square', available: true });

  const wanted = { title: 'Red square', slug: 'red-square', description: 'Nothing else', tags: ['red'] };
  const changed = await seller.patch(`/artworks/${artwork.id}`, wanted);
  const cleared = await shop.admin.patch(`/artworks/${artwork.id}`, { description: null });

  expect(changed).toEqual({ ...artwork, ...wanted, updatedAt: changed.updatedAt });
  expect(cleared).toMatchObject({ ...wanted, description: null });
  expect(await check('Red-Square')).toEqual({ slug: 'red-square', available: false });
});

it('an artwork is placed, rendered where it was placed, and shown there', async () => {
  const { seller, artwork, template } = shop;
  const place = { x: 160, y: 210, scale: 0.9, rotation: 540 };
  const put = await seller.send('PUT', `/artworks/${artwork.id}/placements/${template.id}`, place);
  const placement = (await put.json()) as Json;
  expect([put.status, placement]).toMatchObject([200, { ...place, rotation: 180, artworkId: artwork.id }]);
  expect(await seller.get(`/artworks/${artwork.id}/placements`)).toEqual({
    placements: [placement],
    total: 1,
    skip: 0,
    limit: 20,
  });

  const made = await seller.send('POST', `/artworks/${artwork.id}/renders`, { templateId: template.id });
  const render = (await made.json()) as Json;

  expect([made.status, render]).toMatchObject([201, { status: 'rendered', artworkVersion: 1 }]);
  expect(render.placement).toMatchObject({ ...place, rotation: 180 });
  const { renders, total } = await seller.get(`/artworks/${artwork.id}/renders`);
  expect([renders, total]).toEqual([[render], 1]);
  expect(JSON.stringify(await productPage())).toContain(render.url);
  const picture = Buffer.from(await (await fetch(render.url)).arrayBuffer());
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 600, height: 800 });
});

it('a batch tells what it made and what it could not', async () => {
  const { seller, artwork, template } = shop;
  const outside = { templateId: template.id, x: -900, y: 0, scale: 1 };

  const { renders, failed } = await seller.post(`/artworks/${artwork.id}/renders/batch`, {
    templateIds: [template.id, 'no-such-template'],
  });
  const refused = await seller.post(`/artworks/${artwork.id}/renders/batch`, { renders: [outside] });

  expect(renders).toMatchObject([{ templateId: template.id, status: 'rendered' }]);
  expect(failed).toMatchObject([{ templateId: 'no-such-template', code: 'unknown_reference' }]);
  expect(refused).toMatchObject({ renders: [], failed: [{ templateId: template.id, code: 'does_not_fit' }] });
});

it('anybody sees an artwork with what it can be bought on, as it is now', async () => {
  const { api, seller, customer, artwork, product } = shop;
  const page = `/artworks/public/${artwork.id}`;
  const { products, ...shown } = await api.get(page);

  const own = await seller.get(`/artworks/${artwork.id}`);
  const hidden = { sizeBytes: undefined, contentHash: undefined, status: undefined, duplicateOf: undefined };
  expect({ ...shown, ...hidden }).toEqual({ ...own, ...hidden, artistName: 'Test Store', storeSlug: STORE_SLUG });
  expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(Object.keys(hidden)));
  expect(products).toMatchObject([{ id: product.id, slug: product.slug, storeSlug: STORE_SLUG, isLiked: null }]);
  await seller.patch(`/artworks/${artwork.id}`, { title: 'Seen at once' });
  expect((await api.get(page)).title).toBe('Seen at once');
  await customer.post(`/stores/${STORE_SLUG}/products/${product.slug}/like`);
  expect((await customer.get(page)).products).toMatchObject([{ isLiked: true, likesCount: 1 }]);
  for (const nothing of [randomUUID(), 'nothing']) {
    expect((await api.send('GET', `/artworks/public/${nothing}`)).status).toBe(404);
  }
});

it('a new file becomes the next version, and what is sold shows it', async () => {
  const { seller, artwork, template } = shop;
  const bytes = await plainPng(600, 800, '#2060c0');
  const file = { contentType: 'image/png', sizeBytes: bytes.byteLength, artworkId: artwork.id };
  const presigned = await seller.post('/uploads/artworks/presign', file);
  await upload(presigned, bytes);
  const complete = { key: presigned.key, title: 'Second' };
  const completed = await seller.send('POST', `/uploads/artworks/${artwork.id}/complete`, complete);
  const next = (await completed.json()) as Json;

  expect([completed.status, next]).toMatchObject([200, { id: artwork.id, version: 2, widthPx: 600, title: 'Second' }]);
  expect(presigned.key).toMatch(new RegExp(`/artworks/${artwork.id}/original/v2\\.png$`));
  const [first] = (await seller.get(`/artworks/${artwork.id}/placements`)).placements;
  expect(first.scale).toBeCloseTo(0.45);
  const render = await eventually(
    async () => {
      const [newest] = (await seller.get(`/artworks/${artwork.id}/renders`)).renders;
      expect(newest).toMatchObject({ artworkVersion: 2, stale: false, templateId: template.id });
      return newest;
    },
    { deadlineMs: 60_000 },
  );
  await eventually(async () => expect(JSON.stringify(await productPage())).toContain(render.url));

  await upload(presigned, bytes);
  const again = await seller.post(`/uploads/artworks/${artwork.id}/complete`, complete);
  expect(again).toEqual({ ...next, updatedAt: again.updatedAt });
  const cdn = next.previewUrl.split('/public/')[0];
  for (const key of [presigned.key, presigned.uploadUrl.split('?')[0].split('/').slice(-7).join('/')]) {
    expect((await fetch(`${cdn}/${key}`)).status).toBe(404);
  }
});

it('an artwork leaves the store when no product on sale shows it, and comes back', async () => {
  const { api, seller, admin, artwork, product } = shop;
  const own = `/artworks/${artwork.id}`;
  const setStatus = (status: string) => seller.send('PATCH', `/seller-products/me/${product.id}`, { status });
  const remove = async (by = seller) => {
    const response = await by.send('DELETE', own);
    return [response.status, response.ok ? null : ((await response.json()) as Json).code];
  };
  expect(await remove()).toEqual([400, 'wrong_state']);
  expect((await seller.send('PATCH', own, { status: 'inactive' })).status).toBe(400);
  expect((await seller.get(own)).status).toBe('active');
  expect(await remove(shop.customer)).toEqual([403, 'forbidden']);

  expect((await setStatus('paused')).status).toBe(200);
  expect([await remove(admin), await remove()]).toEqual([
    [204, null],
    [204, null],
  ]);
  expect((await seller.get(own)).status).toBe('inactive');
  expect((await api.send('GET', `/artworks/public/${artwork.id}`)).status).toBe(404);
  const refused = await setStatus('active');
  expect([refused.status, ((await refused.json()) as Json).code]).toEqual([400, 'cannot_publish']);

  expect(await seller.patch(own, { status: 'active' })).toMatchObject({ status: 'active' });
  expect((await setStatus('active')).status).toBe(200);
  expect((await api.get(`/artworks/public/${artwork.id}`)).products).toMatchObject([{ id: product.id }]);
  expect(await remove()).toEqual([400, 'wrong_state']);
});

it('an admin does all of it for a seller', async () => {
  const { seller, admin, artwork, template } = shop;
  const { sellerProfileId } = artwork;
  const bytes = await plainPng(300, 400, '#c03028');
  const file = { contentType: 'image/png', sizeBytes: bytes.byteLength, sellerProfileId };
  const presigned = await admin.post('/uploads/artworks/presign', file);
  await upload(presigned, bytes);
  const { artworkId, key } = presigned;
  const made = await admin.post(`/uploads/artworks/${artworkId}/complete`, { key, title: 'By an admin', slug: 'made' });

  expect(made).toMatchObject({ sellerProfileId, version: 1, duplicateOf: artwork.id });
  const listed = await admin.get(`/artworks/me?sellerProfileId=${sellerProfileId}`);
  expect(listed).toEqual(await seller.get('/artworks/me'));
  expect(listed.artworks[0]).toEqual(made);
  const check = `/artworks/check-slug?slug=made&sellerProfileId=${sellerProfileId}`;
  expect(await admin.get(check)).toEqual({ slug: 'made', available: false });
  expect((await admin.get(`/artworks/${artworkId}`)).title).toBe('By an admin');
  const placed = { x: 160, y: 210, scale: 0.5, rotation: 0 };
  const put = await admin.send('PUT', `/artworks/${artworkId}/placements/${template.id}`, placed);
  const render = await admin.post(`/artworks/${artworkId}/renders`, { templateId: template.id });
  expect([put.status, render.placement]).toMatchObject([200, placed]);
  expect((await admin.get(`/artworks/${artworkId}/placements`)).total).toBe(1);
  expect((await admin.get(`/artworks/${artworkId}/renders`)).total).toBe(1);
  const batch = { templateIds: [template.id] };
  expect((await admin.post(`/artworks/${artworkId}/renders/batch`, batch)).renders).toHaveLength(1);
  expect((await admin.send('DELETE', `/artworks/${artworkId}`)).status).toBe(204);
  const unknown = { ...file, sellerProfileId: randomUUID() };
  expect((await admin.send('POST', '/uploads/artworks/presign', unknown)).status).toBe(400);
  const others = await shop.customer.send('GET', `/artworks/me?sellerProfileId=${sellerProfileId}`);
  expect(others.status).toBe(403);
});

it('a file that is no picture is refused with the reason', async () => {
  const { seller } = shop;
  const send = async (bytes: Buffer, contentType = 'image/png') => {
    const presigned = await seller.post('/uploads/artworks/presign', { contentType, sizeBytes: bytes.byteLength });
    await upload(presigned, bytes);
    const { artworkId, key } = presigned;
    const response = await seller.send('POST', `/uploads/artworks/${artworkId}/complete`, { key, title: 'Not this' });
    return [response.status, ((await response.json()) as Json).code];
  };
  expect(await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toEqual([400, 'not_an_image']);
  expect(await send(await plainPng(9, 9, '#fff'), 'image/webp')).toEqual([400, 'format_mismatch']);
  expect(await send(await plainPng(12_001, 1, '#fff'))).toEqual([400, 'image_too_large']);
});

it('nobody else reaches any of it', async () => {
  const { api, customer, artwork } = shop;
  for (const path of [`/artworks/${artwork.id}/placements`, `/artworks/${artwork.id}/renders`]) {
    expect([(await api.send('GET', path)).status, (await customer.send('GET', path)).status]).toEqual([401, 403]);
  }
});
