import type { OrderChanged } from '@estampa/contracts/orders/v1/events';
import { statement } from '@estampa/kit/statement';
import type { Context } from '../context.ts';
import { salesOf, soldOn } from '../domain/sales.ts';

/** What was sold when, for the feeds. Nothing of the buyer is kept. */
export async function keepSales({ em }: Pick<Context, 'em'>, { order, version }: OrderChanged): Promise<void> {
  const rows = salesOf(order!.items).map((sale) => ({
    order_id: order!.id,
    seller_product_id: sale.sellerProductId,
    seller_profile_id: sale.sellerProfileId,
    artwork_id: sale.artworkId,
    quantity: sale.quantity,
    sold_on: soldOn(order!),
    version,
  }));
  if (rows.length > 0) await KEEP.all(em, [JSON.stringify(rows)]);
}

const KEEP = statement(
  `
  insert into sale select * from json_populate_recordset(null::sale, $1::json)
  on conflict (order_id, seller_product_id) do update
  set quantity = excluded.quantity, sold_on = excluded.sold_on, version = excluded.version
  where sale.version < excluded.version`,
  {},
);
