import { json, key, nullable, text, timestamp } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** How far a walk through what a provider lists has come. Its due time is its lease as well. */
export const reconciliation = table('reconciliation', {
  kind: key(text),
  provider: key(text),
  dueAt: timestamp,
  /** When the present walk began; null between two of them. */
  startedAt: nullable(timestamp),
  /** Where the present walk goes on. */
  place: nullable(json<unknown>()),
  /** When the last complete walk began: all before it is known. */
  doneTo: nullable(timestamp),
});
