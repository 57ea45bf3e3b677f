import { bigint, integer, json, key, nullable, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import type { StoredPrintJob } from '../../domain/print-job.ts';

export const printFile = table('print_file', {
  /** Of the job. */
  digest: key(text),
  artworkId: uuid,
  job: json<StoredPrintJob>(),
  /** Null, as are size and hash, until it is made, and again once it was removed as unused. */
  key: nullable(text),
  sizeBytes: nullable(bigint),
  contentHash: nullable(text),
  /** When it is to be made; infinity after it was removed, until it is requested again. */
  dueAt: nullable(timestamp),
  tries: integer,
  usedAt: timestamp,
  timesForgotten: integer,
});
