import { DomainError } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { discardedObjects } from '../../db/discarded-object-repository.ts';
import { PRESS_PROFILE_BYTES_MAX, PRESS_PROFILE_CONTENT_TYPE } from '../../domain/press-profile.ts';
import { pressProfileUploadKey } from '../../domain/storage-keys.ts';
import { ABANDONED_MS } from '../../domain/upload.ts';
import { type Presigned, presign } from '../storage/presign.ts';

/** Where to send the profile of a press; whatever becomes of it, it is deleted a day after its address has expired. */
export async function presignPressProfile(
  context: Context,
  { sizeBytes }: { sizeBytes: number },
): Promise<TransactionBody<Presigned>> {
  mustReachAll(context.caller);
  if (!(sizeBytes >= 1 && sizeBytes <= PRESS_PROFILE_BYTES_MAX)) {
    const field = { path: 'sizeBytes', code: 'out_of_range', message: `must be from 1 to ${PRESS_PROFILE_BYTES_MAX}` };
    throw new DomainError('invalid', 'validation_failed', `sizeBytes ${field.message}`, { fields: [field] });
  }
  const file = { contentType: PRESS_PROFILE_CONTENT_TYPE, sizeBytes };
  const presigned = await presign(context, pressProfileUploadKey(newId()), file);
  return async (tx) => {
    const dueAt = new Date(presigned.expiresAt.getTime() + ABANDONED_MS);
    discardedObjects.insert(tx, [presigned.key], dueAt);
    return presigned;
  };
}
