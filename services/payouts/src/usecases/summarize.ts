import type { Context } from '../context.ts';

export type Summary = { heldCents: number; releasableCents: number; paidCents: number; reversedCents: number };

/**
 * What one seller has where. Paid is what really was paid out, adjustments taken off: an item reversed after it was paid
 * counts there too.
 */
export async function summarize({ em }: Context, sellerProfileId: string | undefined): Promise<Summary | undefined> {
  if (!sellerProfileId) return undefined;
  const [summary] = await em.execute<Summary[]>(SUMMARY, [sellerProfileId]);
  return summary;
}

const SUMMARY = `
  select
    coalesce(sum(amount_cents) filter (where status = 'held'), 0)::float8 as "heldCents",
    coalesce(sum(amount_cents) filter (where status = 'releasable'), 0)::float8 as "releasableCents",
    coalesce(sum(amount_cents) filter (where paid_at is not null), 0)::float8 as "paidCents",
    coalesce(sum(amount_cents) filter (where status = 'reversed'), 0)::float8 as "reversedCents"
  from payout_item where seller_profile_id = ?`;
