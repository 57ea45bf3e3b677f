import { randomUUID } from 'node:crypto';
import type { PlaceOrderRequest } from '@estampa/contracts/orders/v1/order';
import { expect } from 'vitest';
import { eventually } from '@estampa/testing/eventually';
import { aCheckout, type CheckoutWorld } from './checkout-world.ts';

/** Orders of a test service, and the state of their money in its database, at its provider and on its topic. */
export function moneyIn(world: CheckoutWorld) {
  async function anOrder(changes: Partial<PlaceOrderRequest> = {}) {
    const userId = randomUUID();
    const { order } = await world.as(userId).placeOrder(aCheckout(userId, changes));
    const id = order!.id;
    const read = async () => (await world.as(userId).getOrder({ id })).order!;
    return { id, userId, chargeId: order!.payment!.providerPaymentId!, read };
  }

  async function aPaidOrder(fields?: Record<string, string>) {
    const order = await anOrder();
    await world.sandbox.pay(order.chargeId, fields);
    await eventually(async () => expect((await order.read()).paymentStatus).toBe('approved'));
    return order;
  }

  const refunds = async (orderId: string) =>
    (
      await world.service.database.query(
        'select reason, amount_cents as cents, status from refund where order_id = $1 order by id',
        [orderId],
      )
    ).rows;
  /** Ends the quarantine: a request without a response can no longer arrive. */
  const quarantineEnds = (orderId: string) =>
    world.service.database.query('update refund set claimed_until = now(), due_at = now() where order_id = $1', [
      orderId,
    ]);
  const tries = async (orderId: string): Promise<number> =>
    (await world.service.database.query('select tries from refund where order_id = $1', [orderId])).rows[0].tries;
  const endScripts = async (): Promise<void> => {
    for (const { id } of (await world.calls.call('GET', '/_control/scripts')).scripts)
      await world.calls.call('DELETE', `/_control/scripts/${id}`);
  };
  const chargeOf = async ({ id, chargeId }: { id: string; chargeId: string }) =>
    (await world.sandbox.charges(id)).find((charge) => charge.id === chargeId)!;
  const returnedOf = async (order: { id: string; chargeId: string }): Promise<number> =>
    ((await chargeOf(order)).refunds ?? [])
      .filter(({ status }) => status === 'DONE')
      .reduce((sum, { value }) => sum + Math.round(value * 100), 0);
  const declared = async (orderId: string) =>
    (await world.service.events('orders.v1')).filter(({ key }) => key === `order:${orderId}`).map(({ type }) => type);

  const waitingForLocks = async (): Promise<number> =>
    (
      await world.service.database.query(
        `select count(*)::int as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`,
      )
    ).rows[0].waiting;

  return {
    anOrder,
    aPaidOrder,
    refunds,
    quarantineEnds,
    tries,
    endScripts,
    chargeOf,
    returnedOf,
    declared,
    waitingForLocks,
  };
}
