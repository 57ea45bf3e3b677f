import { describe, expect, it } from '@jest/globals';
import { applyPayment, EFFECTS, type PaymentFacts } from './apply-payment.ts';
import type { PaymentStatus } from './order.ts';
import { type Payment, PAYMENT_STATES, type PaymentSnapshot, type PaymentState } from './payment.ts';

const noon = new Date('2026-11-21T12:00:00Z');
const before = new Date('2026-11-20T12:00:00Z');

const aPayment = (changes: Partial<Payment> = {}): Payment => ({
  id: 'p-1',
  orderId: 'o-1',
  attempt: 1,
  provider: 'asaas',
  reference: 'o-1:1',
  status: 'pending',
  amountCents: 10_000,
  refundedCents: 0,
  preferenceId: 'pay_1',
  providerPaymentId: 'pay_1',
  initPoint: 'http://pay.example/1',
  sandboxInitPoint: null,
  cancelRequestedAt: null,
  paidAt: null,
  createdAt: before,
  ...changes,
});
const aSnapshot = (state: PaymentState, changes: Partial<PaymentSnapshot> = {}): PaymentSnapshot => ({
  paymentId: 'pay_1',
  charge: null,
  reference: 'o-1:1',
  state,
  rawStatus: state.toUpperCase(),
  amountCents: 10_000,
  refundedCents: 0,
  refunds: [],
  ...changes,
});
const facts = (
  paymentStatus: PaymentStatus,
  state: PaymentState,
  payment: Partial<Payment> = {},
  snapshot: Partial<PaymentSnapshot> = {},
  currentPaymentId = 'p-1',
): PaymentFacts => ({
  order: { id: 'o-1', paymentStatus, totalCents: 10_000, totalRefundedCents: 0, currentPaymentId },
  payment: aPayment(payment),
  snapshot: aSnapshot(state, snapshot),
  now: noon,
});
const paid = { status: 'approved', paidAt: before } as const;

describe('money for a live order', () => {
  it.each(['pending', 'rejected'] as const)('approves an order that is %s and cancels other charges', (status) => {
    expect(applyPayment(facts(status, 'approved'))).toEqual({
      order: { paymentStatus: 'approved', paidAt: noon, currentPaymentId: 'p-1' },
      payment: { status: 'approved', paidAt: noon },
      event: 'order_approved',
      followUp: { kind: 'cancel_others' },
      outcome: 'approved',
    });
  });

  it('is counted once', () => {
    const again = applyPayment(facts('approved', 'approved', paid));

    expect(again).toMatchObject({ order: {}, payment: {}, event: null, followUp: null });
  });

  it('approves by a superseded charge, which becomes the current one', () => {
    const superseded = applyPayment(facts('pending', 'approved', { cancelRequestedAt: before }, {}, 'p-2'));

    expect(superseded.order).toMatchObject({ paymentStatus: 'approved', currentPaymentId: 'p-1' });
  });

  it('gives back what comes by a second charge', () => {
    expect(applyPayment(facts('approved', 'approved', {}, {}, 'p-2'))).toMatchObject({
      order: {},
      payment: { status: 'approved', paidAt: noon },
      event: null,
      followUp: { kind: 'give_back', reason: 'surplus', amountCents: 10_000 },
    });
  });

  it.each([
    [9_999, 'amount_too_small'],
    [10_000, 'approved'],
    [10_250, 'approved'],
  ])('of %i cents is %s', (amountCents, outcome) => {
    expect(applyPayment(facts('pending', 'approved', {}, { amountCents })).outcome).toBe(outcome);
  });
});

describe('no money yet', () => {
  it.each(['pending', 'overdue', 'in_review'] as const)('leaves the order when the charge is %s', (state) => {
    expect(applyPayment(facts('pending', state)).order).toEqual({});
    expect(applyPayment(facts('rejected', state)).order).toEqual({});
    expect(applyPayment(facts('approved', state, paid))).toMatchObject({ order: {}, payment: {}, event: null });
  });

  it('shows that the charge of the order is overdue', () => {
    expect(applyPayment(facts('pending', 'overdue'))).toMatchObject({
      payment: { status: 'overdue' },
      event: 'order_payment_changed',
    });
  });

  it('keeps a refusal until money comes', () => {
    expect(applyPayment(facts('rejected', 'pending', { status: 'rejected' })).payment).toEqual({});
  });

  it('cancels a charge again that was to be cancelled', () => {
    expect(applyPayment(facts('pending', 'pending', { cancelRequestedAt: before }, {}, 'p-2')).followUp).toEqual({
      kind: 'cancel_this',
    });
  });
});

