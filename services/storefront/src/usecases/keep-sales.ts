import type { OrderChanged } from '@estampa/contracts/orders/v1/events';
import type { Heard } from '@estampa/kit/consumers';
import type { Context } from '../context.ts';
import { markChanged } from '../db/page-changes.ts';
import { keepAndCount, type SaleRow } from '../db/sales.ts';
import { HOME } from '../domain/page-names.ts';
import { salesOf, soldOn } from '../domain/sales.ts';

/** What was sold when, and how much of it lately. Nothing of the buyer is kept. */
export async function keepSales(
  { em }: Pick<Context, 'em'>,
  heard: readonly Pick<Heard<OrderChanged>, 'message'>[],
): Promise<void> {
  const rows = latestOf(heard).flatMap(rowsOf);
  if (rows.length > 0 && (await keepAndCount(em, rows)) > 0) markChanged(em, [HOME]);
}

/** Each order as it was told last. */
const latestOf = (heard: readonly Pick<Heard<OrderChanged>, 'message'>[]): OrderChanged[] => {
  const byId = new Map<string, OrderChanged>();
  for (const { message } of heard) {
    const known = byId.get(message.order!.id);
    if (!known || known.version < message.version) byId.set(message.order!.id, message);
  }
  return [...byId.values()];
};

const rowsOf = ({ order, version }: OrderChanged): SaleRow[] =>
  salesOf(order!.items).map((sale) => ({
    order_id: order!.id,
    seller_product_id: sale.sellerProductId,
    seller_profile_id: sale.sellerProfileId,
    artwork_id: sale.artworkId,
    quantity: sale.quantity,
    sold_on: soldOn(order!),
    version,
  }));
