import type { Job } from '@estampa/kit/jobs';
import type { Context } from './context.ts';
import { DISCARD_OBJECTS, discardObjects } from './usecases/discard-objects.ts';
import { placeArtworkFiles } from './usecases/place-artwork-file.ts';
import { REFRESH_RENDERS, refreshRenders } from './usecases/refresh-renders.ts';

/** What the service does by itself. */
export const jobs = (everyMs: number): readonly Job<Context>[] => [
  { name: DISCARD_OBJECTS, everyMs, run: discardObjects },
  { name: 'place-artwork-files', everyMs, run: placeArtworkFiles },
  { name: REFRESH_RENDERS, everyMs, run: refreshRenders },
];
