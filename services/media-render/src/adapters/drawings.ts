import type { ArtworkPlan } from '../domain/composition-plan.ts';
import type { ArtworkRaster } from './artwork-raster.ts';
import { ByteCache } from './byte-cache.ts';
import { bytesWithin, type Cached } from './image-shelf.ts';

/** Draws, or gives what was drawn by the same plan a moment ago. */
export type DrawOnce = <T extends object>(
  how: 'flat' | 'in place',
  plan: ArtworkPlan,
  draw: () => Promise<T | null>,
) => Promise<T | null>;

/** Two drawings that fill all of an image of 2,000 px, or many of a usual size. */
const BYTES_MAX = 32 * 1024 * 1024;
/** At least, also where nothing is seen of the artwork: 1 KB of it is in the heap of the thread, which has 64 MB for all that it does. */
const ENTRY_BYTES = 16 * 1024;

/** Artworks as they were drawn last: a product in eight colours is eight images of one print, and seven of them need no drawing. */
export class Drawings {
  readonly #drawn = new ByteCache<object | null>({
    bytesMax: BYTES_MAX,
    sizeOf: (drawn) => ENTRY_BYTES + bytesWithin(drawn),
  });

  /** Of one artwork. */
  of({ storedAs }: Cached<ArtworkRaster[]>): DrawOnce {
    return async (how, plan, draw) => {
      const { value } = await this.#drawn.acquire(JSON.stringify([storedAs, how, plan]), draw);
      return value as Awaited<ReturnType<typeof draw>>;
    };
  }
}

export const drawAnew: DrawOnce = (_how, _plan, draw) => draw();
