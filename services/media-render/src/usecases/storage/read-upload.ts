import { HEADER_BYTES, readImageInfo, imageHeader } from '../../adapters/image-header.ts';
import { HOUSE, type RunTask } from '../../adapters/mockup-studio.ts';
import { temporaryFile } from '../../adapters/temporary-file.ts';
import type { Context } from '../../context.ts';
import type { UploadRow } from '../../db/tables/upload.ts';
import type { Decoding } from '../../domain/decoded-bytes.ts';
import { mustBeAccepted, type ImageInfo } from '../../domain/image.ts';
import { uploadedFile } from './uploaded-file.ts';

type Uploaded = Pick<UploadRow, 'key' | 'format' | 'sizeBytes' | 'sellerProfileId'>;

/** An upload that turned out to be the image that was published; `run` does work on its pixels. */
type UploadedImage = {
  path: string;
  run: RunTask;
  info: ImageInfo;
  sizeBytes: number;
  etag: string;
  contentHash: string;
};

/** The first bytes are enough to reject most files before anything else is done with them; null when they say nothing. */
export async function mustBeginAsDeclared(
  store: Context['store'],
  upload: Pick<Uploaded, 'key' | 'format'>,
  etag: string,
): Promise<Decoding | null> {
  const header = await imageHeader(await store.readStart(upload.key, etag, HEADER_BYTES));
  if (header) mustBeAccepted(header, upload.format);
  return header;
}

/** Storage and processor work, outside of any transaction; what it leaves in storage is found by the record only. */
export async function readUpload<T>(
  { call, store, studio }: Pick<Context, 'call' | 'store' | 'studio'>,
  upload: Uploaded,
  task: (image: UploadedImage) => Promise<T>,
): Promise<T> {
  const { etag, sizeBytes } = await uploadedFile(store, upload);
  const header = await mustBeginAsDeclared(store, upload, etag);
  return studio.readOriginal({ owner: upload.sellerProfileId ?? HOUSE, header, signal: call.signal }, async (run) => {
    await using file = await temporaryFile();
    const contentHash = await store.download(upload.key, etag, file.path);
    const info = await readImageInfo(file.path);
    mustBeAccepted(info, upload.format);
    // Awaited here, so that the file outlives the work on it.
    return await task({ path: file.path, run, info, sizeBytes, etag, contentHash });
  });
}
