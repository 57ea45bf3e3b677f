import { centred, publish, render, uploadArtwork } from '@estampa/stack/demo/studio';
import { expect, it } from 'vitest';
import sharp from 'sharp';
import { eventually } from '../src/eventually.ts';
import { draftOf, type Shop } from './shop.ts';

const SIZE = { width: 300, height: 400 };
const NONE_OF_INK = { minDpi: 40, minLineMm: null, minInkOpacity: null };
const PATIENTLY = { deadlineMs: 60_000 };
const TEST_DEADLINE_MS = 90_000;

/** What a printer asks by product type, and an image of where an artwork does not meet it. */
export function describePrintFindings(shopOf: () => Shop): void {
  it(
    'warn of thin lines, faint ink and ink beyond the safe line, show where, and block nothing',
    async () => {
      const { seller, customer, admin, productType, template } = shopOf();
      const { id } = productType;
      // Two pixels of 300 on 150 mm are 1 mm.
      await admin.client.updateTemplate({ id: template.id, body: { config: { printWidthMm: 150, safeMm: 10 } } });
      const printRules = { minDpi: 40, minLineMm: 2, minInkOpacity: 0.5 };
      const changed = await admin.client.updateProductType({ id, body: { printRules } });
      expect(changed.printRules).toEqual(printRules);

      const artwork = await uploadArtwork(seller, await badlyPrinted(), 'Badly printed');
      const draft = await draftOf(seller, productType, artwork, 'badly-printed');
      await render(seller, draft.id, template.id, centred(template, artwork));
      const imagePath = `/seller-products/me/${draft.id}/print-findings/${template.id}`;
      const where = { templateId: template.id, surface: 'front', imagePath, message: expect.any(String) };
      const expected = [
        { code: 'thin_lines', thinnestMm: 1, ...where },
        { code: 'faint_ink', share: expect.any(Number), ...where },
        { code: 'outside_safe_area', ...where },
      ];
      const warnings = async () => {
        const read = await seller.client.getSellerProduct({ id: draft.id });
        return read.warnings.filter(({ code }) => code !== 'option_without_mockup');
      };
      await eventually(async () => expect(await warnings()).toEqual(expected), PATIENTLY);
      expect(await publish(seller, draft.id)).toMatchObject({ status: 'active', warnings: expected });

      const image = await seller.send('GET', imagePath);
      expect(image.headers.get('content-type')).toBe('image/png');
      const { data, info } = await sharp(Buffer.from(await image.arrayBuffer()))
        .raw()
        .toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
      const inMiddleOf = (x: number, y: number) =>
        at(Math.round(((x + 9) / 318) * info.width), Math.round(((y + 9) / 418) * info.height));
      expect(inMiddleOf(51, 200)).toEqual([229, 0, 79]);
      expect(inMiddleOf(200, 300)).toEqual([245, 163, 0]);
      expect(inMiddleOf(200, 100)).toEqual([0x20, 0x50, 0x80]);
      const { status } = await customer.send('GET', imagePath);
      expect(status).toBe(403);

      await admin.client.updateProductType({ id, body: { printRules: NONE_OF_INK } });
      expect((await warnings()).map(({ code }) => code)).toEqual(['outside_safe_area']);
      await admin.client.updateProductType({ id, body: { printRules: null } });
      expect(await warnings()).toMatchObject([{ code: 'low_print_quality', effectiveDpi: 50 }]);
    },
    TEST_DEADLINE_MS,
  );
}

/** A line of two pixels, a block, a veil below it, and ink in a corner. */
function badlyPrinted(): Promise<Buffer> {
  const box = (left: number, top: number, width: number, height: number, alpha = 1) => ({
    input: { create: { width, height, channels: 4 as const, background: { r: 0x20, g: 0x50, b: 0x80, alpha } } },
    left,
    top,
  });
  return sharp({ create: { ...SIZE, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([box(50, 50, 2, 300), box(100, 50, 150, 150), box(100, 250, 150, 100, 0.3), box(0, 0, 30, 30)])
    .png()
    .toBuffer();
}
