import { UPLOAD_VALID_SECONDS } from '../../adapters/object-store.ts';
import type { Context } from '../../context.ts';

export type Presigned = { uploadUrl: string; key: string; headers: Record<string, string>; expiresAt: Date };

export async function presign(
  { store, now }: Pick<Context, 'store' | 'now'>,
  key: string,
  file: { contentType: string; sizeBytes: number },
): Promise<Presigned> {
  const expiresAt = new Date(now().getTime() + UPLOAD_VALID_SECONDS * 1_000);
  const uploadUrl = await store.presignPut(key, file);
  return { uploadUrl, key, headers: { 'Content-Type': file.contentType }, expiresAt };
}
