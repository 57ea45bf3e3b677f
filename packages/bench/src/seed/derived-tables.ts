import { SAO_PAULO } from '@estampa/kernel/days';
import type { ServiceName } from '@estampa/kernel/topics';
import { MODEL_ORDER_NUMBER } from './copies.ts';

/** What services count of rows as they are written, made from all of them at once. */
export const DERIVED: Readonly<Partial<Record<ServiceName, readonly string[]>>> = {
  'orders-payments': [
    `begin`,
    `truncate order_count, order_count_change`,
    `insert into order_count (day, payment_status, fulfillment_status, orders)
     select (created_at at time zone '${SAO_PAULO}')::date, payment_status, fulfillment_status, count(*)
     from customer_order group by 1, 2, 3`,
    `commit`,
    `update coupon c set uses = used.orders
     from (select (coupon ->> 'id')::uuid as id, count(*) as orders from customer_order where coupon is not null group by 1) as used
     where used.id = c.id`,
    `select setval('order_number', max(order_number)) from customer_order where order_number < ${MODEL_ORDER_NUMBER}`,
  ],
  payouts: [
    `begin`,
    `truncate payout_sum, payout_sum_change`,
    `insert into payout_sum (seller_profile_id, status, is_paid, items, cents)
     select coalesce(seller_profile_id, '00000000-0000-0000-0000-000000000000'), status, is_paid, count(*), sum(amount_cents)
     from (select seller_profile_id, status, paid_at is not null as is_paid, amount_cents from payout_item) as i
     group by grouping sets ((seller_profile_id, status, is_paid), (status, is_paid))`,
    `truncate ledger_unsealed, ledger_block, ledger_balance, ledger_sum`,
    `update ledger_summed set block = 0`,
    `insert into ledger_unsealed (transaction_id) select distinct transaction_id from ledger_transfer`,
    `commit`,
  ],
  storefront: [
    `update product_count p set likes_count = counted.likes
     from (select seller_product_id as id, count(*) as likes from product_like group by 1) as counted
     where counted.id = p.id`,
    `insert into search_word (word)
     select distinct word from (select word from product_word union all select word from artist_word) as w
     where word ~ '[^0-9]' and not exists (select from search_word s where s.word = w.word)`,
    `update store s set likes_received_count = counted.likes
     from (select seller_profile_id as id, sum(likes_count) as likes from product_count group by 1) as counted
     where counted.id = s.id`,
    `begin`,
    `truncate sales_count`,
    `insert into sales_count (kind, id, recent, total)
     select k.kind, k.id, coalesce(sum(s.quantity) filter (where s.sold_on >= w.since), 0), sum(s.quantity)
     from sales_window w cross join sale s cross join lateral (
       values ('product', s.seller_product_id), ('artwork', s.artwork_id), ('store', s.seller_profile_id)
     ) as k (kind, id)
     where s.sold_on is not null group by k.kind, k.id`,
    `commit`,
  ],
};
