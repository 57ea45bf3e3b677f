import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProductImage } from '@estampa/client';
import { type Api, download } from '@estampa/stack/demo/api';
import { checkOut } from '@estampa/stack/demo/purchase';
import { centred, previewPlacement, render } from '@estampa/stack/demo/studio';
import sharp from 'sharp';
import { eventually } from '../src/eventually.ts';
import { startSharedMarketplace, type TestMarketplace } from '../src/marketplace.ts';
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
  const printFile = (api: Api, itemId: string) => api.send('GET', `/orders/items/${itemId}/print-file`);

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
      expect(warnings).toEqual([
        { code: 'low_print_quality', templateId: template.id, effectiveDpi: 50, message: expect.any(String) },
      ]);

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
    },
    TEST_DEADLINE_MS,
  );
});
