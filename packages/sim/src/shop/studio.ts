import { createHash } from 'node:crypto';
import { objectsOfImage } from '@estampa/kernel/image-sizes';
import type { Composition } from '@estampa/media-render/adapters/composition';
import type { MockupStudio } from '@estampa/media-render/adapters/mockup-studio';
import type { ObjectStore } from '@estampa/media-render/adapters/object-store';
import { ThreadEnded } from '@estampa/media-render/adapters/thread-ended';
import { outputSize, RENDER_LONG_SIDE_MAX_PX } from '@estampa/media-render/domain/composition-plan';
import { renderKey } from '@estampa/media-render/domain/storage-keys';
import type { Random } from '@estampa/stack/random';
import { contentOf, writeFile } from '../environment/files.ts';
import { imageOf } from '../environment/images.ts';
import type { SimProcess } from '../environment/sim-process.ts';
import type { Bucket } from './bucket.ts';

const USUAL_MS = { least: 20, most: 1_200 };
/** Nearly as long as a caller waits. */
const LONG_MS = 9_000;
const LONG_SHARE = 0.05;
const FAILED_SHARE = 0.03;
const SIDE_PX = 400;

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** What a render of these files shows. */
export const renderedOf = (working: Uint8Array, base: Uint8Array): string =>
  `${digestOf(working)} on ${digestOf(base)}`;

type Surroundings = { bucket: Bucket; store: ObjectStore; process: SimProcess; random: Random };

/** Makes words in place of pictures, which say what they were made from; it takes its time, and now and then ends its thread twice. */
export function wordStudio({ bucket, store, process, random }: Surroundings): MockupStudio {
  const take = (label: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const isLong = bucket.hasFaults && random.chance(LONG_SHARE);
      const hasFailed = bucket.hasFaults && random.chance(FAILED_SHARE);
      const ms = random.between(USUAL_MS.least, isLong ? LONG_MS : USUAL_MS.most);
      const settle = () => (hasFailed ? reject(new ThreadEnded('the thread has ended')) : resolve());
      process.scheduler.schedule(ms, process, `${process.name} ${label}`, settle);
    });

  const tasks = {
    artworkImages(path: string) {
      const shows = digestOf(contentOf(path));
      const sized = { widthPx: SIDE_PX, heightPx: SIDE_PX, shows };
      return {
        working: imageOf({ format: 'png', ...sized }),
        preview: imageOf({ format: 'webp', ...sized }),
        workingSize: { width: SIDE_PX, height: SIDE_PX },
        dominantColor: '#102030',
      };
    },
    checkImage: () => undefined,
    printImage({ path, to }: { path: string; to: string }) {
      const made = printOf(contentOf(path));
      writeFile(to, made);
      return digestOf(made);
    },
  };
  const run = async (task: keyof typeof tasks, input: never) => {
    await take(task);
    return tasks[task](input);
  };

  return {
    async readOriginal(_claim: unknown, task: (perform: typeof run) => Promise<unknown>) {
      await take('slot');
      return task(run);
    },
    async make({ template, artwork }: Composition) {
      const [file, base] = await Promise.all([store.read(artwork.working.key), store.read(template.layers.base)]);
      await take('render');
      const { width: widthPx, height: heightPx } = outputSize(template.sourceImage, RENDER_LONG_SIDE_MAX_PX);
      const made = imageOf({ format: 'webp', widthPx, heightPx, shows: renderedOf(file, base) });
      return objectsOfImage(renderKey(NOBODY, template.id, { name: 'x', widthPx, colours: 0 })).map(() =>
        Buffer.from(made),
      );
    },
  } as unknown as MockupStudio;
}

const NOBODY = { sellerProfileId: 'x', artworkId: 'x', fileVersion: 1 };

/** What a sold item is printed from. */
export const printOf = (original: Uint8Array): Uint8Array =>
  imageOf({ format: 'png', widthPx: SIDE_PX, heightPx: SIDE_PX, shows: `print of ${digestOf(original)}` });
