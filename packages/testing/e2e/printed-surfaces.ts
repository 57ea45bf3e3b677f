import { createHash } from 'node:crypto';
import type { Order, PrintFile, Template } from '@estampa/client';
import { checkOut, SHIPPING_ADDRESS } from '@estampa/stack/demo/purchase';
import { createTemplate } from '@estampa/stack/demo/product-catalog';
import { centred, publish, render, uploadArtwork } from '@estampa/stack/demo/studio';
import { describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { eventually } from '../src/eventually.ts';
import { EDITS, type Original } from './edits-of-sold.ts';
import { anotherProfile, usePressProfile } from './press-profile.ts';
import { rejection } from './responses.ts';
import { plainPhoto, plainPng, type Shop } from './shop.ts';

const PATIENTLY = { deadlineMs: 60_000 };
const TEST_DEADLINE_MS = 90_000;
const EXTRA_CENTS = 1_000;

const TEXT = { surface: 'back', text: ' João ' };
const TEXT_LAYER = {
  fonts: ['pacifico' as const, 'anton' as const],
  colors: ['#FFFFFF'],
  box: { x: 0.1, y: 0.4, width: 0.8, height: 0.3 },
  maxCharacters: 8,
  curve: 20,
  required: true,
};

type Sold = Original & { itemId: string; files: PrintFile[]; tiff: string; unpaid: Order };

/** From the admin's surfaces to a print file for each of them, which nothing alters that is edited later. */
export function describePrintedSurfaces(shopOf: () => Shop): void {
  let sold: Sold;
  it(
    'a product with a back is priced, shown, sold and printed with it',
    async () => {
      const shop = shopOf();
      const { seller, productType, template, product: plain } = shop;
      const behind = await templateOfBack(shop);
      const artwork = await uploadArtwork(seller, await plainPng(300, 400, '#30c060'), 'Na frente');
      const onBack = await uploadArtwork(seller, await plainPng(600, 800, '#2040c0'), 'Nas costas');

      const surfaces = [
        { surface: 'front', artworkId: artwork.id },
        { surface: 'back', artworkId: onBack.id, textLayer: TEXT_LAYER },
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
      expect(draft.surfaces).toEqual(surfaces.map((used) => ({ ...used, placements: [] })));
      const [own, other] = [draft.variants[0]!, plain.variants[0]!];
      // Six tenths of the profit are the artist's.
      expect(own.earningsCents).toBe(other.earningsCents - EXTRA_CENTS * 0.6);

      await render(seller, draft.id, template.id, centred(template, artwork));
      const unrendered = seller.client.exchange('updateSellerProduct', { id: draft.id, body: { status: 'active' } });
      expect(await rejection(unrendered)).toEqual([400, 'cannot_publish']);
      const { renders, ...rendered } = await render(seller, draft.id, behind.id, centred(behind, onBack));
      expect(rendered.surfaces).toMatchObject([
        { placements: [{ templateId: template.id, artworkId: artwork.id }] },
        { placements: [{ templateId: behind.id, artworkId: onBack.id, ...centred(behind, onBack) }] },
      ]);
      expect(renders).toHaveLength(2);
      expect(renders).toContainEqual(expect.objectContaining({ artworkId: artwork.id, templateId: template.id }));
      expect(renders).toContainEqual(expect.objectContaining({ artworkId: onBack.id, templateId: behind.id }));
      const { slug } = await publish(seller, draft.id);
      const named = [
        { key: 'front', name: 'Frente' },
        { key: 'back', name: 'Costas' },
      ];
      // Under load a settled write stops waiting before the store shows it.
      await eventually(async () => {
        const page = await shop.api.client.getStoreProduct({ store_slug: shop.storeSlug, product_slug: slug! });
        expect(page.surfaces).toEqual([named[0], { ...named[1], textLayer: TEXT_LAYER }]);
      });
      await describePreview(shop, { slug: slug!, variantId: own.id });

      const bought = { sellerProductId: draft.id, variantId: own.id };
      const line = { ...bought, quantity: 1, selectedOptions: { color: 'navy' } };
      const missing = shop.customer.client.exchange('placeOrder', {
        body: { shipping: SHIPPING_ADDRESS, items: [line] },
      });
      expect(await rejection(missing)).toEqual([400, 'validation_failed', 'items[0].texts']);
      const unpaid = await buy(shop, bought);
      const printedText = [named[0], { ...named[1], text: { text: 'João', font: 'pacifico', color: '#FFFFFF' } }];
      expect(unpaid.items[0]!.surfaces).toEqual(printedText);
      const made = await soldFiles(shop, bought);
      const { items } = await seller.client.listSellerOrderItems({ limit: 100 });
      expect(items.find(({ id }) => id === made.itemId)!.surfaces).toEqual(printedText);
      expect(made.files).toMatchObject([
        { surface: 'front', name: 'Frente', widthPx: 300, heightPx: 400, surfaceWidthMm: null },
        { surface: 'back', name: 'Costas', widthMm: 150, heightMm: 200, dpi: 102, surfaceWidthMm: 300 },
      ]);
      sold = { shop, productId: draft.id, variantId: own.id, onFront: artwork, onBack, behind, unpaid, ...made };
    },
    TEST_DEADLINE_MS,
  );
  describeEdits(() => sold);
}

/** Anyone sees own words on the back, and is told what cannot be printed. */
async function describePreview(shop: Shop, { slug, variantId }: { slug: string; variantId: string }): Promise<void> {
  const preview = (text: string) =>
    shop.api.send('POST', `/stores/${shop.storeSlug}/products/${slug}/preview`, {
      variantId,
      selectedOptions: { color: 'navy' },
      text: { ...TEXT, text },
    });
  const images = await Promise.all(
    ['João', 'Ana'].map(async (text) => Buffer.from(await (await preview(text)).arrayBuffer())),
  );
  expect(await sharp(images[0]).metadata()).toMatchObject({ format: 'png', width: 600, height: 800 });
  expect(sha256(images[0]!)).not.toBe(sha256(images[1]!));
  const rejected = await preview('a\u202eb');
  expect([rejected.status, await rejected.json()]).toMatchObject([
    400,
    { code: 'validation_failed', errors: [{ path: 'text.text', code: 'control_characters' }] },
  ]);
}

/** In their order, as each finds what those before have left. */
function describeEdits(soldOf: () => Sold): void {
  describe('what was sold', () => {
    it.each(EDITS)(
      'is printed the same when %s',
      async (_name, edit) => {
        const { itemId, files, tiff, ...original } = soldOf();
        await edit(original);

        expect((await filesOf(original.shop, itemId)).files).toEqual(files);
        const digests = files.map(({ surface }) => digestOf(original.shop, itemId, `print-files/${surface}`));
        expect(await Promise.all(digests)).toEqual(files.map(({ contentHash }) => contentHash));
        expect(sha256(await tiffOf(original.shop, itemId))).toBe(tiff);
      },
      TEST_DEADLINE_MS,
    );

    it(
      'is printed the same when it is paid for after all that',
      async () => {
        const { shop, unpaid, files, tiff } = soldOf();
        await shop.customer.client.devPayOrder({ orderId: unpaid.id });
        const itemId = unpaid.items[0]!.id;
        await eventually(async () => expect((await filesOf(shop, itemId)).files).toEqual(files), PATIENTLY);
        expect(sha256(await tiffOf(shop, itemId))).toBe(tiff);
      },
      TEST_DEADLINE_MS,
    );
  });
}

const filesOf = ({ admin }: Shop, itemId: string): Promise<{ files: PrintFile[] }> =>
  admin.client.listPrintFiles({ itemId });

async function printed({ admin }: Shop, itemId: string, path: string): Promise<Buffer> {
  const response = await admin.send('GET', `/orders/items/${itemId}/${path}`);
  return Buffer.from(await response.arrayBuffer());
}

/** Of the front, in the inks of its press; made when it is first asked for. */
const tiffOf = ({ admin }: Shop, itemId: string): Promise<Buffer> =>
  eventually(async () => {
    const response = await admin.send('GET', `/orders/items/${itemId}/print-file?format=tiff`);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.status).toBe(200);
    return bytes;
  }, PATIENTLY);

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const digestOf = async (...of: Parameters<typeof printed>): Promise<string> => sha256(await printed(...of));

const buy = ({ customer }: Shop, product: { sellerProductId: string; variantId: string }): Promise<Order> =>
  checkOut(customer, [{ ...product, quantity: 1, selectedOptions: { color: 'navy' }, texts: [TEXT] }]);

/** Gives the shop's type the profile of a press, a back, and a template of that. */
async function templateOfBack({ admin, productType }: Shop): Promise<Template> {
  // Before the names of the surfaces, which the store is seen to know.
  await usePressProfile(admin.client, productType.id);
  const front = { key: 'front', name: 'Frente', required: true };
  const back = { key: 'back', name: 'Costas', widthMm: 300, heightMm: 400, extraCostCents: EXTRA_CENTS };
  await admin.client.updateProductType({ id: productType.id, body: { surfaces: [front, back] } });
  const { id } = await createTemplate(admin, productType.id, await plainPhoto('#f0f0f0'), {
    displayName: 'Back',
    color: 'navy',
  });
  return admin.client.updateTemplate({ id, body: { surface: 'back', config: { printWidthMm: 150 } } });
}

/** Buys one and waits for its print files, which are those that each route gives. */
async function soldFiles(shop: Shop, product: { sellerProductId: string; variantId: string }) {
  const order = await buy(shop, product);
  await shop.customer.client.devPayOrder({ orderId: order.id });
  const itemId = order.items[0]!.id;
  const files = await eventually(async () => {
    const listed = await filesOf(shop, itemId);
    expect(listed.files.map(({ contentHash }) => contentHash)).not.toContain(null);
    return listed.files;
  }, PATIENTLY);
  const [first, ofFront] = [
    await printed(shop, itemId, 'print-file'),
    await printed(shop, itemId, 'print-files/front'),
  ];
  const ofBack = await printed(shop, itemId, 'print-files/back');
  expect([first, ofFront, ofBack].map(sha256)).toEqual([files[0], files[0], files[1]].map((file) => file!.contentHash));
  const { data } = await sharp(ofBack).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 3)]).toEqual([0x20, 0x40, 0xc0]);
  const tiff = await tiffOf(shop, itemId);
  expect((await sharp(tiff).metadata()).icc).toEqual(await anotherProfile());
  return { itemId, files, tiff: sha256(tiff) };
}
