import type { Job } from '@estampa/kit/service/jobs';
import type { Context } from './context.ts';
import { IMPORTING, importTemplates } from './usecases/template-imports/import-templates.ts';
import { ARCHIVING, archiveProducts } from './usecases/seller-products/archive-products.ts';

const ARCHIVE_EVERY_MS = 30_000;
/** Calls wake it at once; this is for what failed, and for what another replica left behind. */
const IMPORT_EVERY_MS = 2_000;

/** What the service does by itself. */
export const jobs: readonly Job<Context>[] = [
  { name: ARCHIVING, everyMs: ARCHIVE_EVERY_MS, run: archiveProducts },
  { name: IMPORTING, everyMs: IMPORT_EVERY_MS, run: importTemplates },
];
