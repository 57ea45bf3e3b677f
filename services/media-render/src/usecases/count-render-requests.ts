import type { Context } from '../context.ts';
import { requestsDue } from '../db/render-request.ts';
import { oldestRequestSeconds, requestsWaiting } from '../metrics.ts';

/** Brings the gauges of pictures that were asked for in batches up to date. */
export async function countRenderRequests({ em, now }: Pick<Context, 'em' | 'now'>): Promise<void> {
  const { waiting, oldestSeconds } = await requestsDue(em, now());
  requestsWaiting.set(waiting);
  oldestRequestSeconds.set(oldestSeconds);
}
