import { describe, expect, it } from 'vitest';
import { aPayment, anOrder, anUncharged, BEFORE, NOON, PAID } from './ledger-samples.ts';
import type { Order } from './order.ts';
import type { Payment } from './payment.ts';
import { requestCancel, takeCharge } from './take-charge.ts';

const CHARGE = { preferenceId: 'pay_2', paymentId: 'pay_2', initPoint: 'http://pay.example/2', sandboxInitPoint: null };
const SOON = new Date(NOON.getTime() + 5_000);

function charged(order: Order, changes: Partial<Payment> = {}, others: Payment[] = []): Payment {
  const payment = anUncharged({ id: 'p-2', createdAt: NOON, ...changes } as never);
  return takeCharge({ order, payment, payments: [...others, payment], now: NOON }, CHARGE);
}

describe('the charge of a payment', () => {
  it('is the one that the buyer is sent to', () => {
    const order = anOrder('pending');
    const other = aPayment();

    const payment = charged(order, { claimedUntil: SOON, failures: 3 }, [other]);

    expect(payment).toMatchObject({
      preferenceId: 'pay_2',
      providerPaymentId: 'pay_2',
      initPoint: 'http://pay.example/2',
      claimedUntil: null,
      failures: 0,
      cancelRequestedAt: null,
    });
    expect(payment.dueAt!.getTime()).toBeGreaterThan(NOON.getTime());
    expect(order.currentPaymentId).toBe('p-2');
    expect(other).toMatchObject({ cancelRequestedAt: NOON, dueAt: NOON });
  });

  it.each([
    ['cancelled', 'pending'],
    ['rejected', 'rejected'],
  ] as const)('that was %s before its charge was known is %s', (status, then) => {
    expect(charged(anOrder('pending'), { status }).status).toBe(then);
  });

  it.each<[string, Order, Partial<Payment>]>([
    ['the order is over', anOrder('cancelled'), {}],
    ['the order is paid', anOrder('approved'), {}],
    ['it was cancelled meanwhile', anOrder('pending'), { cancelRequestedAt: BEFORE }],
  ])('is cancelled when %s, and replaces none', (_why, order, changes) => {
    const other = aPayment();

    const payment = charged(order, changes, [other]);

    expect(payment.cancelRequestedAt).toEqual(changes.cancelRequestedAt ?? NOON);
    expect(payment.dueAt).toEqual(NOON);
    expect(order.currentPaymentId).toBe('p-1');
    expect(other.cancelRequestedAt).toBeNull();
  });
});

describe('a payment that must no longer be paid', () => {
  it.each<[string, Payment, Partial<Payment>]>([
    ['has a charge: that is cancelled now', aPayment(), { cancelRequestedAt: NOON, dueAt: NOON }],
    ['was cancelled before', aPayment({ cancelRequestedAt: BEFORE }), { cancelRequestedAt: BEFORE, dueAt: NOON }],
    ['is paid', aPayment(PAID), { cancelRequestedAt: null, dueAt: null, status: 'approved' }],
    ['is gone: it may be restored', aPayment({ status: 'cancelled' }), { cancelRequestedAt: NOON, dueAt: null }],
    ['has no charge yet', anUncharged(), { cancelRequestedAt: NOON, dueAt: NOON, status: 'pending' }],
    [
      'was rejected before it had one',
      anUncharged({ status: 'rejected', dueAt: SOON }),
      { cancelRequestedAt: NOON, dueAt: null, status: 'cancelled' },
    ],
    [
      'is getting its charge: that is searched when the claim has ended',
      anUncharged({ claimedUntil: SOON }),
      { cancelRequestedAt: NOON, dueAt: SOON, status: 'pending' },
    ],
    ['got none in time', anUncharged({ claimedUntil: BEFORE }), { dueAt: NOON }],
  ])('%s', (_what, payment, expected) => {
    requestCancel(payment, NOON);

    expect(payment).toMatchObject(expected);
  });
});
