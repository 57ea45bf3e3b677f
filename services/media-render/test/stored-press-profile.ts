import { expect } from 'vitest';
import { ADMIN, type Media } from './media.ts';

/** Presign and PUT; gives the key of the upload. */
export async function uploadedPressProfile(media: Media, bytes: Buffer): Promise<string> {
  const { upload } = await media.templateImages(ADMIN).presignPressProfile({ sizeBytes: bytes.byteLength });
  expect(await media.put(upload!, bytes)).toBe(200);
  return upload!.key;
}

/** The copy that was taken in of it. */
export const storedPressProfile = async (media: Media, bytes: Buffer) =>
  media.templateImages(ADMIN).storePressProfile({ key: await uploadedPressProfile(media, bytes) });
