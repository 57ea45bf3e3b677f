import { sizesBelow, withCopies } from '@estampa/kernel/image-sizes';
import { type Composition, sizeOf } from './composition.ts';
import type { MockupStudio } from './mockup-studio.ts';
import type { ObjectStore } from './object-store.ts';

/**
 * Stores an image in one colour with its copies, in the order of `withCopies`, each as soon as it is made: all of them are there
 * when this returns.
 */
export async function putImage(
  store: ObjectStore,
  key: string,
  files: readonly (Uint8Array | Promise<Uint8Array>)[],
): Promise<void> {
  const objects = withCopies(key);
  if (files.length !== objects.length) throw new Error(`${key} has ${objects.length} objects, not ${files.length}`);
  await Promise.all(
    objects.map(async ({ key: name, contentType }, at) =>
      store.put(name, await files[at]!, { contentType, isPublic: true }),
    ),
  );
}

/** Begins to make a render and its copies, in the order of `withCopies`. */
export function renderedFiles(studio: MockupStudio, composition: Omit<Composition, 'kind'>): Promise<Buffer>[] {
  const render = { ...composition, kind: 'render' } as const;
  const count = 1 + 2 * sizesBelow(sizeOf(render).width).length;
  const files = Array.from({ length: count }, () => Promise.withResolvers<Buffer>());
  // An error may be there before anybody waits for the file.
  for (const { promise } of files) promise.catch(() => undefined);
  const take = (file: Buffer, at: number) => files[at]?.resolve(file);
  const failAll = (error: unknown) => files.forEach(({ reject }) => reject(error));
  studio.make(render, take).then((made) => {
    made.forEach(take);
    failAll(new Error(`fewer files than ${count}`));
  }, failAll);
  return files.map(({ promise }) => promise);
}
