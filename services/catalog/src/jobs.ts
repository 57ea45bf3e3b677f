import type { Job } from '@estampa/kit/service/jobs';
import type { Context } from './context.ts';
import { ARCHIVING, archiveProducts } from './usecases/seller-products/archive-products.ts';

const ARCHIVE_EVERY_MS = 30_000;

/** What the service does by itself. */
export const jobs: readonly Job<Context>[] = [{ name: ARCHIVING, everyMs: ARCHIVE_EVERY_MS, run: archiveProducts }];
