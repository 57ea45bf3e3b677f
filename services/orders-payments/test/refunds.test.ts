import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from '@estampa/testing/audit';
import { eventually } from '@estampa/testing/eventually';
import { describeCancelling } from './cancelling.ts';
import { aKey, type CheckoutWorld, startCheckoutWorld } from './checkout-world.ts';
import { describeDisputes } from './disputes.ts';
import { describeMovements } from './movements.ts';
import { moneyIn } from './money-in.ts';
import { describeOrderEmails } from './order-emails.ts';
import { describeRefundRecords } from './refund-records.ts';

let world: CheckoutWorld;
let money: ReturnType<typeof moneyIn>;
const admin = randomUUID();
const TOTAL = 17_480;

beforeAll(async () => {
  world = await startCheckoutWorld({ PAYMENT_ATTEMPT_TIMEOUT_MS: '1500' });
  money = moneyIn(world);
});
afterAll(() => world?.stop());

const asAdmin = (key: string | null = null) => world.as(admin, ['admin'], key === null ? null : aKey(key));
const keyed = { withIdempotencyKey: true };
const ground = () => ({ world, money, totalCents: TOTAL });

describe('what moves at a provider', () => {
  describeMovements(ground);
});
describe('the buyer of an order', () => {
  describeOrderEmails(ground);
});
describe('a dispute', () => {
  describeDisputes(ground);
});

