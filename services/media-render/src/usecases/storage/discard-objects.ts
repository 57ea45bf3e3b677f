import { objectsOfImage } from '@estampa/kernel/image-sizes';
import type { Context } from '../../context.ts';
import { discardedObjects } from '../../db/discarded-object-repository.ts';
import { printFiles } from '../../db/print-file-repository.ts';
import { profileImages } from '../../db/profile-image-repository.ts';
import { removeSuperseded } from '../renders/remove-superseded.ts';
import {
  ABANDONED_MS,
  COMPLETED_RETENTION_MS,
  PRINT_RETENTION_MS,
  REPLACED_RETENTION_MS,
} from '../../domain/upload.ts';

const OBJECTS_AT_ONCE = 50;
/** Longer than deleting a batch takes; after it another replica may try. */
const CLAIM_MS = 5 * 60_000;

export const DISCARD_OBJECTS = 'discard-objects';

/** Removes from storage what is no longer needed, images with their copies; a crash between the steps repeats them. */
export async function discardObjects(
  { em, store, now }: Pick<Context, 'em' | 'store' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(now().getTime() - ABANDONED_MS);
  await untilFew(signal, () => discardedObjects.insertAbandoned(em, before, now(), OBJECTS_AT_ONCE));
  const longBefore = new Date(now().getTime() - COMPLETED_RETENTION_MS);
  await untilFew(signal, () => discardedObjects.insertUnnamed(em, longBefore, now(), OBJECTS_AT_ONCE));
  await untilFew(signal, () => profileImages.deleteUnnamed(em, now(), OBJECTS_AT_ONCE));
  const unusedSince = new Date(now().getTime() - PRINT_RETENTION_MS);
  const readUntil = new Date(now().getTime() + REPLACED_RETENTION_MS);
  await untilFew(signal, () => printFiles.forgetUnused(em, unusedSince, readUntil, OBJECTS_AT_ONCE));
  await untilFew(signal, () => removeSuperseded({ em, now }, OBJECTS_AT_ONCE));
  await discardedObjects.retainShown(em, now());
  await untilFew(signal, async () => {
    const keys = await discardedObjects.claimDue(em, now(), new Date(now().getTime() + CLAIM_MS), OBJECTS_AT_ONCE);
    await Promise.all(keys.flatMap(objectsOfImage).map(({ key }) => store.delete(key)));
    if (keys.length > 0) await discardedObjects.deleteGone(em, keys);
    return keys.length;
  });
}

/** Batch after batch, as long as each is full. */
async function untilFew(signal: AbortSignal, batch: () => Promise<number>): Promise<void> {
  while (!signal.aborted && (await batch()) === OBJECTS_AT_ONCE);
}
