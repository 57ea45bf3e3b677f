import type { Job } from '@estampa/kit/jobs';
import type { Context } from './context.ts';
import { discardObjects } from './usecases/discard-objects.ts';
import { placeArtworkFiles } from './usecases/place-artwork-file.ts';

/** What the service does by itself. */
export const jobs = (discardEveryMs: number): readonly Job<Context>[] => [
  { name: 'discard-objects', everyMs: discardEveryMs, run: discardObjects },
  { name: 'place-artwork-files', everyMs: discardEveryMs, run: placeArtworkFiles },
];