describe('a refund', () => {
  it('in part, made by hand at the provider, is found in its statement when its webhook was lost', async () => {
    const order = await money.aPaidOrder();
    await world.sandbox.script({ delivery: 'never', contains: order.chargeId, times: 9 });
    await world.sandbox.refundByHand(order.chargeId, 50);

    await world.service.database.query(`update reconciliation set due_at = now() where kind = 'statements'`);

    await eventually(async () => expect((await order.read()).payment).toMatchObject({ status: 'partially_refunded' }));
    await eventually(async () => expect(await money.declared(order.id)).toContain('order_partially_refunded'));
  });

  it('in parts adds up to the total, and never exceeds it', async () => {
    const order = await money.aPaidOrder();
    const refund = (amountCents?: number) => asAdmin().refundOrder({ orderId: order.id, amountCents, lines: [] });

    expect(await refund(7_480)).toMatchObject({ totalRefundedCents: 7_480, status: 'partial_refund' });
    await expect(refund(10_001)).rejects.toMatchObject({
      reason: 'refund_too_large',
      message: 'At most 10000 cents of this order can still be refunded',
    });
    expect(await order.read()).toMatchObject({ paymentStatus: 'approved', payment: { status: 'partially_refunded' } });
    expect(await refund()).toMatchObject({ amountCents: 10_000, totalRefundedCents: TOTAL, status: 'refunded' });

    expect(await order.read()).toMatchObject({ paymentStatus: 'refunded', payment: { status: 'refunded' } });
    expect(await auditOf(world.service, `order:${order.id}`)).toEqual([
      ['order_refunded', 'admin', ['amountCents', null, 7_480]],
      ['order_refunded', 'admin', ['amountCents', null, 10_000]],
    ]);
    expect(await money.returnedOf(order)).toBe(TOTAL);
    await expect(refund(1)).rejects.toMatchObject({ reason: 'wrong_state' });
    await eventually(async () =>
      expect(await money.declared(order.id)).toEqual([
        'order_approved',
        'order_refund_changed',
        'order_partially_refunded',
        'order_refund_changed',
        'order_refunded',
      ]),
    );
  });

  it('races another one for the last cent: the order is locked, so one of them sees what the other reserved', async () => {
    const order = await money.aPaidOrder();
    const blocker = await world.service.database.connect();
    await blocker.query('begin');
    await blocker.query('select from customer_order where id = $1 for update', [order.id]);

    const both = [10_000, 10_000].map((amountCents) =>
      asAdmin().refundOrder({ orderId: order.id, amountCents, lines: [] }),
    );
    const settled = Promise.allSettled(both);
    await eventually(async () => expect(await money.waitingForLocks()).toBe(2));
    await blocker.query('commit');
    blocker.release();

    const outcomes = await settled;
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await money.returnedOf(order)).toBe(10_000);
    expect(await money.refunds(order.id)).toEqual([{ reason: 'refund', cents: 10_000, status: 'done' }]);
  });

  it('is reserved while the provider has not responded', async () => {
    const order = await money.aPaidOrder();
    const path = `/asaas/v3/payments/${order.chargeId}/refund`;
    const { id: script } = await world.sandbox.script({ method: 'POST', path, hold: 'before' });
    const first = asAdmin().refundOrder({ orderId: order.id, lines: [] });
    await eventually(async () => expect(await world.sandbox.scriptState(script)).toBe('holding'));

    const second = asAdmin().refundOrder({ orderId: order.id, amountCents: 1, lines: [] });

    await expect(second).rejects.toMatchObject({ reason: 'refund_too_large' });
    await world.sandbox.release(script);
    expect(await first).toMatchObject({ status: 'refunded' });
  });

  it.each([
    ['loses the answer', { dropConnection: true, afterEffect: true }],
    ['is silent', { hold: 'after' }],
  ])('goes on by itself, once, when the gateway %s', async (_name, script) => {
    const order = await money.aPaidOrder();
    await world.sandbox.script({ method: 'POST', path: `/asaas/v3/payments/${order.chargeId}/refund`, ...script });

    const requesting = asAdmin(order.id).refundOrder({ orderId: order.id, amountCents: 5_000, lines: [] }, keyed);

    await expect(requesting).rejects.toMatchObject({ reason: 'payment_gateway_unavailable' });
    const again = await eventually(() =>
      asAdmin(order.id).refundOrder({ orderId: order.id, amountCents: 5_000, lines: [] }, keyed),
    );
    expect(again).toMatchObject({ amountCents: 5_000, status: 'partial_refund', totalRefundedCents: 5_000 });
    expect(await money.returnedOf(order)).toBe(5_000);
    expect(await money.refunds(order.id)).toHaveLength(1);
  });

  it('without a response is searched, and not requested again while the first request may still arrive', async () => {
    const order = await money.aPaidOrder();
    const path = `/asaas/v3/payments/${order.chargeId}/refund`;
    const late = await world.sandbox.script({ method: 'POST', path, hold: 'before', outlivesClient: true });
    const refund = () => asAdmin(order.id).refundOrder({ orderId: order.id, amountCents: 5_000, lines: [] }, keyed);

    await expect(refund()).rejects.toMatchObject({ reason: 'payment_gateway_unavailable' });
    await expect(refund()).rejects.toMatchObject({ reason: 'payment_gateway_unavailable' });
    await world.sandbox.release(late.id);

    expect(await eventually(refund)).toMatchObject({ status: 'partial_refund', totalRefundedCents: 5_000 });
    expect(await money.returnedOf(order)).toBe(5_000);
    expect(await money.refunds(order.id)).toHaveLength(1);
  });

  it('without a response is requested again when the first request can no longer arrive', async () => {
    const order = await money.aPaidOrder();
    await world.sandbox.script({ method: 'POST', path: `/asaas/v3/payments/${order.chargeId}/refund`, fail: 500 });
    await expect(asAdmin().refundOrder({ orderId: order.id, lines: [] })).rejects.toMatchObject({
      kind: 'unavailable',
    });

    await money.quarantineEnds(order.id);

    await eventually(async () => expect((await order.read()).paymentStatus).toBe('refunded'));
    expect(await money.refunds(order.id)).toEqual([{ reason: 'refund', cents: TOTAL, status: 'done' }]);
  });

  it('with one key is one refund, also for two simultaneous requests', async () => {
    const order = await money.aPaidOrder();
    const path = `/asaas/v3/payments/${order.chargeId}/refund`;
    const { id: script } = await world.sandbox.script({ method: 'POST', path, hold: 'before' });
    const refund = (amountCents: number) =>
      asAdmin(`twice ${order.id}`).refundOrder({ orderId: order.id, amountCents, lines: [] }, keyed);
    const first = refund(2_000);
    await eventually(async () => expect(await world.sandbox.scriptState(script)).toBe('holding'));

    const second = refund(2_000);
    await world.sandbox.release(script);

    expect(await second).toEqual(await first);
    expect(await money.returnedOf(order)).toBe(2_000);
  });

  it('that the provider rejects frees its amount', async () => {
    const order = await money.aPaidOrder();
    await world.sandbox.script({ method: 'POST', path: `/asaas/v3/payments/${order.chargeId}/refund`, fail: 400 });

    const rejected = asAdmin().refundOrder({ orderId: order.id, lines: [] });

    await expect(rejected).rejects.toMatchObject({ reason: 'refund_refused' });
    expect(await asAdmin().refundOrder({ orderId: order.id, lines: [] })).toMatchObject({ status: 'refunded' });
  });

  it('of a bank slip is pending until the buyer has entered where the money goes', async () => {
    const order = await money.aPaidOrder({ method: 'boleto' });

    const requested = await asAdmin().refundOrder({ orderId: order.id, lines: [] });

    expect(requested).toMatchObject({ status: 'pending', totalRefundedCents: 0, payerActionUrl: expect.any(String) });
    expect((await order.read()).paymentStatus).toBe('approved');
    await fetch(requested.payerActionUrl!, { method: 'POST', redirect: 'manual' });
    await eventually(async () => expect((await order.read()).paymentStatus).toBe('refunded'));
    expect(await money.refunds(order.id)).toMatchObject([{ status: 'done' }]);
  });

  it('is limited to admins, of orders that are paid at a provider', async () => {
    const order = await money.anOrder();
    const orderId = order.id;
    await expect(world.as(order.userId).refundOrder({ orderId, lines: [] })).rejects.toMatchObject({
      kind: 'forbidden',
    });
    await expect(asAdmin().refundOrder({ orderId, lines: [] })).rejects.toMatchObject({ reason: 'wrong_state' });
    await expect(asAdmin().refundOrder({ orderId: randomUUID(), lines: [] })).rejects.toMatchObject({
      kind: 'not_found',
    });
    await world.as(order.userId).devPayOrder({ orderId });
    await expect(asAdmin().refundOrder({ orderId, lines: [] })).rejects.toMatchObject({ reason: 'not_refundable' });
  });
});

