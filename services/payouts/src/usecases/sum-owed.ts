import type { Context } from '../context.ts';
import { owedCents } from '../metrics.ts';

type Owed = { held: number; releasable: number; owed_back: number };

/** Brings the gauge of what is owed up to date, from an index that holds nothing else. What one seller owes back pays no other. */
export async function sumOwed({ em }: Pick<Context, 'em'>): Promise<void> {
  const [owed] = await em.execute<Owed[]>(SUM);
  for (const [status, cents] of Object.entries(owed ?? {})) owedCents.set({ status }, cents);
}

const SUM = `
  select coalesce(sum(greatest(held, 0)), 0)::float8 as held,
    coalesce(sum(greatest(releasable, 0)), 0)::float8 as releasable,
    coalesce(-sum(least(releasable, 0)), 0)::float8 as owed_back
  from (
    select sum(amount_cents) filter (where status = 'held') as held,
      sum(amount_cents) filter (where status = 'releasable') as releasable
    from payout_item where status in ('held', 'releasable') group by seller_profile_id
  ) as of_seller`;
