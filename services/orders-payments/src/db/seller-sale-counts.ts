import { LOWEST_ID } from '@estampa/kernel/ids';
import { TOTAL_COUNTED_MAX } from '@estampa/kernel/page';
import { integer, nullable, text } from '@estampa/kit/postgres/columns';
import type { Counting } from '@estampa/kit/postgres/paged-list';
import { statement } from '@estampa/kit/postgres/statement';

/** Longer than from the making of an id to the commit of its row. */
const UNDER_WAY_MS = 600_000;
const SELLERS_MAX = 10_000;
const FIRST_OVER = TOTAL_COUNTED_MAX + 1;

/** So many sales have ids up to this one, and no more will. */
type Known = { count: number; upTo: string };

/**
 * Counts what a seller sold, up to one above `TOTAL_COUNTED_MAX`: of these rows there are only ever more, and their ids grow with time, so
 * what is older than any that are under way is counted once in each process.
 */
export function sellersSales(id: 'id' | 'order_id', now: () => number = Date.now) {
  const bySeller = new Map<string, Known>();
  const remember = (sellerProfileId: string, known: Known): void => {
    bySeller.delete(sellerProfileId);
    bySeller.set(sellerProfileId, known);
    if (bySeller.size > SELLERS_MAX) bySeller.delete(bySeller.keys().next().value!);
  };
  const counted = statement(
    `select count(*) as count, count(*) filter (where id <= $3::uuid) as settled,
       max(id::text) filter (where id <= $3::uuid) as "upTo" from (
       select distinct ${id} as id from order_item where seller_profile_id = $1 and ${id} > $2::uuid
       order by ${id} limit $4) as counted`,
    { count: integer, settled: integer, upTo: nullable(text) },
  );
  return (sellerProfileId: string): Counting => {
    const known = bySeller.get(sellerProfileId) ?? { count: 0, upTo: LOWEST_ID };
    const settledUpTo = firstIdOf(now() - UNDER_WAY_MS);
    const { query, decode } = counted.with(sellerProfileId, known.upTo, settledUpTo, FIRST_OVER - known.count);
    return {
      key: sellerProfileId,
      query,
      decode(row) {
        const found = decode(row);
        const count = known.count + found.count;
        // The last that was counted, not the time: clocks go back, or too far ahead. Those above the limit were not read.
        const upTo = found.upTo ?? known.upTo;
        remember(sellerProfileId, { upTo, count: count < FIRST_OVER ? known.count + found.settled : FIRST_OVER });
        return { count };
      },
    };
  };
}

/** No UUID v7 of this time comes before it. */
function firstIdOf(at: number): string {
  const hex = at.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