describeCancelling(() => ({ world, money }));
describeRefundRecords(() => ({ world, money }));

it('marks an order as paid in development, for its buyer and admins, and cancels its charge', async () => {
  const order = await money.anOrder();
  await expect(world.as(randomUUID()).devPayOrder({ orderId: order.id })).rejects.toMatchObject({ kind: 'forbidden' });

  const { order: paid } = await world.as(order.userId).devPayOrder({ orderId: order.id });

  expect(paid).toMatchObject({
    paymentStatus: 'approved',
    payment: { paymentProvider: 'simulated', status: 'approved' },
  });
  expect(paid!.payment!.providerPaymentId).toBeUndefined();
  expect(paid!.paidAt).toBeDefined();
  await eventually(async () => expect(await money.chargeOf(order)).toMatchObject({ deleted: true }));
  await expect(asAdmin().devPayOrder({ orderId: order.id })).rejects.toMatchObject({ reason: 'wrong_state' });
  expect((await asAdmin().cancelOrder({ orderId: order.id })).order).toMatchObject({ paymentStatus: 'refunded' });
});

it('continues after a crash between the request to the provider and its response', async () => {
  const order = await money.aPaidOrder();
  const path = `/asaas/v3/payments/${order.chargeId}/refund`;
  const { id: script } = await world.sandbox.script({ method: 'POST', path, hold: 'after' });
  const requesting = asAdmin()
    .refundOrder({ orderId: order.id, amountCents: 3_000, lines: [] })
    .catch(() => null);
  await eventually(async () => expect(await world.sandbox.scriptState(script)).toBe('holding'));

  await world.service.process.kill('SIGKILL');
  await requesting;
  await world.service.process.restart();

  await eventually(async () =>
    expect(await money.refunds(order.id)).toEqual([{ reason: 'refund', cents: 3_000, status: 'done' }]),
  );
  expect(await money.returnedOf(order)).toBe(3_000);
});
