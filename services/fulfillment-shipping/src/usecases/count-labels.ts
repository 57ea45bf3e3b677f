import type { Context } from '../context.ts';
import { shipments } from '../db/shipment-repository.ts';
import { labelsWaiting } from '../metrics.ts';

/** Brings the gauge of labels up to date. */
export async function countLabels({ em }: Pick<Context, 'em'>): Promise<void> {
  const counts = await shipments.findCounts(em);
  for (const [state, count] of Object.entries(counts)) labelsWaiting.set({ state }, count);
}
