import { createProductType, createTemplate, T_SHIRT } from '@estampa/stack/demo/product-catalog';
import { publish, uploadArtwork } from '@estampa/stack/demo/studio';
import { expect, it } from 'vitest';
import sharp from 'sharp';
import { eventually } from '../src/eventually.ts';
import { rejection } from './responses.ts';
import { plainPhoto, plainPng, type Shop } from './shop.ts';

const TEST_DEADLINE_MS = 90_000;
const GREEN = [0x30, 0xc0, 0x60];
const BLUE = [0x20, 0x40, 0xc0];
const SLEEVE_AREA = { x: 480, y: 100, width: 60, height: 80 };

/** From the admin's template to a page with one image of all that is printed. */
export function describeSeveralSurfaces(shopOf: () => Shop): void {
  it(
    'a product is shown with all of its surfaces that a template shows',
    async () => {
      const { admin, seller, api, storeSlug } = shopOf();
      const type = await createProductType(admin, { ...T_SHIRT, slug: `${storeSlug}-sleeve`, name: 'Sleeve' });
      const surfaces = ['front', 'sleeve'].map((key, at) => ({ key, name: key, required: at === 0 }));
      const printRules = { minDpi: 1, minLineMm: null, minInkOpacity: null };
      await admin.client.updateProductType({ id: type.id, body: { surfaces, printRules } });
      const id = await templateWithSleeve(admin, type.id);

      const front = await uploadArtwork(seller, await plainPng(300, 400, '#30c060'), 'Peito');
      const sleeve = await uploadArtwork(seller, await plainPng(60, 80, '#2040c0'), 'Manga');
      const draft = await seller.client.createSellerProduct({
        body: {
          productTypeId: type.id,
          artworkId: front.id,
          surfaces: [
            { surface: 'front', artworkId: front.id },
            { surface: 'sleeve', artworkId: sleeve.id },
          ],
          title: 'With a sleeve',
          slug: 'with-a-sleeve',
          variants: [{ productVariantId: type.variants[0]!.id, priceCents: 9_990 }],
        },
      });
      const sellerProductId = draft.id;
      const body = { templateId: id, x: 150, y: 200, scale: 1, rotation: 0 };
      const hood = seller.client.exchange('renderSellerProduct', {
        sellerProductId,
        body: { ...body, surfaces: [{ surface: 'hood' }] },
      });
      expect(await rejection(hood)).toEqual([400, 'validation_failed', 'surfaces[0].surface']);
      const product = await seller.client.renderSellerProduct({ sellerProductId, body });
      expect(product.renders).toMatchObject([
        {
          templateId: id,
          artworkId: front.id,
          surfaces: [{ surface: 'sleeve', artworkId: sleeve.id, placement: { templateId: id, surface: 'sleeve' } }],
        },
      ]);
      expect(product.surfaces.map(({ placements }) => placements.map(({ surface }) => surface))).toEqual([
        [null],
        ['sleeve'],
      ]);
      const rendered = { seller, artworkId: front.id, renderId: product.renders[0]!.id };
      await renderAgain(rendered, { ...body, surfaces: [{ surface: 'sleeve', artworkId: sleeve.id }] });

      const { slug, warnings } = await publish(seller, draft.id);
      await seeWarnings(seller, { sellerProductId, templateId: id, warnings });
      const url = await eventually(async () => {
        const page = await api.client.getStoreProduct({ store_slug: storeSlug, product_slug: slug! });
        expect(page.skus[0]!.renders).toMatchObject([{ templateId: id }]);
        return page.skus[0]!.renders[0]!.url;
      });
      await seeBoth(url);

      await admin.client.updateTemplate({ id, body: { config: { surfaces: [] } } });
      await eventually(async () => {
        const page = await api.client.getStoreProduct({ store_slug: storeSlug, product_slug: slug! });
        const { renders } = await seller.client.getSellerProduct({ id: sellerProductId });
        expect(renders.map((render) => render.url)).toEqual(page.skus[0]!.renders.map((render) => render.url));
        expect(renders).toMatchObject([{ templateId: id, surfaces: [{ surface: 'sleeve' }] }]);
      });
    },
    TEST_DEADLINE_MS,
  );
}

