import type { Context } from '../../context.ts';
import { tasksDue } from '../../db/render-queue.ts';
import { oldestRequestSeconds, rendersFailing, requestsWaiting } from '../../metrics.ts';

/** Brings the gauges of images that are to be made up to date. */
export async function countRenderRequests({ em, now }: Pick<Context, 'em' | 'now'>): Promise<void> {
  const { waiting, oldestSeconds, failing } = await tasksDue(em, now());
  requestsWaiting.set(waiting);
  oldestRequestSeconds.set(oldestSeconds);
  rendersFailing.set(failing);
}
