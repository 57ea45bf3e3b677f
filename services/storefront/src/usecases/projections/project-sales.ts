import type { OrderChanged } from '@estampa/contracts/orders/v1/events';
import type { Received } from '@estampa/kit/events/consumers';
import type { Context } from '../../context.ts';
import { markChanged } from '../../db/page-changes.ts';
import { storeAndCount, type SaleRow } from '../../db/sales.ts';
import { HOME } from '../../domain/page-names.ts';
import { retainedSince, salesOf, soldOn } from '../../domain/sales.ts';
import { latestOf } from '../pages/latest-of.ts';

/** What was sold when, and how much of it lately. Nothing of the buyer is kept. */
export async function projectSales(
  { em, now, isCollecting }: Pick<Context, 'em' | 'now' | 'isCollecting'>,
  received: readonly Received<OrderChanged>[],
): Promise<void> {
  const since = retainedSince(now());
  const rows = latestOf(received, ({ order }) => order!.id)
    .flatMap(({ message }) => rowsOf(message))
    // What was swept has been counted; only a rebuild begins with nothing.
    .filter(({ sold_on: day }) => isCollecting || day === null || day >= since);
  if (rows.length > 0 && (await storeAndCount(em, rows)) > 0) markChanged(em, [HOME]);
}

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
