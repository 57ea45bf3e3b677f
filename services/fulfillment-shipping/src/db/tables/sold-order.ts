import { boolean, integer, key, type RowOf, text, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** What orders-payments said last of an order; nothing of its buyer. */
export const soldOrder = table('sold_order', {
  id: key(uuid),
  paymentStatus: text,
  isDisputed: boolean,
  isRefundUnderWay: boolean,
  version: integer,
});

export type SoldOrderRow = RowOf<typeof soldOrder.columns>;
