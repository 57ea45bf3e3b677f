import { describe, expect, it } from 'vitest';
import { settleByHand } from './end-refund.ts';
import { aPayment, anOrder, aRefund, aSnapshot, NOON, PAID } from './ledger-samples.ts';
import { PaymentAccount } from './payment-account.ts';
import type { Refund } from './refund.ts';
import { isEnding, settleRefunds } from './settle-refunds.ts';
import { takeResponse, takeSnapshot } from './take-snapshot.ts';

const FULL = { id: 'r-2', reason: 'cancel', amountCents: 10_000 } as const;
const PART_DONE = { id: 'r-1', status: 'done', amountCents: 4_000 } as const;

it.each<[string, number, Partial<Refund>[], string, number]>([
  ['is gone: it ends', 0, [{ ...FULL, status: 'done' }], 'refunded', 10_000],
  ['was denied: it stays as before', 0, [{ ...FULL, status: 'failed' }], 'approved', 0],
  // A partial refund in the provider's panel left less than the requested amount.
  ['was denied and a part went back: the rest is not kept', 4_000, [{ ...FULL, status: 'failed' }], 'approved', 4_000],
  ['was a part that was asked for before: the rest is kept', 0, [PART_DONE], 'refunded', 4_000],
  [
    'was a part, after a full one had been denied: the next cancellation decides about the rest',
    0,
    [{ ...FULL, id: 'r-0', status: 'failed' }, PART_DONE],
    'approved',
    4_000,
  ],
])('an order that is being cancelled when what it waits for %s', (_what, refundedCents, refunds, status, cents) => {
  const order = anOrder('approved', { isClosing: true });

  settleRefunds(order, PaymentAccount.of(aPayment({ ...PAID, refundedCents }), refunds.map(aRefund)));

  expect(order).toMatchObject({ paymentStatus: status, totalRefundedCents: cents, isClosing: false });
});

it.each<[string, Parameters<typeof anOrder>, Partial<Refund>[], boolean]>([
  ['nothing goes back', ['approved'], [], false],
  ['a part goes back', ['approved'], [{ amountCents: 9_999 }], false],
  ['all goes back', ['approved'], [{ amountCents: 10_000 }], true],
  ['the rest goes back', ['approved', { totalRefundedCents: 6_000 }], [{ amountCents: 4_000 }], true],
  ['the rest went back, and is not pending', ['approved'], [{ amountCents: 10_000, status: 'done' }], false],
  ['it is being cancelled', ['approved', { isClosing: true }], [], true],
  ['it was never paid', ['pending', { isClosing: true }], [{ amountCents: 10_000 }], false],
  ['it has ended', ['refunded', { totalRefundedCents: 10_000 }], [], false],
])('an order of which %s', (_what, order, refunds, ends) => {
  expect(isEnding(anOrder(...order), PaymentAccount.of(aPayment(PAID), refunds.map(aRefund)))).toBe(ends);
});

it.each<[string, Parameters<typeof anOrder>, number, string | null, number]>([
  ['is news', ['approved'], 4_000, 'order_partially_refunded', 4_000],
  ['is known', ['approved', { totalRefundedCents: 4_000 }], 4_000, null, 4_000],
  ['is less than was known', ['approved', { totalRefundedCents: 5_000 }], 4_000, null, 5_000],
  ['is all', ['approved', { isDisputed: true }], 10_000, 'order_refunded', 10_000],
  ['is more than all', ['approved'], 12_000, 'order_refunded', 10_000],
  ['is of an order that was refunded before', ['refunded', { totalRefundedCents: 4_000 }], 10_000, null, 10_000],
  ['is of an order that was never paid', ['pending'], 4_000, null, 0],
  ['is of another payment than the one that paid', ['approved', { currentPaymentId: 'p-2' }], 4_000, null, 0],
])('money that went back and %s', (_what, [status, changes], refundedCents, event, cents) => {
  const order = anOrder(status, changes);

  expect(settleRefunds(order, PaymentAccount.of(aPayment({ ...PAID, refundedCents }), []))).toBe(event);

  expect(order.totalRefundedCents).toBe(cents);
  if (event === 'order_refunded') expect(order).toMatchObject({ paymentStatus: 'refunded', isDisputed: false });
});

it('a refund outside of the provider does not make snapshots of the provider stale', () => {
  const refund = aRefund({ status: 'failed' });
  const ledger = { order: anOrder('approved'), payments: [aPayment(PAID)], refunds: [refund] };

  settleByHand(ledger, refund, { note: 'by a bank transfer', now: NOON });
  takeSnapshot(ledger, aSnapshot('disputed'), { provider: 'asaas', now: NOON, newId: () => 'n-1' });

  expect(ledger.order.totalRefundedCents).toBe(4_000);
  expect(ledger.payments[0]!.status).toBe('disputed');
});

it.each(['pending', 'done'] as const)('what the gateway rejected and shows as %s all the same is so', (state) => {
  const refund = aRefund({ status: 'failed', failures: 1 });
  const ledger = { order: anOrder('approved'), payments: [aPayment(PAID)], refunds: [refund] };
  const shown = { refundId: refund.id, attempt: 0, providerRefundId: null, amountCents: 4_000, state };

  const { denied } = takeSnapshot(ledger, aSnapshot('approved', { refunds: [shown] }), {
    provider: 'asaas',
    now: NOON,
    newId: () => 'n-1',
  });

  expect(refund.status).toBe(state);
  expect(denied).toEqual(state === 'pending' ? [refund] : []);
});

describe('a refund that the provider shows without our id, before it responds to the request', () => {
  const GIVEN = { provider: 'mercadopago', now: NOON, newId: () => 'n-1' };
  const anonymous = (amountCents: number) => ({
    refundedCents: amountCents,
    refunds: [{ refundId: null, attempt: null, providerRefundId: 'theirs', amountCents, state: 'done' as const }],
  });

  it('lowers nothing of the order when it is of a surplus', () => {
    const refund = aRefund({ reason: 'surplus', amountCents: 150 });
    const payments = [aPayment({ ...PAID, paidCents: 10_150 })];
    const ledger = { order: anOrder('approved'), payments, refunds: [refund] };

    takeSnapshot(ledger, aSnapshot('partially_refunded', { amountCents: 10_150, ...anonymous(150) }), GIVEN);
    expect(ledger.order.totalRefundedCents).toBe(0);
    takeResponse(ledger, refund, { kind: 'done', providerRefundId: 'theirs' }, GIVEN);

    expect(ledger.order).toMatchObject({ paymentStatus: 'approved', totalRefundedCents: 0 });
    expect(ledger.payments[0]!.refundedCents).toBe(150);
    expect(refund.status).toBe('done');
  });

  it('counts once, and the payment is checked again', () => {
    const refund = aRefund({ amountCents: 4_000 });
    const ledger = { order: anOrder('approved'), payments: [aPayment(PAID)], refunds: [refund] };

    takeSnapshot(ledger, aSnapshot('partially_refunded', anonymous(4_000)), GIVEN);
    takeResponse(ledger, refund, { kind: 'done', providerRefundId: 'theirs' }, GIVEN);

    expect(ledger.order.totalRefundedCents).toBe(4_000);
    expect(ledger.payments[0]).toMatchObject({ refundedCents: 4_000, dueAt: NOON });
  });
});
