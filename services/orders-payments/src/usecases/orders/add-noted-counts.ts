import type { Context } from '../../context.ts';
import { orderCounts } from '../../db/order-count-repository.ts';

/** Keeps the table of notes short, which every count reads. */
export async function addAllNotedCounts({ em }: Pick<Context, 'em'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await orderCounts.saveNoted(em.fork())));
}
