import type { OrderChanged, SoldItem, SoldOrder } from '@estampa/contracts/orders/v1/events';
import { addRow } from '@estampa/kit/add-row';
import { LockMode, type QueryResult } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { ShipmentRow } from '../db/shipment.entity.ts';
import { callOff, newShipment } from '../domain/label.ts';
import { announceShipment } from '../messages/shipment.ts';

/** Keeps what an order says; approval makes its shipment, the end of the order calls the label off. */
export async function keepOrder(context: Context, { order, version }: OrderChanged): Promise<void> {
  if (!order) throw new Error('an order event without an order');
  if (!(await keep(context, order, version))) return;

  await context.em.execute(KEEP_ITEMS, [order.id, JSON.stringify(order.items.map(itemFacts))]);
  if (order.paymentStatus === 'approved') await requestLabel(context, order.id);
  if (order.paymentStatus === 'refunded' || order.paymentStatus === 'cancelled') await callOffLabel(context, order.id);
}

/** False when a newer version is known already. */
async function keep({ em }: Context, { id, paymentStatus }: SoldOrder, version: number): Promise<boolean> {
  const { affectedRows } = await em.execute<QueryResult>(KEEP_ORDER, [id, paymentStatus, version], 'run');
  return affectedRows === 1;
}

const KEEP_ORDER = `
  insert into sold_order (id, payment_status, version) values (?, ?, ?)
  on conflict (id) do update set payment_status = excluded.payment_status, version = excluded.version
  where sold_order.version < excluded.version`;

const KEEP_ITEMS = `
  insert into item (id, order_id, title, quantity, unit_price_cents)
  select id, ?::uuid, title, quantity, unit_price_cents
  from jsonb_to_recordset(?::jsonb) as sold (id uuid, title text, quantity int, unit_price_cents int)
  order by id
  on conflict (id) do nothing`;

const itemFacts = ({ id, title, quantity, unitPriceCents }: SoldItem) => ({
  id,
  title,
  quantity,
  unit_price_cents: unitPriceCents,
});

async function requestLabel({ em: tx, now, aggregator, wake }: Context, orderId: string): Promise<void> {
  if (await tx.findOne(ShipmentRow, { orderId })) return;
  announceShipment(tx, 'shipment_created', addRow(tx, ShipmentRow, newShipment(orderId, aggregator.name, now())));
  wake('labels');
}

async function callOffLabel({ em: tx }: Context, orderId: string): Promise<void> {
  const shipment = await tx.findOne(ShipmentRow, { orderId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const change = shipment && callOff(shipment);
  if (!change) return;
  tx.assign(shipment, change);
  if (change.status) announceShipment(tx, 'shipment_cancelled', shipment);
}
