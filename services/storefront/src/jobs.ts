import type { Job } from '@estampa/kit/service/jobs';
import type { Context } from './context.ts';
import { addAllCountChanges } from './usecases/projections/add-count-changes.ts';
import { continueDerivations } from './usecases/projections/continue-derivations.ts';
import { countRecentSales } from './usecases/projections/count-recent-sales.ts';
import { makeMissingWords, MISSING_WORDS } from './usecases/projections/make-missing-words.ts';
import { DERIVATIONS } from './usecases/projections/derive-products.ts';

/** Picks up derivations that a crashed replica left. */
const DERIVATIONS_EVERY_MS = 2_000;

/** Rows that a previous version writes during an upgrade; searches read as that did until they have their words. */
const MISSING_WORDS_EVERY_MS = 300_000;

const COUNT_CHANGES_EVERY_MS = 1_000;
const RECENT_SALES_EVERY_MS = 10_000;

/** Background jobs of the service. */
export const jobs: readonly Job<Context>[] = [
  { name: 'recent-sales', everyMs: RECENT_SALES_EVERY_MS, run: countRecentSales },
  { name: 'count-changes', everyMs: COUNT_CHANGES_EVERY_MS, run: addAllCountChanges },
  { name: DERIVATIONS, everyMs: DERIVATIONS_EVERY_MS, run: continueDerivations },
  { name: MISSING_WORDS, everyMs: MISSING_WORDS_EVERY_MS, run: makeMissingWords },
];
