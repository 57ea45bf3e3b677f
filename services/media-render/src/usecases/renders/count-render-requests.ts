import type { Context } from '../../context.ts';
import { renderTasks } from '../../db/render-task-repository.ts';
import { oldestRequestSeconds, rendersFailing, requestsWaiting } from '../../metrics.ts';

/** Brings the gauges of images that are to be made up to date. */
export async function countRenderRequests({ em, now }: Pick<Context, 'em' | 'now'>): Promise<void> {
  const { waiting, oldestSeconds, failing } = await renderTasks.countDue(em, now());
  requestsWaiting.set(waiting);
  oldestRequestSeconds.set(oldestSeconds);
  rendersFailing.set(failing);
}
