import type { Job } from '@estampa/kit/jobs';
import type { Context } from './context.ts';
import { continueDerivations } from './usecases/continue-derivations.ts';
import { DERIVATIONS } from './usecases/derive-products.ts';

/** Finds what a replica that died left behind. */
const DERIVATIONS_EVERY_MS = 2_000;

/** What the service does by itself. */
export const jobs: readonly Job<Context>[] = [
  { name: DERIVATIONS, everyMs: DERIVATIONS_EVERY_MS, run: continueDerivations },
];
