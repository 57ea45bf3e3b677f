import { TOTAL_COUNTED_MAX } from '@estampa/kernel/page';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Query, run } from './statement.ts';

/** So long nothing is counted that more than are counted had: to find that out for each page would cost more than the page. */
const FREQUENT_FOR_MS = 600_000;
const FREQUENT_MAX = 10_000;
const frequent = new Map<string, number>();

/** How many rows have some words, or that more have them than are counted. */
export async function countOfSearch(em: EntityManager, count: Query<{ count: number }>): Promise<number> {
  const { name, values } = count.query;
  const key = JSON.stringify([name, values]);
  const now = performance.now();
  if ((frequent.get(key) ?? 0) > now) return TOTAL_COUNTED_MAX + 1;
  const counted = (await run(em, count))[0]!.count;
  frequent.delete(key);
  if (counted > TOTAL_COUNTED_MAX) frequent.set(key, now + FREQUENT_FOR_MS);
  for (const oldest of frequent.keys()) {
    if (frequent.size <= FREQUENT_MAX) break;
    frequent.delete(oldest);
  }
  return counted;
}
