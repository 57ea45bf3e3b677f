import type { Artwork, Template } from '@estampa/client';
import { centred, render, uploadArtwork } from '@estampa/stack/demo/studio';
import { eventually } from '../src/eventually.ts';
import { usePressProfile } from './press-profile.ts';
import { plainPng, type Shop } from './shop.ts';

/** What an item was sold of: a product that is printed on front and back, on templates of the test's own. */
export type Original = {
  shop: Shop;
  productId: string;
  variantId: string;
  onFront: Artwork;
  onBack: Artwork;
  behind: Template;
};

type Edit = (sold: Original) => Promise<unknown>;

/** All that may be edited of what an item was made from, in an order in which each is possible. */
export const EDITS: readonly (readonly [string, Edit])[] = [
  ['the artwork of its front gets a new version', ({ shop, onFront }) => newVersion(shop, onFront)],
  ['the artwork of its back gets a new version', ({ shop, onBack }) => newVersion(shop, onBack)],
  [
    'the artwork of its back is placed otherwise',
    ({ shop, productId, onBack, behind }) =>
      render(shop.seller, productId, behind.id, { ...centred(behind, onBack), rotation: 180 }),
  ],
  [
    'the template is revised',
    ({ shop: { admin }, behind }) =>
      admin.client.updateTemplate({ id: behind.id, body: { config: { printWidthMm: 200, bleedMm: 2 } } }),
  ],
  [
    'no texts are taken on its back any more',
    ({ shop: { seller }, productId, onFront, onBack }) =>
      seller.client.updateSellerProduct({
        id: productId,
        body: {
          surfaces: [
            { surface: 'front', artworkId: onFront.id },
            { surface: 'back', artworkId: onBack.id, textLayer: null },
          ],
        },
      }),
  ],
  ['another artwork is printed on its back', printAnotherBehind],
  [
    'nothing is printed on its back any more',
    ({ shop: { seller }, productId, onFront }) =>
      seller.client.updateSellerProduct({
        id: productId,
        body: { surfaces: [{ surface: 'front', artworkId: onFront.id }] },
      }),
  ],
  [
    'the surfaces of its type change their names, sizes and costs',
    ({ shop: { admin, productType } }) => {
      const front = { key: 'front', name: 'Peito', widthMm: 90, heightMm: 120, extraCostCents: 10, required: true };
      const back = { key: 'back', name: 'Dorso', widthMm: 60, heightMm: 80, extraCostCents: 20 };
      return admin.client.updateProductType({ id: productType.id, body: { surfaces: [front, back] } });
    },
  ],
  [
    'the template shows another surface',
    ({ shop: { admin }, behind }) => admin.client.updateTemplate({ id: behind.id, body: { surface: 'front' } }),
  ],
  [
    'its variant costs more',
    ({ shop: { seller }, productId, variantId }) =>
      seller.client.updateSellerProductVariant({ id: productId, variantId, body: { priceCents: 9_990 } }),
  ],
  ['the template is deactivated', ({ shop: { admin }, behind }) => admin.client.deactivateTemplate({ id: behind.id })],
  [
    'its type is printed by a profile, and by the built-in one again',
    async ({ shop: { admin, productType } }) => {
      await usePressProfile(admin.client, productType.id);
      await admin.client.removePressProfile({ id: productType.id });
    },
  ],
  [
    'its type is hidden and comes back',
    async ({ shop: { admin, productType } }) => {
      await admin.client.deactivateProductType({ id: productType.id });
      await admin.client.updateProductType({ id: productType.id, body: { isActive: true } });
    },
  ],
  ['the product is archived', ({ shop, productId }) => shop.seller.client.archiveSellerProduct({ id: productId })],
  [
    'its artworks are deactivated',
    async ({ shop: { seller }, onFront, onBack }) => {
      // Under load media-render may not know yet that the product is archived.
      for (const { id: artworkId } of [onFront, onBack])
        await eventually(() => seller.client.deactivateArtwork({ artworkId }));
    },
  ],
  ['the product is deleted for good', ({ shop, productId }) => shop.admin.client.deleteSellerProduct({ productId })],
];

async function newVersion({ seller: { client } }: Shop, { id: artworkId, title, ...artwork }: Artwork): Promise<void> {
  const bytes = await plainPng(artwork.widthPx, artwork.heightPx, '#ffffff');
  const file = { contentType: 'image/png', sizeBytes: bytes.byteLength } as const;
  const presigned = await client.presignArtwork({ body: { ...file, artworkId } });
  await client.upload(presigned, bytes);
  await client.completeArtwork({ artworkId, body: { key: presigned.key, title } });
}

/** On sale, so it has to be rendered there before. */
async function printAnotherBehind({ shop, productId, onFront, behind }: Original): Promise<void> {
  const { id: templateId } = behind;
  const { client } = shop.seller;
  const other = await uploadArtwork(shop.seller, await plainPng(120, 160, '#a0a0a0'), 'Outra');
  await client.createRender({ artworkId: other.id, body: { templateId, ...centred(behind, other) } });
  const surfaces = [
    { surface: 'front', artworkId: onFront.id },
    { surface: 'back', artworkId: other.id },
  ];
  await client.updateSellerProduct({ id: productId, body: { surfaces } });
}
