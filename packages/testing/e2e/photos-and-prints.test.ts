import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Api, download, type Json } from '@estampa/stack/demo/api';
import { checkOut } from '@estampa/stack/demo/purchase';
import { centred, previewPlacement, render } from '@estampa/stack/demo/studio';
import sharp from 'sharp';
import { eventually } from '../src/eventually.ts';
import { startMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { openShop, plainPng, type Shop, STORE_SLUG } from './shop.ts';

const BOOT_DEADLINE_MS = 180_000;
const PATIENTLY = { deadlineMs: 60_000 };
const TEST_DEADLINE_MS = 90_000;
const MEGABYTE = 1024 * 1024;

let marketplace: TestMarketplace;
let shop: Shop;
beforeAll(async () => {
  marketplace = await startMarketplace();
  shop = await openShop(marketplace.gatewayUrl);
}, BOOT_DEADLINE_MS);
afterAll(() => marketplace?.stop(), BOOT_DEADLINE_MS);

function form(bytes: Buffer, type = 'image/png'): FormData {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)], { type }), 'photo.png');
  return body;
}

describe('the gallery of a product', () => {
  const images = () => `/seller-products/me/${shop.product.id}/images`;
  const add = async (api: Api, query = '', bytes?: Buffer) => {
    const response = await api.send('POST', images() + query, form(bytes ?? (await plainPng(40, 30, '#2040c0'))));
    return { status: response.status, photo: (await response.json()) as Json };
  };
  const shown = async () => (await shop.api.get(`/stores/${STORE_SLUG}/products/test-shirt`)).images as Json[];

  it('takes photos, shows them at once, orders them, changes them and lets them go', async () => {
    const { seller, admin, customer, product } = shop;
    const first = await add(seller, '?isPrimary=true&altText=Na%20praia');
    const second = await add(admin);

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.photo).toMatchObject({
      sellerProductId: product.id,
      position: 0,
      isPrimary: true,
      altText: 'Na praia',
    });
    expect((await download(first.photo.imageUrl)).subarray(8, 12).toString()).toBe('WEBP');
    expect(await shown()).toEqual([
      { url: first.photo.imageUrl, altText: 'Na praia', isPrimary: true, position: 0 },
      { url: second.photo.imageUrl, altText: null, isPrimary: false, position: 1 },
    ]);
    expect((await seller.get(`/seller-products/me/${product.id}`)).images).toEqual([first.photo, second.photo]);

    const reordered = await seller.post(`${images()}/reorder`, { imageIds: [second.photo.id, first.photo.id] });
    expect(reordered).toEqual([
      { ...second.photo, position: 0 },
      { ...first.photo, position: 1 },
    ]);
    const changed = await seller.patch(`${images()}/${first.photo.id}`, { altText: null, isPrimary: false });
    expect(changed).toEqual({ ...first.photo, position: 1, altText: null, isPrimary: false });
    expect((await seller.send('DELETE', `${images()}/${second.photo.id}`)).status).toBe(204);
    expect(await shown()).toEqual([{ url: first.photo.imageUrl, altText: null, isPrimary: false, position: 0 }]);

    const refused = await Promise.all([
      add(customer),
      add(seller, '', Buffer.alloc(10 * MEGABYTE + 1)),
      add(seller, '', Buffer.from('no photo')),
      add(seller, '?isPrimary=perhaps'),
    ]);
    expect(refused.map(({ status, photo: problem }) => [status, problem.code])).toEqual([
      [403, 'forbidden'],
      [413, 'file_too_large'],
      [400, 'not_an_image'],
      [400, 'validation_failed'],
    ]);
    expect((await shop.seller.send('POST', `${images()}/reorder`, { imageIds: [] })).status).toBe(400);
  });
});

describe('print quality and print files', () => {
  const printFile = (api: Api, itemId: string) => api.send('GET', `/orders/items/${itemId}/print-file`);

  it(
    'say how good a print will be, and give what is to be printed once it is paid for',
    async () => {
      const { seller, admin, customer, product, template, artwork, line } = shop;
      await admin.patch(`/products/templates/${template.id}`, { config: { printWidthMm: 150 } });
      const placement = centred(template, artwork);

      // 300 pixels of artwork on 150 mm are 50.8 to the inch.
      const { headers } = await previewPlacement(seller, template.id, artwork.id, placement);
      expect(headers.get('x-effective-dpi')).toBe('50');
      const { renders, warnings } = await render(seller, product.id, template.id, placement);
      expect(renders[0]).toMatchObject({ effectiveDpi: 50 });
      expect(warnings).toEqual([
        { code: 'low_print_quality', templateId: template.id, effectiveDpi: 50, message: expect.any(String) },
      ]);

      const order = await checkOut(customer, [line]);
      const itemId = order.items[0].id as string;
      expect([(await printFile(admin, itemId)).status, (await printFile(customer, itemId)).status]).toEqual([404, 403]);

      await customer.post(`/orders/${order.id}/dev-pay`);
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
    },
    TEST_DEADLINE_MS,
  );
});
