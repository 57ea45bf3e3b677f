import type { Context } from '../context.ts';
import { labelsWaiting } from '../metrics.ts';

type State = 'waiting' | 'failing' | 'on_hold' | 'no_balance' | 'cancel_refused' | 'given_up';
type Waiting = Record<State, number>;

/** Brings the gauge of labels up to date: two small indexes tell all of it. */
export async function countLabels({ em }: Pick<Context, 'em'>): Promise<void> {
  const [counts] = await em.execute<Waiting[]>(COUNT);
  for (const [state, count] of Object.entries(counts ?? {})) labelsWaiting.set({ state }, count);
}

const COUNT = `
  select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'failing')::int as failing,
    count(*) filter (where state = 'on_hold')::int as on_hold, count(*) filter (where state = 'no_balance')::int as no_balance,
    count(*) filter (where state = 'cancel_refused')::int as cancel_refused,
    (select count(*)::int from shipment
     where next_attempt_at is null and label_url is null and error is not null and status <> 'cancelled') as given_up
  from (
    select case when s.cancel_requested_at is null and (o.is_disputed or o.is_refund_under_way) then 'on_hold'
      when s.cancel_requested_at is not null and s.refusals > 0 then 'cancel_refused'
      when s.lacks_balance then 'no_balance' when s.attempts > 0 then 'failing' else 'waiting' end as state
    from shipment s join sold_order o on o.id = s.order_id where s.next_attempt_at is not null
  ) as due`;
