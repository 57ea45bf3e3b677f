import { newId } from '@estampa/kernel/ids';
import { DomainError } from '@estampa/kernel/errors';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { discardedObjects } from '../../db/discarded-object-repository.ts';
import { PSD_BYTES_MAX, PSD_CONTENT_TYPE } from '../../domain/psd/psd-limits.ts';
import { psdKey } from '../../domain/storage-keys.ts';
import { ABANDONED_MS } from '../../domain/upload.ts';
import { type Presigned, presign } from '../storage/presign.ts';

/** Where to send a Photoshop file; whatever becomes of it, it is deleted a day after its address has expired. */
export async function presignPsd(
  context: Context,
  { sizeBytes }: { sizeBytes: number },
): Promise<TransactionBody<Presigned>> {
  mustReachAll(context.caller);
  if (!(sizeBytes >= 1 && sizeBytes <= PSD_BYTES_MAX)) {
    const field = { path: 'sizeBytes', code: 'out_of_range', message: `must be from 1 to ${PSD_BYTES_MAX}` };
    throw new DomainError('invalid', 'validation_failed', `sizeBytes ${field.message}`, { fields: [field] });
  }
  const presigned = await presign(context, psdKey(newId()), { contentType: PSD_CONTENT_TYPE, sizeBytes });
  return async (tx) => {
    const dueAt = new Date(presigned.expiresAt.getTime() + ABANDONED_MS);
    discardedObjects.insert(tx, [presigned.key], dueAt);
    return presigned;
  };
}
