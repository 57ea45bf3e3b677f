import type { Context } from '../context.ts';
import { owedCents } from '../metrics.ts';

type Owed = { held: number; releasable: number };

/** Brings the gauge of what is owed up to date, from an index that holds nothing else. */
export async function sumOwed({ em }: Pick<Context, 'em'>): Promise<void> {
  const [owed] = await em.execute<Owed[]>(SUM);
  for (const [status, cents] of Object.entries(owed ?? {})) owedCents.set({ status }, cents);
}

const SUM = `
  select coalesce(sum(amount_cents) filter (where status = 'held'), 0)::float8 as held,
    coalesce(sum(amount_cents) filter (where status = 'releasable'), 0)::float8 as releasable
  from payout_item where status in ('held', 'releasable')`;
