import type { Json } from '@estampa/stack/demo/api';
import type { KnownOrder } from '../load/journal.ts';
import type { InUse } from '../stage/in-use.ts';

export type StoredOrder = {
  id: string;
  status: string;
  total: number;
  refunded: number;
  isPaid: boolean;
  isDisputed: boolean;
  /** Requested by admins in parts, and all that is on its way. */
  requested: number;
  pending: number;
  charges: string[];
};

const ORDERS = `
  select o.id, o.payment_status as status, o.total_cents as total, o.total_refunded_cents as refunded,
    o.paid_at is not null as "isPaid", o.is_disputed as "isDisputed",
    coalesce((select sum(amount_cents) from refund where order_id = o.id and reason = 'refund' and status <> 'failed'), 0)::int
      as requested,
    coalesce((select sum(amount_cents) from refund where order_id = o.id and status not in ('done', 'failed')), 0)::int
      as pending,
    array(select provider_payment_id from payment where order_id = o.id and provider_payment_id is not null) as charges
  from customer_order o`;
const PAYABLE = ['PENDING', 'OVERDUE'];
const UNPAID = ['pending', 'rejected'];

/** The orders are those that were accepted, each once and as it was requested, and the provider has their money and no other. */
export async function wrongsOfOrders({ databases, sandbox, journal }: InUse): Promise<string[]> {
  const { rows } = await databases['orders-payments'].query<StoredOrder>(ORDERS);
  const { charges } = await sandbox.call('GET', '/charges');
  const byOrder = Map.groupBy(charges as Json[], ({ externalReference }) => externalReference.split(':')[0] as string);
  const stored = new Set(rows.map(({ id }) => id));
  return [
    ...[...journal.orders.keys()].flatMap((id) => (stored.has(id) ? [] : `order ${id} was accepted and is lost`)),
    ...[...byOrder.keys()].flatMap((id) => (stored.has(id) ? [] : `charges of order ${id}, which does not exist`)),
    ...rows.flatMap((order) => {
      const known = journal.orders.get(order.id);
      const found = known ? wrongsOfOrder(order, known) : ['nobody got a response with it'];
      const all = [...found, ...wrongsOfCharges(order, byOrder.get(order.id) ?? [])];
      return all.map((wrong) => `order ${order.id} is ${order.status}: ${wrong}`);
    }),
  ];
}

export function wrongsOfOrder(order: StoredOrder, known: KnownOrder): string[] {
  const { status, requested, pending, isDisputed } = order;
  const expected = known.ending ?? (known.paid ? 'approved' : 'pending');
  const isOnItsWay = expected === 'refunded' && pending > 0;
  const wrongs = [];
  if (status !== expected && !isOnItsWay) wrongs.push(`it has to be ${expected}`);
  if (requested !== known.refundedCents)
    wrongs.push(`refunds of ${requested} stand for ${known.refundedCents} requested`);
  if (isDisputed) wrongs.push('no dispute is left');
  return wrongs;
}

export function wrongsOfCharges(order: StoredOrder, charges: readonly Json[]): string[] {
  const { total, refunded, pending, isPaid, status } = order;
  const ids = new Set(charges.map(({ id }) => id));
  const live = charges.filter(({ deleted }) => !deleted);
  const retained = live.reduce((sum, charge) => sum + retainedCents(charge), 0);
  const due = isPaid ? total - refunded : 0;
  const wrongs = [];
  for (const { id } of live) if (!order.charges.includes(id)) wrongs.push(`charge ${id} is none of its payments`);
  for (const id of order.charges) if (!ids.has(id)) wrongs.push(`the provider has no charge ${id}`);
  if (live.length > 1) wrongs.push(`it has ${live.length} charges`);
  // What is on its way back may have left already.
  if (retained > due || retained < due - pending) wrongs.push(`the provider has ${retained}, not ${due}`);
  if (!UNPAID.includes(status) && live.some((charge) => PAYABLE.includes(charge.status)))
    wrongs.push('it can still be paid');
  return wrongs;
}

/** A lost dispute takes all, without a refund. */
function retainedCents({ value, confirmedDate, status, refunds }: Json): number {
  if (!confirmedDate || (status === 'REFUNDED' && !refunds)) return 0;
  const back = ((refunds ?? []) as Json[]).filter((one) => one.status === 'DONE');
  return Math.round(100 * (value - back.reduce((sum, one) => sum + one.value, 0)));
}
