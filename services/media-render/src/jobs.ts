import type { Job } from '@estampa/kit/jobs';
import type { Context } from './context.ts';
import { DISCARD_OBJECTS, discardObjects } from './usecases/discard-objects.ts';
import { placeArtworkFiles } from './usecases/place-artwork-file.ts';

/** What the service does by itself. */
export const jobs = (discardEveryMs: number): readonly Job<Context>[] => [
  { name: DISCARD_OBJECTS, everyMs: discardEveryMs, run: discardObjects },
  { name: 'place-artwork-files', everyMs: discardEveryMs, run: placeArtworkFiles },
];
