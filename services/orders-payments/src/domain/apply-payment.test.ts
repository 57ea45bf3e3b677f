import { describe, expect, it } from 'vitest';
import { applyPayment, EFFECTS, type PaymentUpdate } from './apply-payment.ts';
import { anOrder, aPayment, aSnapshot, BEFORE as before, NOON as noon, PAID as paid } from './ledger-samples.ts';
import type { PaymentStatus } from './order.ts';
import { PAYMENT_STATES, type PaymentSnapshot, type PaymentState, type ProviderPayment } from './payment.ts';

const input = (
  paymentStatus: PaymentStatus,
  state: PaymentState,
  payment: Partial<ProviderPayment> = {},
  snapshot: Partial<PaymentSnapshot> = {},
  currentPaymentId = 'p-1',
): PaymentUpdate => ({
  order: anOrder(paymentStatus, { currentPaymentId }),
  payment: aPayment(payment),
  snapshot: aSnapshot(state, snapshot),
  now: noon,
});

const backAs = (state: 'pending' | 'cancelled', amountCents: number) => ({
  refundId: null,
  attempt: null,
  providerRefundId: null,
  amountCents,
  state,
});

describe('money for a live order', () => {
  it.each(['pending', 'rejected'] as const)('approves an order that is %s and cancels other charges', (status) => {
    expect(applyPayment(input(status, 'approved'))).toEqual({
      order: { paymentStatus: 'approved', paidAt: noon, currentPaymentId: 'p-1', isDisputed: false },
      payment: { status: 'approved', paidAt: noon, paidCents: 10_000 },
      event: 'order_approved',
      followUp: { kind: 'cancel_others' },
      surplusCents: 0,
      outcome: 'approved',
    });
  });

  it('is counted once', () => {
    const again = applyPayment(input('approved', 'approved', paid));

    expect(again).toMatchObject({ order: {}, payment: {}, event: null, followUp: null });
  });

  it('approves by a superseded charge, which becomes the current one', () => {
    const superseded = applyPayment(input('pending', 'approved', { cancelRequestedAt: before }, {}, 'p-2'));

    expect(superseded.order).toMatchObject({ paymentStatus: 'approved', currentPaymentId: 'p-1' });
  });

  it('refunds what comes by a second charge', () => {
    expect(applyPayment(input('approved', 'approved', {}, {}, 'p-2'))).toMatchObject({
      order: {},
      payment: { status: 'approved', paidAt: noon },
      event: null,
      followUp: { kind: 'give_back', reason: 'surplus', amountCents: 10_000 },
    });
  });

  it.each([
    [9_999, 'underpaid'],
    [10_000, 'approved'],
    [10_250, 'approved'],
  ])('of %i cents is %s', (amountCents, outcome) => {
    const applied = applyPayment(input('pending', 'approved', {}, { amountCents }));

    expect(applied).toMatchObject({ outcome, payment: { paidCents: amountCents } });
    expect(applied.surplusCents).toBe(Math.max(amountCents - 10_000, 0));
  });
});

describe('a payment without money', () => {
  it.each(['pending', 'overdue', 'in_review'] as const)('leaves the order when the charge is %s', (state) => {
    expect(applyPayment(input('pending', state)).order).toEqual({});
    expect(applyPayment(input('rejected', state)).order).toEqual({});
    expect(applyPayment(input('approved', state, paid))).toMatchObject({ order: {}, payment: {}, event: null });
  });

  it('shows that the charge of the order is overdue', () => {
    expect(applyPayment(input('pending', 'overdue'))).toMatchObject({
      payment: { status: 'overdue' },
      event: 'order_payment_changed',
    });
  });

  it('leaves the order rejected until money comes', () => {
    expect(applyPayment(input('rejected', 'pending', { status: 'rejected' })).payment).toEqual({});
  });

  it('cancels a charge again that was to be cancelled', () => {
    expect(applyPayment(input('pending', 'pending', { cancelRequestedAt: before }, {}, 'p-2')).followUp).toEqual({
      kind: 'cancel_this',
    });
  });
});

describe('a failed charge', () => {
  it.each(['rejected', 'cancelled'] as const)(
    'that is %s rejects the pending order, so that it can be paid again',
    (state) => {
      expect(applyPayment(input('pending', state))).toMatchObject({
        order: { paymentStatus: 'rejected' },
        payment: { status: state },
        event: 'order_rejected',
      });
    },
  );

  it.each<[string, Partial<ProviderPayment>, string]>([
    ['superseded', {}, 'p-2'],
    ['cancelled by us', { cancelRequestedAt: before }, 'p-1'],
  ])('that was %s says nothing about the order', (_name, payment, current) => {
    expect(applyPayment(input('pending', 'cancelled', payment, {}, current)).order).toEqual({});
  });

  it('changes nothing that is approved or rejected already', () => {
    expect(applyPayment(input('approved', 'rejected', paid))).toMatchObject({ order: {}, payment: {}, event: null });
    expect(applyPayment(input('rejected', 'cancelled')).order).toEqual({});
  });
});

