import { readFile } from 'node:fs/promises';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import { transact, type TransactionBody } from '@estampa/kit/postgres/transact';
import { temporaryFile } from '../../adapters/temporary-file.ts';
import type { Context } from '../../context.ts';
import { discardedObjects } from '../../db/discarded-object-repository.ts';
import {
  mustBePressProfile,
  notAProfile,
  PRESS_PROFILE_BYTES_MAX,
  PRESS_PROFILE_CONTENT_TYPE,
  unusableProfile,
} from '../../domain/press-profile.ts';
import { pressProfileKey } from '../../domain/storage-keys.ts';
import { COMPLETED_RETENTION_MS } from '../../domain/upload.ts';
import { mustBeStored } from '../storage/uploaded-file.ts';

type Stored = { key: string; digest: string };

/** Keeps a copy of an uploaded profile, once something was printed with it; the copy goes if no product type comes to name it. */
export async function storePressProfile(
  { caller, call, em, store, studio, now }: Context,
  { key: uploadKey }: { key: string },
): Promise<TransactionBody<Stored>> {
  mustReachAll(caller);
  pressProfileKey(uploadKey, '');
  const { sizeBytes, etag } = await mustBeStored(store, uploadKey);
  if (sizeBytes > PRESS_PROFILE_BYTES_MAX) throw notAProfile('it is too large');
  await using file = await temporaryFile();
  const digest = await store.download(uploadKey, etag, file.path);
  const profile = await readFile(file.path);
  mustBePressProfile(profile);
  if (!(await studio.tryPressProfile(file.path, call.signal))) throw unusableProfile('a test print failed');

  const key = pressProfileKey(uploadKey, digest);
  // Before the copy is there, so that no crash leaves one that is never removed.
  const dueAt = new Date(now().getTime() + COMPLETED_RETENTION_MS);
  await transact(em, async (tx) => discardedObjects.insert(tx, [key], dueAt));
  await store.put(key, profile, { contentType: PRESS_PROFILE_CONTENT_TYPE, isPublic: false });
  return async () => ({ key, digest });
}
