import { json, key, nullable, text, timestamp } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** The progress of a reconciliation with a provider's lists. `due_at` is its lease as well. */
export const reconciliation = table('reconciliation', {
  kind: key(text),
  provider: key(text),
  dueAt: timestamp,
  /** When the current run began; null between runs. */
  startedAt: nullable(timestamp),
  /** Where the current run continues. */
  place: nullable(json<unknown>()),
  /** When the last complete run began: everything before that is known. */
  doneTo: nullable(timestamp),
});
