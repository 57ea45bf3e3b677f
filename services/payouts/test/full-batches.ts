import { randomUUID } from 'node:crypto';
import type { ServiceUnderTest } from '@estampa/testing/start-service';

export const FULL_ITEM_CENTS = 100;

type Full = { batches: number; itemsEach: number; title: string };

/**
 * Paid batches of one seller, inserted into the tables: to sell so much would take an hour. Their items are numbered from 1, and
 * nobody has earned what pays them.
 */
export async function addFullBatches(
  { database }: ServiceUnderTest,
  { batches, itemsEach, title }: Full,
): Promise<string> {
  const sellerProfileId = randomUUID();
  await database.query(
    `with made as (
       insert into payout (id, seller_profile_id, status, total_cents, item_ids, created_by, created_at, paid_at, version)
       select gen_random_uuid(), $1::uuid, 'paid', $3::int * $5::int, items.ids, $1::text, now() - batch * interval '1 hour',
         now(), 1
       from generate_series(0, $2::int - 1) as batch,
         lateral (select jsonb_agg(gen_random_uuid()) as ids from generate_series(1, $3::int) where batch >= 0) as items
       returning id, item_ids, created_at),
     paid as (
     insert into payout_item (id, type, order_id, order_number, order_item_id, seller_profile_id, title, quantity,
       amount_cents, status, payout_id, held_at, releasable_at, paid_at, breakdown, version, created_at)
     select item::uuid, 'sale', gen_random_uuid(), place, gen_random_uuid(), $1::uuid, $4, 1, $5::int, 'paid', made.id,
       created_at, created_at, created_at, '{"priceCents":5000,"baseCostCents":3000,"platformFeeCents":500,
         "profitCents":1500,"artistRoyaltyBasisPoints":3333,"platformFeeBasisPoints":1000}', 3, created_at
     from made, jsonb_array_elements_text(item_ids) with ordinality as items (item, place)
     returning order_id, order_item_id, seller_profile_id, payout_id)
     insert into ledger_transfer (transaction_id, line, kind, debit, credit, amount_cents, seller_profile_id, order_id, order_item_id,
       payout_id, posted_at)
     select payout_id, row_number() over (partition by payout_id), 'payout_paid', 'clearing', 'payouts', $5::int, seller_profile_id, order_id,
       order_item_id, payout_id, date_trunc('milliseconds', now())
     from paid`,
    [sellerProfileId, batches, itemsEach, title, FULL_ITEM_CENTS],
  );
  return sellerProfileId;
}
