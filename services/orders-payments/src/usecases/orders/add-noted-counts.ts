import type { Context } from '../../context.ts';
import { orderCounts } from '../../db/order-count-repository.ts';

/** Keeps short what every count reads beside the counts. */
export async function addAllNotedCounts({ em }: Pick<Context, 'em'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await orderCounts.saveNoted(em.fork())));
}
