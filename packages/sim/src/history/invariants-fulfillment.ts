import type { Orm } from '@estampa/kit/postgres/connect';
import type { LockedOrder } from '@estampa/orders-payments/db/order-parts';
import type { LabelBook, ProviderLabel } from '../provider/label-book.ts';

type ShipmentRow = { orderId: string; status: string; hasLabel: boolean; labelId: string | null; isLeft: boolean };

const SHIPMENTS = `select order_id as "orderId", status, label_url is not null as "hasLabel", label_id as "labelId",
    next_attempt_at is null as "isLeft" from shipment`;
const NOT_BOUGHT: readonly string[] = ['label_pending', 'cancelled'];
const PARCEL: readonly string[] = ['in_transit', 'delivered'];

const isBought = ({ status }: ProviderLabel): boolean => !NOT_BOUGHT.includes(status);

/** What no time mends: labels bought twice for one order. */
export const labelsBoughtTwice = ({ labels }: LabelBook): string[] =>
  [...Map.groupBy(labels, ({ orderId }) => orderId)].flatMap(([orderId, all]) =>
    all.filter(isBought).length > 1 ? `order ${orderId}: two labels are bought` : [],
  );

/** At rest a paid order has one label, one that ended before its parcel was posted has none, and a shipment is what its parcel is. */
export async function wrongsOfShipments(book: LabelBook, orm: Orm, orders: readonly LockedOrder[]): Promise<string[]> {
  const rows = await orm.em.fork().execute<ShipmentRow[]>(SHIPMENTS);
  const byOrder = new Map(rows.map((row) => [row.orderId, row]));
  return orders.flatMap(({ order, lockedState }) => {
    const wrong = wrongShipment(
      { ...lockedState, wasPaid: order.paidAt !== null },
      byOrder.get(order.id),
      book.ofOrder(order.id).filter(isBought),
    );
    return wrong ? `order ${order.id}: ${wrong}` : [];
  });
}

type OrderState = { paymentStatus: string; isDisputed: boolean; isRefundUnderWay: boolean; wasPaid: boolean };

function wrongShipment(order: OrderState, shipment: ShipmentRow | undefined, bought: readonly ProviderLabel[]) {
  const { paymentStatus, isDisputed, isRefundUnderWay } = order;
  if (!shipment) return paymentStatus === 'approved' ? 'it is paid and has no shipment' : null;
  const parcel = bought.find(({ status }) => PARCEL.includes(status));
  if (parcel)
    return shipment.status === parcel.status ? null : `its parcel is ${parcel.status}, not ${shipment.status}`;
  if (paymentStatus !== 'approved') {
    if (bought.length > 0) return `it is ${paymentStatus}, and its label was not given back`;
    return shipment.status === 'cancelled' ? null : `it is ${paymentStatus}, and its shipment ${shipment.status}`;
  }
  if (isDisputed || isRefundUnderWay) return null;
  if (!shipment.hasLabel)
    return `its label is ${shipment.status}${shipment.isLeft ? ', and nobody goes on with it' : ''}`;
  return bought.some(({ id }) => id === shipment.labelId) ? null : 'its label is not bought';
}
