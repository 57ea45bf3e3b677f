import { DomainError } from '@estampa/kernel/errors';
import type { StoredFile } from '../../adapters/object-store.ts';
import type { Context } from '../../context.ts';
import type { UploadRow } from '../../db/tables/upload.ts';

/** What the client has put at the presigned address; it must be there, as large as published. */
export async function uploadedFile(
  store: Context['store'],
  upload: Pick<UploadRow, 'key' | 'sizeBytes'>,
): Promise<StoredFile> {
  const stored = await mustBeStored(store, upload.key);
  // The real size is not revealed: it may be that of a file which the client may not know.
  if (stored.sizeBytes !== upload.sizeBytes) {
    throw new DomainError('invalid', 'size_mismatch', `The file does not have the ${upload.sizeBytes} bytes announced`);
  }
  return stored;
}

export async function mustBeStored(store: Context['store'], key: string): Promise<StoredFile> {
  const stored = await store.head(key);
  if (!stored) throw new DomainError('invalid', 'file_not_found', 'There is no file at this key: upload it first');
  return stored;
}
