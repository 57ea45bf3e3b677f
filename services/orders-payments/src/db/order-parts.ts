import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { OrderRow } from './order.entity.ts';
import { OrderItemRow } from './order-item.entity.ts';
import { PaymentRow } from './payment.entity.ts';

/** An order with what is shown with it. */
export type OrderParts = { order: OrderRow; items: OrderItemRow[]; payment: PaymentRow | null };

/** Fetches items and current payments of many orders in two queries. */
export async function withParts(em: EntityManager, orders: readonly OrderRow[]): Promise<OrderParts[]> {
  if (orders.length === 0) return [];
  const [items, payments] = [
    await em.find(OrderItemRow, { orderId: orders.map(({ id }) => id) }, { orderBy: { line: 'asc' } }),
    await em.find(PaymentRow, { id: orders.map(({ currentPaymentId }) => currentPaymentId) }),
  ];
  const itemsOf = Map.groupBy(items, ({ orderId }) => orderId);
  const paymentOf = new Map(payments.map((payment) => [payment.id, payment]));
  return orders.map((order) => ({
    order,
    items: itemsOf.get(order.id) ?? [],
    payment: paymentOf.get(order.currentPaymentId) ?? null,
  }));
}

export async function partsOf(em: EntityManager, order: OrderRow): Promise<OrderParts> {
  const [parts] = await withParts(em, [order]);
  return parts!;
}

/** All changes to an order, its items and its payments are made while its row is held. */
export const lockOrder = (tx: EntityManager, orderId: string): Promise<OrderRow> =>
  tx.findOneOrFail(OrderRow, orderId, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });

export async function orderOfPayment(em: EntityManager, paymentId: string): Promise<OrderRow> {
  const { orderId } = await em.findOneOrFail(PaymentRow, paymentId);
  return em.findOneOrFail(OrderRow, orderId);
}

/** Parcels of orders that are not kept here change nothing. */
export async function isOurs(em: EntityManager, orderId: string): Promise<boolean> {
  return (await em.execute<unknown[]>('select 1 from customer_order where id = ?', [orderId])).length > 0;
}
