import type { Context } from '../../context.ts';
import { addNotedCounts } from '../../db/order-counts.ts';

/** Keeps short what every count reads beside the counts. */
export async function addAllNotedCounts({ em }: Pick<Context, 'em'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await addNotedCounts(em.fork())));
}
