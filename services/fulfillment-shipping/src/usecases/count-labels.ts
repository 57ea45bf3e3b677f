import type { Context } from '../context.ts';
import { labelsWaiting } from '../metrics.ts';

type Waiting = { waiting: number; failing: number; given_up: number };

/** Brings the gauge of labels up to date: two small indexes tell all of it. */
export async function countLabels({ em }: Pick<Context, 'em'>): Promise<void> {
  const [counts] = await em.execute<Waiting[]>(COUNT);
  for (const [state, count] of Object.entries(counts ?? {})) labelsWaiting.set({ state }, count);
}

const COUNT = `
  select count(*) filter (where attempts = 0)::int as waiting, count(*) filter (where attempts > 0)::int as failing,
    (select count(*)::int from shipment
     where next_attempt_at is null and label_url is null and error is not null and status <> 'cancelled') as given_up
  from shipment where next_attempt_at is not null`;
