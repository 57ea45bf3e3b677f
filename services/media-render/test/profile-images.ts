import type { PresignedUpload } from '@estampa/contracts/media/v1/presigned_upload';
import sharp, { type Sharp } from 'sharp';
import type { aSeller, Media } from './media.ts';

export type Seller = ReturnType<typeof aSeller>;

/** How a seller’s images come in, step by step. */
export function profileImages(media: Media) {
  async function presigned(seller: Seller, bytes: Buffer, { type = 'avatar', contentType = 'image/png' } = {}) {
    const { sellerProfileId } = seller;
    const { upload } = await media
      .profileImages(seller)
      .presignProfileImage({ sellerProfileId, type, contentType, sizeBytes: bytes.byteLength });
    return upload!;
  }

  async function uploaded(seller: Seller, bytes: Buffer, file = {}): Promise<PresignedUpload> {
    const upload = await presigned(seller, bytes, file);
    const status = await media.put(upload, bytes);
    if (status !== 200) throw new Error(`storage answered ${status}`);
    return upload;
  }

  const complete = (seller: Seller, key: string, type = 'avatar', by = seller) =>
    media.profileImages(by).completeProfileImage({ sellerProfileId: seller.sellerProfileId, type, key });

  return { presigned, uploaded, complete };
}

export const noise = (width = 300, height = 200): Sharp =>
  sharp({
    create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  });
