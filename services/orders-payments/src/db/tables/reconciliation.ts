import { key, nullable, text, timestamp } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** How far the news of a provider is listed. */
export const newsReconciliation = table('payment_sweep', {
  provider: key(text),
  dueAt: timestamp,
  sweptTo: timestamp,
});

/** How far the charges of a provider are listed for money that went back; `madeTo` is null between two of them. */
export const returnsReconciliation = table('returns_sweep', {
  provider: key(text),
  dueAt: timestamp,
  madeTo: nullable(text),
  cursor: nullable(text),
});

/** How far the statements of a provider are read for money that went back in parts. */
export const statementReconciliation = table('statement_sweep', {
  provider: key(text),
  dueAt: timestamp,
  day: text,
  cursor: nullable(text),
});
