import type { Earnings } from '@estampa/kernel/money';

export const ROWS = 60_000;

const EARNINGS: Earnings = {
  priceCents: 100,
  baseCostCents: 60,
  platformFeeCents: 10,
  profitCents: 30,
  artistEarningsCents: 30,
  platformFeeBasisPoints: 1000,
  artistRoyaltyBasisPoints: 10000,
};

/** One order in a thousand matches a filter. */
export const SEED = [
  `create table made as select n, gen_random_uuid() as id, gen_random_uuid() as payment_id, n % 1000 = 0 as is_rare, n % 110 = 0 as is_middling,
     timestamptz '2026-01-01' + n * interval '1 minute' as at from generate_series(1, ${ROWS}) as n`,
  `insert into customer_order (id, order_number, user_id, email, full_name, shipping, search_text, payment_status,
     fulfillment_status, subtotal_cents, shipping_cents, discount_cents, total_cents, total_refunded_cents,
     current_payment_id, shipment_version, version, created_at, updated_at)
   select id, 10000000 + n, case when is_rare and $1 <> '' then $2::uuid else gen_random_uuid() end,
     case when is_rare then 'rare@demo.example' else n || '@demo.example' end, 'Demo', '{}',
     (10000000 + n) || e'\\n' || case when is_rare then 'rare@demo.example' else n || '@demo.example' end ||
       case when is_middling then e'\\nmiddling' else '' end ||
       case when n % 4 = 0 and n <= 50000 then e'\\nolder' else '' end ||
       case when n % 4 = 0 and n <= 50000 or n % 66 = 0 then e'\\nscattered' else '' end,
     case when is_rare then 'refunded' when n % 1000 = 500 then 'pending' else 'approved' end, case when is_rare then 'returned' else 'delivered' end,
     100, 0, 0, 100, 0, payment_id, 0, 1, at, at from made`,
  `insert into order_item (id, order_id, line, seller_product_id, seller_product_variant_id, product_variant_id,
     seller_profile_id, artwork_id, quantity, unit_price_cents, line_total_cents, title, option_label, variant_assets,
     selected_options, seller_name, seller_slug, product_type_name, production_days, packaging_days, earnings,
     fulfillment_status, fulfillment_version)
   select gen_random_uuid(), id, 0, id, id, id, case when is_rare and $2 <> '' then $1::uuid else gen_random_uuid() end,
     id, 1, 100, 100, 'Demo', '', '{}', '{}', '', '', '', 1, 1, '${JSON.stringify(EARNINGS)}', 'delivered', 0 from made`,
  `insert into payment (id, order_id, attempt, provider, reference, status, amount_cents, refunded_cents, created_at,
     tries, failures)
   select payment_id, id, 1, 'asaas', id || ':1', 'approved', 100, 0, at, 1, 0 from made`,
  `insert into refund (id, order_id, payment_id, reason, amount_cents, status, created_at, tries, failures)
   select gen_random_uuid(), id, payment_id, 'late', 100, case when is_rare then 'failed' else 'done' end, at, 1, 0
   from made`,
  `insert into payment_notice (provider, event_id, event, provider_payment_id, refused, is_new_charge, applied_at)
   select 'asaas', n, 'PAYMENT_CREATED', n, false, n % 2 = 0, at from made where n % 10 = 0`,
  // A sample of all rows, so that no draw of the statistics decides between plans that cost nearly the same.
  'alter table customer_order alter column id set statistics 300',
  'alter table order_item alter column seller_profile_id set statistics 300',
  'vacuum analyze',
];
