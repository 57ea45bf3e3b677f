import { withCopies } from '@estampa/kernel/image-sizes';
import type { ObjectStore } from './object-store.ts';

/** Stores an image in one colour with its copies, in the order of `withCopies`: all of them are there when this returns. */
export async function putImage(store: ObjectStore, key: string, files: readonly Uint8Array[]): Promise<void> {
  const objects = withCopies(key);
  if (files.length !== objects.length) throw new Error(`${key} has ${objects.length} objects, not ${files.length}`);
  await Promise.all(
    objects.map(({ key: name, contentType }, at) => store.put(name, files[at]!, { contentType, isPublic: true })),
  );
}
