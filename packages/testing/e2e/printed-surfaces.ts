import { createHash } from 'node:crypto';
import type { Template } from '@estampa/client';
import { checkOut } from '@estampa/stack/demo/purchase';
import { createTemplate } from '@estampa/stack/demo/product-catalog';
import { centred, publish, render, uploadArtwork } from '@estampa/stack/demo/studio';
import { expect, it } from 'vitest';
import sharp from 'sharp';
import { eventually } from '../src/eventually.ts';
import { rejection } from './responses.ts';
import { plainPng, type Shop } from './shop.ts';

const PATIENTLY = { deadlineMs: 60_000 };
const TEST_DEADLINE_MS = 90_000;
const EXTRA_CENTS = 1_000;

/** From the admin's surfaces to a print file for each of them. */
export function describePrintedSurfaces(shopOf: () => Shop): void {
  it(
    'a product with a back is priced, shown, sold and printed with it',
    async () => {
      const { admin, seller, productType, template, artwork, product: plain } = shopOf();
      const behind = await templateOfBack(shopOf());
      const onBack = await uploadArtwork(seller, await plainPng(600, 800, '#2040c0'), 'Nas costas');

      const surfaces = [
        { surface: 'front', artworkId: artwork.id },
        { surface: 'back', artworkId: onBack.id },
      ];
      const draft = await seller.client.createSellerProduct({
        body: {
          productTypeId: productType.id,
          artworkId: artwork.id,
          surfaces: surfaces.toReversed(),
          title: 'Both sides',
          slug: 'both-sides',
          variants: plain.variants.map(({ productVariantId, priceCents }) => ({ productVariantId, priceCents })),
        },
      });
      expect(draft.surfaces).toEqual(surfaces);
      const [own, other] = [draft.variants[0]!, plain.variants[0]!];
      // Six tenths of the profit are the artist's.
      expect(own.earningsCents).toBe(other.earningsCents - EXTRA_CENTS * 0.6);

      await render(seller, draft.id, template.id, centred(template, artwork));
      const unrendered = seller.client.exchange('updateSellerProduct', { id: draft.id, body: { status: 'active' } });
      expect(await rejection(unrendered)).toEqual([400, 'cannot_publish']);
      const { renders } = await render(seller, draft.id, behind.id, centred(behind, onBack));
      expect(renders).toHaveLength(2);
      expect(renders).toContainEqual(expect.objectContaining({ artworkId: artwork.id, templateId: template.id }));
      expect(renders).toContainEqual(expect.objectContaining({ artworkId: onBack.id, templateId: behind.id }));
      await publish(seller, draft.id);

      const { itemId, files } = await soldFiles(shopOf(), { sellerProductId: draft.id, variantId: own.id });
      expect(files).toMatchObject([
        { surface: 'front', name: 'Frente', widthPx: 300, heightPx: 400, surfaceWidthMm: null },
        { surface: 'back', name: 'Costas', widthMm: 150, heightMm: 200, dpi: 102, surfaceWidthMm: 300 },
      ]);

      // What is edited later does not reach what was sold.
      await admin.client.updateTemplate({ id: behind.id, body: { config: { printWidthMm: 200 } } });
      await render(seller, draft.id, behind.id, { ...centred(behind, onBack), rotation: 180 });
      expect((await admin.client.listPrintFiles({ itemId })).files).toEqual(files);
    },
    TEST_DEADLINE_MS,
  );
}

/** Gives the shop's type a back, and a template of it. */
async function templateOfBack({ admin, productType }: Shop): Promise<Template> {
  const front = { key: 'front', name: 'Frente', required: true };
  const back = { key: 'back', name: 'Costas', widthMm: 300, heightMm: 400, extraCostCents: EXTRA_CENTS };
  await admin.client.updateProductType({ id: productType.id, body: { surfaces: [front, back] } });
  const photo = {
    base: await plainPng(600, 800, '#f0f0f0'),
    mask: await plainPng(600, 800, '#ffffff'),
    shadow: await plainPng(600, 800, '#ffffff'),
    highlight: await plainPng(600, 800, '#000000'),
    printArea: { x: 150, y: 200, width: 300, height: 400 },
    sourceImage: { width: 600, height: 800 },
  };
  const { id } = await createTemplate(admin, productType.id, photo, { displayName: 'Back', color: 'navy' });
  return admin.client.updateTemplate({ id, body: { surface: 'back', config: { printWidthMm: 150 } } });
}

/** Buys one and waits for its print files, which are those that each route gives. */
async function soldFiles({ admin, customer }: Shop, product: { sellerProductId: string; variantId: string }) {
  const order = await checkOut(customer, [{ ...product, quantity: 1, selectedOptions: { color: 'navy' } }]);
  await customer.client.devPayOrder({ orderId: order.id });
  const itemId = order.items[0]!.id;
  const files = await eventually(async () => {
    const listed = await admin.client.listPrintFiles({ itemId });
    expect(listed.files.map(({ contentHash }) => contentHash)).not.toContain(null);
    return listed.files;
  }, PATIENTLY);
  const printed = async (path: string) => {
    const response = await admin.send('GET', `/orders/items/${itemId}/${path}`);
    return Buffer.from(await response.arrayBuffer());
  };
  const [first, ofFront] = [await printed('print-file'), await printed('print-files/front')];
  const ofBack = await printed('print-files/back');
  const hashes = [first, ofFront, ofBack].map((bytes) => createHash('sha256').update(bytes).digest('hex'));
  expect(hashes).toEqual([files[0], files[0], files[1]].map((file) => file!.contentHash));
  const { data } = await sharp(ofBack).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 3)]).toEqual([0x20, 0x40, 0xc0]);
  return { itemId, files };
}
