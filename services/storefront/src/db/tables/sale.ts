import { date, integer, key, nullable, type RowOf, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** The units of a product in an order; `soldOn` is null while the order is unpaid and after it is refunded. */
export const sale = table('sale', {
  orderId: key(uuid),
  sellerProductId: key(uuid),
  sellerProfileId: uuid,
  artworkId: uuid,
  quantity: integer,
  soldOn: nullable(date),
  version: integer,
});

export type SaleRow = RowOf<typeof sale.columns>;
