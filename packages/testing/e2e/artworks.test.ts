import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Json } from '@estampa/stack/demo/api';
import sharp from 'sharp';
import { startMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { openShop, type Shop, STORE_SLUG } from './shop.ts';

const BOOT_DEADLINE_MS = 180_000;

let marketplace: TestMarketplace;
let shop: Shop;
beforeAll(async () => {
  marketplace = await startMarketplace();
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

it('nobody else reaches any of it', async () => {
  const { api, customer, artwork } = shop;
  for (const path of [`/artworks/${artwork.id}/placements`, `/artworks/${artwork.id}/renders`]) {
    expect([(await api.send('GET', path)).status, (await customer.send('GET', path)).status]).toEqual([401, 403]);
  }
});
