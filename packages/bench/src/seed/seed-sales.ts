import { withDatabase } from '@estampa/stack/infrastructure/databases';
import { insertRows } from './rows.ts';
import type { DatabaseUrls } from './seed-shop.ts';

/** The replicated state of paid orders that feeds use. */
export async function seedSales(urls: DatabaseUrls): Promise<void> {
  const sales = await withDatabase(urls['orders-payments'], async (client) => {
    const { rows } = await client.query<{ row: string }>(`
      select jsonb_build_object(
        'order_id', i.order_id, 'seller_product_id', i.seller_product_id, 'seller_profile_id', i.seller_profile_id,
        'artwork_id', i.artwork_id, 'quantity', i.quantity, 'version', o.version,
        'sold_on', (o.paid_at at time zone 'America/Sao_Paulo')::date, 'told_at', now()
      )::text as row
      from order_item i join customer_order o on o.id = i.order_id
      where o.payment_status = 'approved' and not exists (
        select from order_item e where e.order_id = i.order_id and e.seller_product_id = i.seller_product_id and e.id < i.id
      )`);
    return rows.map(({ row }) => row);
  });
  await withDatabase(urls.storefront, async (client) => {
    await client.query('truncate sale, sales_count');
    await insertRows(client, 'sale', sales);
    await client.query(`
      insert into sales_count (kind, id, recent, total)
      select k.kind, k.id, coalesce(sum(s.quantity) filter (where s.sold_on >= w.since), 0), sum(s.quantity)
      from sales_window w cross join sale s cross join lateral (
        values ('product', s.seller_product_id), ('artwork', s.artwork_id), ('store', s.seller_profile_id)
      ) as k (kind, id)
      where s.sold_on is not null group by k.kind, k.id`);
  });
}
