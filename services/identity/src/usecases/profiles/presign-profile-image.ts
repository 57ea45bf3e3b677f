import type { PresignedUpload } from '@estampa/contracts/media/v1/presigned_upload';
import type { Context } from '../../context.ts';
import { readImageType } from '../../domain/profile-image.ts';
import { getSellerProfile } from './get-seller-profile.ts';

export type PresignProfileImage = { userId: string; type: string; contentType: string; sizeBytes: number };

/** Where to send the bytes of an image; nothing changes before it is completed. */
export async function presignProfileImage(
  context: Context,
  { userId, type: word, contentType, sizeBytes }: PresignProfileImage,
): Promise<PresignedUpload> {
  const type = readImageType(word);
  const { id: sellerProfileId } = await getSellerProfile(context, { userId });
  const requested = { sellerProfileId, type, contentType, sizeBytes };
  const { upload } = await context.profileImages.presignProfileImage(requested);
  return upload!;
}
