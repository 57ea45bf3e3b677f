import type { OrderChanged } from '@estampa/contracts/orders/v1/events';
import type { Received } from '@estampa/kit/events/consumers';
import type { Context } from '../../context.ts';
import { pageChanges } from '../../db/page-change-repository.ts';
import { sales } from '../../db/sale-repository.ts';
import type { SaleRow } from '../../db/tables/sale.ts';
import { HOME } from '../../domain/page-names.ts';
import { retainedSince, salesOf, soldOn } from '../../domain/sales.ts';
import { latestOf } from '../pages/latest-of.ts';

/** Projects which products were sold when, and the counts of recent sales. Nothing about the buyer is stored. */
export async function projectSales(
  { em, now, isCollecting }: Pick<Context, 'em' | 'now' | 'isCollecting'>,
  received: readonly Received<OrderChanged>[],
): Promise<void> {
  const since = retainedSince(now());
  const rows = latestOf(received, ({ order }) => order!.id)
    .flatMap(({ message }) => rowsOf(message))
    // Pruned sales are counted already; only a rebuild starts from empty counts.
    .filter(({ soldOn: day }) => isCollecting || day === null || day >= since);
  if (rows.length > 0 && (await sales.save(em, rows)) > 0) pageChanges.insert(em, [HOME]);
}

const rowsOf = ({ order, version }: OrderChanged): SaleRow[] =>
  salesOf(order!.items).map((sale) => ({
    orderId: order!.id,
    sellerProductId: sale.sellerProductId,
    sellerProfileId: sale.sellerProfileId,
    artworkId: sale.artworkId,
    quantity: sale.quantity,
    soldOn: soldOn(order!),
    version,
  }));
