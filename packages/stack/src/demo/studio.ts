import { type Api, type Json, type Picture, upload } from './api.ts';

export type Placement = { x: number; y: number; scale: number; rotation: number };

/** Presign, PUT, complete. */
export async function uploadArtwork(seller: Api, bytes: Buffer, title: string): Promise<Json> {
  const presigned = await seller.post('/uploads/artworks/presign', {
    contentType: 'image/png',
    sizeBytes: bytes.byteLength,
  });
  await upload(presigned, bytes);
  return seller.post(`/uploads/artworks/${presigned.artworkId}/complete`, { key: presigned.key, title });
}

/** What a store shows of itself: presign, PUT, complete. */
export async function showStorePicture(seller: Api, type: 'avatar' | 'banner', bytes: Buffer): Promise<Json> {
  const presigned = await seller.post('/profiles/seller/me/upload-url', {
    type,
    contentType: 'image/png',
    sizeBytes: bytes.byteLength,
  });
  await upload(presigned, bytes);
  return seller.post('/profiles/seller/me/upload-complete', { type, key: presigned.key });
}

/** A draft with every variant of its type, at one price. */
export function createProduct(
  seller: Api,
  product: { productType: Json; artworkId: string; title: string; slug: string; priceCents: number },
): Promise<Json> {
  const { productType, priceCents, ...fields } = product;
  return seller.post('/seller-products/me', {
    ...fields,
    productTypeId: productType.id,
    description: 'Produto de demonstração.',
    variants: productType.variants.map((variant: Json) => ({
      productVariantId: variant.id,
      priceCents,
      allowedOptions: {},
    })),
  });
}

/** As large as the print area's height allows, in its middle. */
export function centred(template: Json, artwork: Json): Placement {
  const { printArea } = template.config;
  const scale = Math.min(printArea.width / artwork.widthPx, printArea.height / artwork.heightPx);
  return {
    x: printArea.x + (printArea.width - artwork.widthPx * scale) / 2,
    y: printArea.y + (printArea.height - artwork.heightPx * scale) / 2,
    scale,
    rotation: 0,
  };
}

export const previewPlacement = (
  seller: Api,
  templateId: string,
  artworkId: string,
  placement: Placement,
): Promise<Picture> =>
  seller.picture(`/products/templates/${templateId}/preview-placement`, { artworkId, ...placement });

export const render = (seller: Api, productId: string, templateId: string, placement: Placement): Promise<Json> =>
  seller.post(`/seller-products/me/${productId}/render`, { templateId, ...placement });

export const publish = (seller: Api, productId: string): Promise<Json> =>
  seller.patch(`/seller-products/me/${productId}`, { status: 'active' });