describe('a dispute', () => {
  it('shows on the order that the payment paid, until it ends', () => {
    expect(applyPayment(input('approved', 'disputed', paid))).toMatchObject({
      order: { isDisputed: true },
      payment: { status: 'disputed' },
      event: 'order_disputed',
    });
    const disputed = { ...input('approved', 'approved', { ...paid, status: 'disputed' }) };
    disputed.order = anOrder('approved', { isDisputed: true });
    expect(applyPayment(disputed)).toMatchObject({ order: { isDisputed: false }, event: 'order_dispute_ended' });
  });

  it('ends when everything was refunded', () => {
    const refunded = input('approved', 'refunded', { ...paid, status: 'disputed' });

    expect(applyPayment({ ...refunded, order: anOrder('approved', { isDisputed: true }) }).order).toEqual({
      isDisputed: false,
    });
    expect(applyPayment(refunded).order).toEqual({});
    const ofAnother = anOrder('approved', { isDisputed: true, currentPaymentId: 'p-2' });
    expect(applyPayment({ ...refunded, order: ofAnother }).order).toEqual({});
  });

  it('of a second charge leaves the order alone', () => {
    expect(applyPayment(input('approved', 'disputed', paid, {}, 'p-2'))).toMatchObject({ order: {}, event: null });
  });
});

it('takes no status from a response that shows less refunded than is known', () => {
  const refunded = { ...paid, status: 'refunded', refundedCents: 10_000 } as const;

  expect(applyPayment(input('refunded', 'approved', refunded))).toMatchObject({ payment: {}, followUp: null });
});

describe.each(['cancelled', 'refunded'] as const)('an order that is %s', (status) => {
  it('refunds late money', () => {
    expect(applyPayment(input(status, 'approved', {}, { refundedCents: 1_000 }))).toMatchObject({
      order: {},
      payment: { status: 'approved', paidAt: noon },
      followUp: { kind: 'give_back', reason: 'late', amountCents: 9_000 },
    });
  });

  it.each<[string, Partial<PaymentSnapshot>, number | null]>([
    ['but not what is on its way back already', { refunds: [backAs('pending', 3_000), backAs('pending', 500)] }, 6_500],
    ['whatever refund was denied', { refunds: [backAs('cancelled', 3_000)] }, 10_000],
    ['to the last cent', { refundedCents: 9_999 }, 1],
    ['until nothing is left', { refundedCents: 7_000, refunds: [backAs('pending', 3_000)] }, null],
  ])('refunds late money, %s', (_what, shown, amountCents) => {
    const { followUp, payment } = applyPayment(input(status, 'approved', {}, shown));

    expect(followUp).toEqual(amountCents && { kind: 'give_back', reason: 'late', amountCents });
    expect(payment.paidAt).toEqual(noon);
  });

  it('leaves the refund of money that was counted in time to an admin', () => {
    expect(applyPayment(input(status, 'approved', paid)).followUp).toBeNull();
    expect(applyPayment(input(status, 'partially_refunded', paid, { refundedCents: 1 })).followUp).toBeNull();
  });

  it.each(['pending', 'overdue'] as const)('cancels a charge that is %s', (state) => {
    expect(applyPayment(input(status, state)).followUp).toEqual({ kind: 'cancel_this' });
    expect(applyPayment(input(status, state, paid)).followUp).toBeNull();
  });

  it.each(PAYMENT_STATES)('stays as it is when the payment is %s', (state) => {
    expect(applyPayment(input(status, state)).order).toEqual({});
  });
});

it('has effects for every state of a payment', () => {
  expect(Object.keys(EFFECTS).sort()).toEqual([...PAYMENT_STATES].sort());
});

describe('a refund in progress when the payment is first seen', () => {
  it.each(['pending', 'rejected'] as const)('approves nothing of an order that is %s', (status) => {
    expect(applyPayment(input(status, 'refund_in_progress'))).toMatchObject({
      order: {},
      payment: { status: 'refund_in_progress' },
      followUp: null,
      outcome: 'refund_in_progress',
    });
  });

  it('is counted when the refund is denied', () => {
    const denied = applyPayment(input('pending', 'approved', { status: 'refund_in_progress' }));

    expect(denied).toMatchObject({ order: { paymentStatus: 'approved' }, event: 'order_approved' });
  });
});

describe('a payment of which somebody says that it was never made', () => {
  const undone = (payment: Partial<ProviderPayment>) =>
    applyPayment(input('approved', 'pending', payment, { isUndone: true }));

  it('is in dispute', () => {
    expect(undone(paid)).toMatchObject({
      order: { isDisputed: true },
      payment: { status: 'disputed' },
      event: 'order_disputed',
      outcome: 'payment_undone',
    });
  });

  it('is so once, and in no other order than the one it paid', () => {
    const known = input('approved', 'pending', { ...paid, status: 'disputed' }, { isUndone: true });
    expect(applyPayment({ ...known, order: anOrder('approved', { isDisputed: true }) }).event).toBeNull();

    const second = applyPayment(input('approved', 'pending', paid, { isUndone: true }, 'p-2'));
    expect(second).toMatchObject({ order: {}, payment: { status: 'disputed' }, event: null });
  });

  it('that was never counted is pending again', () => {
    expect(undone({}).outcome).toBe('waiting');
  });
});