describe('a failed charge', () => {
  it.each(['rejected', 'cancelled'] as const)(
    'that is %s rejects the pending order, so that it can be paid anew',
    (state) => {
      expect(applyPayment(facts('pending', state))).toMatchObject({
        order: { paymentStatus: 'rejected' },
        payment: { status: state },
        event: 'order_rejected',
      });
    },
  );

  it.each<[string, Partial<Payment>, string]>([
    ['superseded', {}, 'p-2'],
    ['cancelled by us', { cancelRequestedAt: before }, 'p-1'],
  ])('that was %s says nothing about the order', (_name, payment, current) => {
    expect(applyPayment(facts('pending', 'cancelled', payment, {}, current)).order).toEqual({});
  });

  it('does not touch what is approved or rejected already', () => {
    expect(applyPayment(facts('approved', 'rejected', paid))).toMatchObject({ order: {}, payment: {}, event: null });
    expect(applyPayment(facts('rejected', 'cancelled')).order).toEqual({});
  });
});

describe('a refund at the gateway', () => {
  it('of everything refunds the order', () => {
    expect(applyPayment(facts('approved', 'refunded', paid, { refundedCents: 10_000 }))).toMatchObject({
      order: { paymentStatus: 'refunded', totalRefundedCents: 10_000 },
      payment: { status: 'refunded', refundedCents: 10_000 },
      event: 'order_refunded',
    });
  });

  it('of a part keeps the order approved and counts what went back', () => {
    expect(applyPayment(facts('approved', 'partially_refunded', paid, { refundedCents: 4_000 }))).toMatchObject({
      order: { totalRefundedCents: 4_000 },
      event: 'order_partially_refunded',
    });
  });

  it('in parts that reach the whole refunds the order', () => {
    const whole = applyPayment(facts('approved', 'partially_refunded', paid, { refundedCents: 10_000 }));

    expect(whole.order.paymentStatus).toBe('refunded');
  });

  it('of a part counts the approval that was never notified', () => {
    expect(applyPayment(facts('pending', 'partially_refunded', {}, { refundedCents: 4_000 }))).toMatchObject({
      order: { paymentStatus: 'approved', totalRefundedCents: 4_000 },
      payment: { status: 'partially_refunded', paidAt: noon },
      event: 'order_approved',
    });
  });

  it('of a second charge leaves the order alone', () => {
    expect(applyPayment(facts('approved', 'refunded', paid, {}, 'p-2'))).toMatchObject({ order: {}, event: null });
    expect(applyPayment(facts('approved', 'partially_refunded', paid, {}, 'p-2')).order).toEqual({});
  });

  it('under way or a dispute changes the payment alone', () => {
    for (const state of ['refund_in_progress', 'disputed'] as const) {
      expect(applyPayment(facts('approved', state, paid))).toMatchObject({ order: {}, payment: { status: state } });
    }
  });
});

describe.each(['cancelled', 'refunded'] as const)('an order that is %s', (status) => {
  it('gives late money back', () => {
    expect(applyPayment(facts(status, 'approved', {}, { refundedCents: 1_000 }))).toMatchObject({
      order: {},
      payment: { status: 'approved', paidAt: noon },
      followUp: { kind: 'give_back', reason: 'late', amountCents: 9_000 },
    });
  });

  it('gives money that was counted while it was alive back by nobody but the admin', () => {
    expect(applyPayment(facts(status, 'approved', paid)).followUp).toBeNull();
    expect(applyPayment(facts(status, 'partially_refunded', paid, { refundedCents: 1 })).followUp).toBeNull();
  });

  it.each(['pending', 'overdue'] as const)('cancels a charge that is %s', (state) => {
    expect(applyPayment(facts(status, state)).followUp).toEqual({ kind: 'cancel_this' });
    expect(applyPayment(facts(status, state, paid)).followUp).toBeNull();
  });

  it.each(PAYMENT_STATES)('stays as it is when the payment is %s', (state) => {
    expect(applyPayment(facts(status, state)).order).toEqual({});
  });
});

it('knows what every state of a payment means', () => {
  expect(Object.keys(EFFECTS).sort()).toEqual([...PAYMENT_STATES].sort());
});
