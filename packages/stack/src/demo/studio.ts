import type { Artwork, SellerProduct, SellerProfile, Template } from '@estampa/client';
import type { Api, Image } from './api.ts';

export type Placement = { x: number; y: number; scale: number; rotation: number };

/** Presign, PUT, complete. */
export async function uploadArtwork(seller: Api, bytes: Buffer, title: string): Promise<Artwork> {
  const { client } = seller;
  const body = { contentType: 'image/png', sizeBytes: bytes.byteLength } as const;
  const presigned = await client.presignArtwork({ body });
  await client.upload(presigned, bytes);
  return client.completeArtwork({ artworkId: presigned.artworkId, body: { key: presigned.key, title } });
}

/** What a store shows of itself: presign, PUT, complete. */
export async function showStoreImage(
  { client }: Api,
  type: 'avatar' | 'banner',
  bytes: Buffer,
): Promise<SellerProfile> {
  const body = { type, contentType: 'image/png', sizeBytes: bytes.byteLength } as const;
  const presigned = await client.presignProfileImage({ body });
  await client.upload(presigned, bytes);
  return client.completeProfileImage({ body: { type, key: presigned.key } });
}

type Offered = { id: string; variants: readonly { id: string }[] };

/** A draft with every variant of its type, at one price. */
export function createProduct(
  seller: Api,
  product: { productType: Offered; artworkId: string; title: string; slug: string; priceCents: number },
): Promise<SellerProduct> {
  const { productType, priceCents, ...fields } = product;
  return seller.client.createSellerProduct({
    body: {
      ...fields,
      productTypeId: productType.id,
      description: 'Produto de demonstração.',
      variants: productType.variants.map(({ id }) => ({ productVariantId: id, priceCents, allowedOptions: {} })),
    },
  });
}

/** As large as the print area's height allows, in its middle. */
export function centred(
  template: { config: Pick<Template['config'], 'printArea'> },
  artwork: Pick<Artwork, 'widthPx' | 'heightPx'>,
): Placement {
  const { printArea } = template.config;
  if (printArea === null) throw new Error('The template has no print area');
  const scale = Math.min(printArea.width / artwork.widthPx, printArea.height / artwork.heightPx);
  return {
    x: printArea.x + (printArea.width - artwork.widthPx * scale) / 2,
    y: printArea.y + (printArea.height - artwork.heightPx * scale) / 2,
    scale,
    rotation: 0,
  };
}

export async function previewPlacement(
  seller: Api,
  templateId: string,
  artworkId: string,
  placement: Placement,
): Promise<Image> {
  const { blob, headers } = await seller.client.previewPlacement({ templateId, body: { artworkId, ...placement } });
  return { bytes: Buffer.from(await blob.arrayBuffer()), headers };
}

export const render = (
  seller: Api,
  sellerProductId: string,
  templateId: string,
  placement: Placement,
): Promise<SellerProduct> => seller.client.renderSellerProduct({ sellerProductId, body: { templateId, ...placement } });

export const publish = (seller: Api, id: string): Promise<SellerProduct> =>
  seller.client.updateSellerProduct({ id, body: { status: 'active' } });