async function templateWithSleeve(admin: Shop['admin'], productTypeId: string): Promise<string> {
  const { id } = await createTemplate(admin, productTypeId, await plainPhoto('#f0f0f0'), { displayName: 'Side' });
  const template = await admin.client.updateTemplate({
    id,
    body: { config: { surfaces: [{ surface: 'sleeve', printArea: SLEEVE_AREA, printWidthMm: 100, safeMm: 5 }] } },
  });
  expect(template.config.surfaces).toMatchObject([{ surface: 'sleeve', printArea: SLEEVE_AREA, warp: null }]);
  await giveAndTakeMask(admin, id);
  return id;
}

/** A mask of the sleeve is shown with it until it is removed. */
async function giveAndTakeMask({ client }: Shop['admin'], id: string): Promise<void> {
  const [kind, bytes] = ['mask@sleeve', await plainPng(8, 8, '#ffffff')];
  const file = { kind, contentType: 'image/png', sizeBytes: bytes.byteLength } as const;
  const presigned = await client.presignTemplateImage({ id, body: file });
  await client.upload(presigned, bytes);
  const { cdnUrl } = await client.completeTemplateImage({ id, body: { kind, key: presigned.key } });
  const masks = async () => (await client.getTemplate({ id })).config.surfaces.map(({ maskUrl }) => maskUrl);
  expect(await masks()).toEqual([cdnUrl]);
  await client.removeTemplateImage({ id, kind });
  expect(await masks()).toEqual([null]);
}

type OnSleeve = { templateId: string; surfaces: { surface: string; artworkId: string }[] };

/** In a batch, beside what is rejected. */
async function renderAgain(
  { seller, artworkId, renderId }: { seller: Shop['seller']; artworkId: string; renderId: string },
  onSleeve: OnSleeve,
): Promise<void> {
  const inHood = { ...onSleeve, surfaces: onSleeve.surfaces.map((one) => ({ ...one, surface: 'hood' })) };
  const batch = await seller.client.createRenders({ artworkId, body: { renders: [inHood, onSleeve] } });
  expect(batch).toMatchObject({
    renders: [{ id: renderId, surfaces: onSleeve.surfaces }],
    failed: [{ templateId: onSleeve.templateId, code: 'unknown_reference' }],
  });
}

type Warned = { sellerProductId: string; templateId: string; warnings: unknown };

async function seeWarnings(seller: Shop['seller'], { sellerProductId, templateId, warnings }: Warned): Promise<void> {
  const imagePath = `/seller-products/me/${sellerProductId}/print-findings/${templateId}?surface=sleeve`;
  expect(warnings).toMatchObject([{ code: 'outside_safe_area', templateId, surface: 'sleeve', imagePath }]);
  const image = await seller.send('GET', imagePath);
  const { width, height } = await sharp(Buffer.from(await image.arrayBuffer())).metadata();
  expect(width / height).toBeCloseTo(SLEEVE_AREA.width / SLEEVE_AREA.height, 1);
  const onHood = await seller.send('GET', imagePath.replace('sleeve', 'hood'));
  expect(onHood.status).toBe(400);
}

async function seeBoth(url: string): Promise<void> {
  const image = sharp(Buffer.from(await (await fetch(url)).arrayBuffer())).removeAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const far = ([x, y]: readonly [number, number], expected: readonly number[]) =>
    Math.max(...expected.map((level, channel) => Math.abs(level - data[(y * info.width + x) * 3 + channel]!)));
  expect(far([300, 400], GREEN)).toBeLessThanOrEqual(3);
  expect(far([510, 140], BLUE)).toBeLessThanOrEqual(3);
}
