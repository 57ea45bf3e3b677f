import { TOTAL_COUNTED_MAX } from '@estampa/kernel/page';
import { type Query, type Reads, run } from './statement.ts';

/** A query that counts no more than one above `TOTAL_COUNTED_MAX`; `key` names what is counted where its values do not. */
export type Counting = Query<{ count: number }> & { key?: string };

/** So long nothing is counted that had more rows than are counted: to find that out for each page would cost more than the page. */
const LONG_FOR_MS = 600_000;
const LONG_MAX = 10_000;
const longUntil = new Map<string, number>();

const keyOf = ({ query: { name, values }, key }: Counting): string => JSON.stringify([name, key ?? values]);

/** Whether it had more rows than are counted when it was last counted, not long ago. */
export const isLong = (counting: Counting): boolean => (longUntil.get(keyOf(counting)) ?? 0) > performance.now();

/** How many rows there are, or that there are more than are counted. */
export async function countSoFar(em: Reads, counting: Counting): Promise<number> {
  const [counted] = await run(em, counting);
  return noted(counting, counted!.count);
}

/** What was counted, by which the list is known as long or as short from now on. */
export function noted(counting: Counting, count: number): number {
  const key = keyOf(counting);
  longUntil.delete(key);
  if (count > TOTAL_COUNTED_MAX) longUntil.set(key, performance.now() + LONG_FOR_MS);
  for (const oldest of longUntil.keys()) {
    if (longUntil.size <= LONG_MAX) break;
    longUntil.delete(oldest);
  }
  return count;
}
