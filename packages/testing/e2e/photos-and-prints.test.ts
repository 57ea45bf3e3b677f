import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProductImage } from '@estampa/client';
import { type Api, download } from '@estampa/stack/demo/api';
import { checkOut } from '@estampa/stack/demo/purchase';
import { createTemplate } from '@estampa/stack/demo/product-catalog';
import { centred, previewPlacement, render, uploadArtwork } from '@estampa/stack/demo/studio';
import sharp from 'sharp';
import { eventually } from '../src/eventually.ts';
import { startSharedMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { describePrintFindings } from './print-findings.ts';
import { describePrintedSurfaces } from './printed-surfaces.ts';
import { describeSeveralSurfaces } from './several-surfaces.ts';
import { openShop, plainPng, type Shop } from './shop.ts';

const BOOT_DEADLINE_MS = 180_000;
const PATIENTLY = { deadlineMs: 60_000 };
const TEST_DEADLINE_MS = 90_000;
const MEGABYTE = 1024 * 1024;

let marketplace: TestMarketplace;
let shop: Shop;
beforeAll(async () => {
  marketplace = await startSharedMarketplace();
  shop = await openShop(marketplace.gatewayUrl, 'photos-and-prints');
}, BOOT_DEADLINE_MS);
afterAll(() => marketplace?.stop(), BOOT_DEADLINE_MS);

describe('the gallery of a product', () => {
  const add = async ({ client }: Api, more: { isPrimary?: boolean; altText?: string } = {}, bytes?: Buffer) => {
    const photo = new Uint8Array(bytes ?? (await plainPng(40, 30, '#2040c0')));
    const body = { file: new Blob([photo], { type: 'image/png' }) };
    return client.exchange('addProductImage', { productId: shop.product.id, ...more, body });
  };
  const shown = async () =>
    (await shop.api.client.getStoreProduct({ store_slug: shop.storeSlug, product_slug: 'test-shirt' })).images;

  it('takes photos, shows them at once, orders them, changes them and lets them go', async () => {
    const { seller, admin, customer, product } = shop;
    const productId = product.id;
    const added = [await add(seller, { isPrimary: true, altText: 'Na praia' }), await add(admin)];
    const [first, second] = added.map(({ response }) => response!) as [ProductImage, ProductImage];

    expect(added.map(({ status }) => status)).toEqual([201, 201]);
    expect(first).toMatchObject({
      sellerProductId: productId,
      position: 0,
      isPrimary: true,
      altText: 'Na praia',
    });
    expect((await download(first.imageUrl)).subarray(8, 12).toString()).toBe('WEBP');
    expect(await shown()).toEqual([
      { url: first.imageUrl, sizes: first.sizes, altText: 'Na praia', isPrimary: true, position: 0 },
      { url: second.imageUrl, sizes: second.sizes, altText: null, isPrimary: false, position: 1 },
    ]);
    expect((await seller.client.getSellerProduct({ id: product.id })).images).toEqual([first, second]);

    const reordered = await seller.client.reorderProductImages({
      productId,
      body: { imageIds: [second.id, first.id] },
    });
    expect(reordered).toEqual([
      { ...second, position: 0 },
      { ...first, position: 1 },
    ]);
    const changed = await seller.client.updateProductImage({
      productId,
      imageId: first.id,
      body: { altText: null, isPrimary: false },
    });
    expect(changed).toEqual({ ...first, position: 1, altText: null, isPrimary: false });
    expect((await seller.client.exchange('deleteProductImage', { productId, imageId: second.id })).status).toBe(204);
    expect(await shown()).toEqual([
      { url: first.imageUrl, sizes: first.sizes, altText: null, isPrimary: false, position: 0 },
    ]);

    const rejected = await Promise.all([
      add(customer),
      add(seller, {}, Buffer.alloc(10 * MEGABYTE + 1)),
      add(seller, {}, Buffer.from('no photo')),
      add(seller, { isPrimary: 'perhaps' as never }),
      seller.client.exchange('reorderProductImages', { productId, body: { imageIds: [] } }),
    ]);
    expect(rejected.map(({ status, problem }) => [status, problem?.code])).toEqual([
      [403, 'forbidden'],
      [413, 'file_too_large'],
      [400, 'not_an_image'],
      [400, 'validation_failed'],
      [400, 'validation_failed'],
    ]);
  });
});

describe('print quality and print files', () => {
  /** Bare, since the client would wait until it is made. */
  const printFile = (api: Api, itemId: string, query = '') =>
    api.send('GET', `/orders/items/${itemId}/print-file${query}`);

  it(
    'say how good a print will be, and give what is to be printed once it is paid for',
    async () => {
      const { seller, admin, customer, product, template, artwork, line } = shop;
      await admin.client.updateTemplate({ id: template.id, body: { config: { printWidthMm: 150 } } });
      const placement = centred(template, artwork);

      // 300 pixels of artwork on 150 mm are 50.8 to the inch.
      const { headers } = await previewPlacement(seller, template.id, artwork.id, placement);
      expect(headers.get('x-effective-dpi')).toBe('50');
      const { renders, warnings } = await render(seller, product.id, template.id, placement);
      expect(renders[0]).toMatchObject({ effectiveDpi: 50 });
      const tooLarge = { code: 'low_print_quality', templateId: template.id, surface: 'front', effectiveDpi: 50 };
      expect(warnings).toEqual([{ ...tooLarge, message: expect.any(String) }]);

      // The only mockup is navy; white has its proportions.
      const unshown = {
        code: 'option_without_mockup',
        variantIds: product.variants.map(({ id }) => id),
        options: { color: 'white' },
        templateId: template.id,
        message: `No mockup shows color: white; it is printed as on ${template.id}`,
      };
      const reported = (await seller.client.getSellerProduct({ id: product.id })).warnings;
      expect(reported.filter(({ code }) => code === 'option_without_mockup')).toEqual([unshown]);

      const white = { ...line, selectedOptions: { color: 'white' } };
      const order = await checkOut(customer, [line, white]);
      const [itemId, whiteId] = order.items.map(({ id }) => id) as [string, string];
      expect([(await printFile(admin, itemId)).status, (await printFile(customer, itemId)).status]).toEqual([404, 403]);

      await customer.client.devPayOrder({ orderId: order.id });
      const soon = await printFile(admin, itemId);
      await soon.body?.cancel();
      if (soon.status !== 200) expect([soon.status, soon.headers.get('retry-after')]).toEqual([503, '5']);
      const file = await eventually(async () => {
        const response = await printFile(admin, itemId);
        const bytes = Buffer.from(await response.arrayBuffer());
        expect(response.status).toBe(200);
        return { bytes, headers: response.headers };
      }, PATIENTLY);
      expect(file.headers.get('content-type')).toBe('image/png');
      expect(Number(file.headers.get('content-length'))).toBe(file.bytes.length);
      const { width, height, density } = await sharp(file.bytes).metadata();
      expect({ width, height, density }).toEqual({ width: 300, height: 400, density: 51 });

      const again = Buffer.from(await (await printFile(admin, itemId)).arrayBuffer());
      expect(again.equals(file.bytes)).toBe(true);
      const asShown = Buffer.from(await (await printFile(admin, whiteId)).arrayBuffer());
      expect(asShown.equals(file.bytes)).toBe(true);

      const page = await eventually(async () => {
        const response = await printFile(admin, itemId, '?format=pdf');
        const bytes = Buffer.from(await response.arrayBuffer());
        expect(response.status).toBe(200);
        return { bytes, headers: response.headers };
      }, PATIENTLY);
      expect(page.headers.get('content-type')).toBe('application/pdf');
      expect(page.headers.get('content-disposition')).toBe(`attachment; filename="${itemId}.pdf"`);
      // 150 mm by 200, in points.
      expect(page.bytes.toString('latin1')).toContain('/MediaBox [0 0 425.197 566.929]');
      expect((await printFile(admin, itemId, '?format=svg')).status).toBe(400);
    },
    TEST_DEADLINE_MS,
  );
});

describePrintedSurfaces(() => shop);

describeSeveralSurfaces(() => shop);
describePrintFindings(() => shop);

describe('a mockup of a mug', () => {
  const FLAT = { printArea: { x: 150, y: 200, width: 300, height: 400 }, sourceImage: { width: 600, height: 800 } };
  const layers = async () => ({
    base: await plainPng(600, 800, '#f0f0f0'),
    mask: await plainPng(600, 800, '#ffffff'),
    shadow: await plainPng(600, 800, '#e0e0e0'),
    highlight: await plainPng(600, 800, '#101010'),
    ...FLAT,
  });
  /** As wide as the print area, which goes around its front half. */
  const MUG = {
    kind: 'cylinder' as const,
    axis: { from: { x: 300, y: 200 }, to: { x: 300, y: 600 } },
    radiusPx: 150,
    angle: 180,
    rotation: 0,
    sagPx: 0,
  };
  /** Of the artwork (225, 200): a quarter of the print area to the right of its middle. */
  const DOT = { flat: [375, 400], round: [300 + 150 * Math.sin(Math.PI / 4), 400] } as const;

  async function colourAt(image: Buffer, [x, y]: readonly [number, number]): Promise<number[]> {
    const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (Math.round(y) * info.width + Math.round(x)) * info.channels;
    return [...data.subarray(at, at + 3)];
  }
  const apart = (one: number[], other: number[]) => Math.max(...one.map((level, at) => Math.abs(level - other[at]!)));

  it(
    'shows each dot where the cylinder has it, in previews, renders and batches',
    async () => {
      const { admin, seller, product, productType } = shop;
      const dot = { input: await plainPng(24, 24, '#ffe020'), left: 213, top: 188 };
      const sheet = await sharp(await plainPng(300, 400, '#2040c0'))
        .composite([dot])
        .png()
        .toBuffer();
      const artwork = await uploadArtwork(seller, sheet, 'Com um ponto');
      const named = (displayName: string) => ({ displayName, color: 'navy' });
      const flat = await createTemplate(admin, productType.id, await layers(), named('Folha'));
      const onMug = { ...(await layers()), surface: { warp: MUG, inkOpacity: 1 } };
      const mug = await createTemplate(admin, productType.id, onMug, named('Caneca'));
      const placement = centred(flat, artwork);
      const seen = async ({ id }: { id: string }) => (await previewPlacement(seller, id, artwork.id, placement)).bytes;

      expect(mug.config).toMatchObject({ ...FLAT, warp: MUG, displacement: null, blend: 'normal' });
      const [sheetSeen, mugSeen] = [await seen(flat), await seen(mug)];
      const [yellow, blue] = [await colourAt(sheetSeen, DOT.flat), await colourAt(sheetSeen, DOT.round)];
      expect(apart(yellow, blue)).toBeGreaterThan(100);
      expect(apart(await colourAt(mugSeen, DOT.round), yellow)).toBeLessThan(4);
      expect(apart(await colourAt(mugSeen, DOT.flat), blue)).toBeLessThan(4);

      const wanted = { templateId: mug.id, ...placement };
      const { renders } = await seller.client.createRenders({ artworkId: artwork.id, body: { renders: [wanted] } });
      const made = await eventually(async () => {
        const { renders: all } = await seller.client.listRenders({ artworkId: artwork.id });
        const one = all.find(({ templateId }) => templateId === mug.id)!;
        expect(one.status).toBe('rendered');
        return one;
      }, PATIENTLY);
      expect(renders.map(({ templateId }) => templateId)).toEqual([mug.id]);
      const stored = await download(made.url!);
      expect(apart(await colourAt(stored, DOT.round), yellow)).toBeLessThan(12);
      expect(apart(await colourAt(stored, DOT.flat), blue)).toBeLessThan(12);

      // Of the product's own artwork, which has no dot: rendered on the mug, too, and flat again once the mug is.
      const { renders: shown } = await render(seller, product.id, mug.id, centred(mug, shop.artwork));
      const before = shown.find(({ templateId }) => templateId === mug.id)!;
      await admin.client.updateTemplate({ id: mug.id, body: { config: { warp: null } } });
      expect(apart(await colourAt(await seen(mug), DOT.flat), yellow)).toBeLessThan(2);
      const { renders: after } = await render(seller, product.id, mug.id, centred(mug, shop.artwork));
      expect(after.find(({ templateId }) => templateId === mug.id)!.url).not.toBe(before.url);
      await admin.client.exchange('deactivateTemplate', { id: mug.id });
      await admin.client.exchange('deactivateTemplate', { id: flat.id });
    },
    TEST_DEADLINE_MS,
  );
});
