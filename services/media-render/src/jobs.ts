import type { Job } from '@estampa/kit/service/jobs';
import { reportChecks } from '@estampa/kit/service/self-check';
import type { Context } from './context.ts';
import { countRenderRequests } from './usecases/renders/count-render-requests.ts';
import { DISCARD_OBJECTS, discardObjects } from './usecases/storage/discard-objects.ts';
import { FIND_OUTDATED, findOutdated } from './usecases/renders/find-outdated.ts';
import { MAKE_PRINT_FILES, makePrintFiles } from './usecases/prints/make-print-files.ts';
import { placeArtworkFiles } from './usecases/artworks/place-artwork-file.ts';
import { MAKE_RENDERS, makeRenders } from './usecases/renders/make-renders.ts';

/** Calls wake it at once; this is for what another replica left behind. */
const RENDERS_EVERY_MS = 2_000;

/** What is sold wakes the job; this finds what a crash or another replica left. */
const PRINT_EVERY_MS = 15_000;
const COUNT_EVERY_MS = 15_000;

/** What the service does by itself. */
export const jobs = (everyMs: number): readonly Job<Context>[] => [
  { name: DISCARD_OBJECTS, everyMs, run: discardObjects },
  { name: 'place-artwork-files', everyMs, run: placeArtworkFiles },
  { name: FIND_OUTDATED, everyMs, run: findOutdated },
  { name: MAKE_RENDERS, everyMs: RENDERS_EVERY_MS, run: makeRenders },
  { name: MAKE_PRINT_FILES, everyMs: PRINT_EVERY_MS, run: makePrintFiles },
  { name: 'count-render-requests', everyMs: COUNT_EVERY_MS, run: countRenderRequests },
  reportChecks,
];
