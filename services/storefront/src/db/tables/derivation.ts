import { bigint, json, key, type RowOf, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import type { Touched } from '../../domain/touched.ts';

/** Products still to be derived because of an event: those that it touches with an id above `after_id`. */
export const derivation = table('derivation', {
  id: key(bigint),
  touched: json<Touched>(),
  afterId: uuid,
  eventId: uuid,
});

export type DerivationRow = RowOf<typeof derivation.columns>;
