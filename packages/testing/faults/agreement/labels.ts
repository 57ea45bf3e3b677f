import type { Json } from '@estampa/stack/demo/api';
import type { InUse } from '../stage/in-use.ts';

const SHIPMENTS = `
  select s.order_id as "orderId", s.status, s.version, s.label_id as "labelId",
    o.payment_status as "paymentStatus", o.is_refund_under_way as "isEnding"
  from sold_order o left join shipment s on s.order_id = o.id`;
const SOLD = `
  select id, payment_status as status, shipment->>'id' as "shipmentId", shipment_version as version
  from customer_order where paid_at is not null`;
const LABELLED = ['label_generated', 'awaiting_posting', 'in_transit', 'delivered'];
const DEAD = ['canceled', 'expired'];

export type Shipment = {
  orderId: string;
  status: string;
  version: number;
  labelId: string;
  paymentStatus: string;
  isEnding: boolean;
};
export type Sold = { id: string; status: string; shipmentId: string | null; version: number };

/** Each order that stays paid has one label, which was bought once; one that ended before it was posted has none. */
export async function wrongsOfLabels({ databases, sandbox }: InUse): Promise<string[]> {
  const [shipments, sold, { parcels }] = await Promise.all([
    databases['fulfillment-shipping'].query<Shipment>(SHIPMENTS),
    databases['orders-payments'].query<Sold>(SOLD),
    sandbox.call('GET', '/parcels'),
  ]);
  const bought = (parcels as Json[]).filter((one) => one.paid_at && !DEAD.includes(one.status));
  const known = new Set(sold.rows.map(({ id }) => id));
  const boughtFor = Map.groupBy(bought, ({ tags }) => orderOf(tags, known));
  const shipmentOf = new Map(shipments.rows.map((one) => [one.orderId, one]));
  return [
    ...[...boughtFor.keys()].flatMap((id) => (known.has(id) ? [] : `a label of order ${id}, which was never paid`)),
    ...sold.rows.flatMap((order) =>
      wrongsOfLabel(order, shipmentOf.get(order.id), boughtFor.get(order.id) ?? []).map(
        (wrong) => `label of order ${order.id} (${order.status}): ${wrong}`,
      ),
    ),
  ];
}

/** Tags name the shipment and its order. */
const orderOf = (tags: readonly { tag: string }[], known: ReadonlySet<string>): string =>
  (tags.find(({ tag }) => known.has(tag)) ?? tags[0])?.tag ?? 'nobody';

export function wrongsOfLabel(order: Sold, shipment: Shipment | undefined, bought: readonly Json[]): string[] {
  const wrongs = [];
  if (bought.length > 1) wrongs.push(`${bought.length} were bought`);
  if (shipment && shipment.paymentStatus !== order.status)
    wrongs.push(`fulfillment knows it as ${shipment.paymentStatus}`);
  if (shipment && shipment.version !== order.version) wrongs.push('the order shows an older shipment');
  if (order.status === 'approved' && !shipment?.isEnding) {
    if (!shipment || !LABELLED.includes(shipment.status))
      wrongs.push(`its shipment is ${shipment?.status ?? 'missing'}`);
    if (bought.length === 0) wrongs.push('none was bought');
    else if (shipment?.labelId !== bought[0].id)
      wrongs.push(`${bought[0].id} was bought, ${shipment?.labelId} is stored`);
  }
  const isPosted = bought.some((one) => one.posted_at);
  if (order.status === 'refunded' && bought.length > 0 && !isPosted) wrongs.push('it was bought and is not given back');
  return wrongs;
}
