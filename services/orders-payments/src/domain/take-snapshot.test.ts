import { describe, expect, it } from 'vitest';
import { anOrder, aPayment, aRefund, aSnapshot, BEFORE, NOON, PAID } from './ledger-samples.ts';
import type { Order, PaymentStatus } from './order.ts';
import { nextTask, PAYMENT_STATES, type PaymentSnapshot, type PaymentState, type ProviderPayment } from './payment.ts';
import { isUnderWay, type Refund, REJECTIONS_MAX } from './refund.ts';
import { nextStepAt } from './refund-schedule.ts';
import { requestCancel } from './take-charge.ts';
import { type Ledger, takeSnapshot } from './take-snapshot.ts';

let ids = 0;
const given = { provider: 'asaas', now: NOON, newId: () => `new-${(ids += 1)}` };

/** The order to which a payment is applied. `other`: another payment approved it. */
const COLUMNS = {
  pending: () => ledger('pending'),
  rejected: () => ledger('rejected', { status: 'rejected' }),
  approved: () => ledger('approved', PAID),
  other: () => ledger('approved', {}, { currentPaymentId: 'p-2' }),
  refunded: () => ledger('refunded', PAID),
  cancelled: () => ledger('cancelled', { cancelRequestedAt: BEFORE }),
} as const;

const OTHER = aPayment({ ...PAID, id: 'p-2', providerPaymentId: 'pay_2', reference: 'o-1:2' });
const ledger = (
  status: PaymentStatus,
  payment: Partial<ProviderPayment> = {},
  order: Partial<Order> = {},
  refunds: Refund[] = [],
): Ledger => ({
  order: anOrder(status, order),
  payments: order.currentPaymentId ? [aPayment(payment), OTHER] : [aPayment(payment)],
  refunds,
});

/** The resulting status of the order, and the next step: a refund, or the cancellation of the charge. */
function reported({ order, payments, refunds }: Ledger): string {
  const back = refunds.map(({ reason, amountCents }) => ` +${reason} ${amountCents}`).join('');
  const cancelled = payments[0]!.cancelRequestedAt === NOON ? ' cancel' : '';
  return `${order.paymentStatus}${order.isDisputed ? ' disputed' : ''}${back}${cancelled}`;
}

type Cells = Readonly<Record<keyof typeof COLUMNS, string>>;

const STAYS: Cells = {
  pending: 'pending',
  rejected: 'rejected',
  approved: 'approved',
  other: 'approved',
  refunded: 'refunded',
  cancelled: 'cancelled',
};
const MONEY: Cells = {
  ...STAYS,
  pending: 'approved',
  rejected: 'approved',
  other: 'approved +surplus 10000',
  cancelled: 'cancelled +late 10000',
};

/** The complete table. A pending charge of a cancelled order is not cancelled again: that was requested before. */
const TABLE: Readonly<Record<PaymentState, Cells>> = {
  approved: MONEY,
  partially_refunded: { ...MONEY, other: 'approved +surplus 6000', cancelled: 'cancelled +late 6000' },
  pending: STAYS,
  overdue: STAYS,
  in_review: STAYS,
  rejected: { ...STAYS, pending: 'rejected' },
  cancelled: { ...STAYS, pending: 'rejected' },
  // A refund in progress of money that was never counted approves nothing.
  refund_in_progress: STAYS,
  refunded: { ...STAYS, pending: 'rejected', approved: 'refunded' },
  disputed: {
    ...STAYS,
    pending: 'approved disputed',
    rejected: 'approved disputed',
    approved: 'approved disputed',
  },
};

const CELLS = PAYMENT_STATES.flatMap((state) =>
  (Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]).map((column) => [state, column, TABLE[state][column]] as const),
);

describe('the table of snapshots', () => {
  it.each(CELLS)('%s of an order that is %s: %s', (state, column, expected) => {
    const before = COLUMNS[column]();
    const snapshot = aSnapshot(state, state === 'partially_refunded' ? { refundedCents: 4_000 } : {});

    takeSnapshot(before, snapshot, given);
    expect(reported(before)).toBe(expected);

    // Applying it again changes nothing.
    const once = structuredClone(before);
    expect(takeSnapshot(before, snapshot, given)).toMatchObject({ purpose: null, returnedCents: 0 });
    expect(before).toEqual(once);
  });
});

it('counts a card payment once: confirmed, refunded by an admin, and received a month later', () => {
  const done = aRefund({ amountCents: 10_000, status: 'done', doneAt: BEFORE });
  const after = ledger('refunded', { ...PAID, refundedCents: 10_000 }, { totalRefundedCents: 10_000 }, [done]);

  for (const state of ['approved', 'partially_refunded', 'approved'] as const) {
    takeSnapshot(after, aSnapshot(state, { rawStatus: 'RECEIVED' }), given);
  }

  expect(after.refunds).toEqual([done]);
  expect(after.order).toMatchObject({ paymentStatus: 'refunded', totalRefundedCents: 10_000 });
});

it('retains what an admin did not refund: a part was refunded, and the order is cancelled', () => {
  const after = ledger('refunded', { ...PAID, refundedCents: 4_000 }, { totalRefundedCents: 4_000 });

  takeSnapshot(after, aSnapshot('partially_refunded', { refundedCents: 4_000 }), given);
  takeSnapshot(after, aSnapshot('approved'), given);

  expect(after.refunds).toEqual([]);
});

describe('money below the total', () => {
  it('is refunded and not checked again; the order waits for a new payment', () => {
    const short = ledger('pending');

    const { event } = takeSnapshot(short, aSnapshot('approved', { amountCents: 9_999 }), given);

    expect(reported(short)).toBe('pending +underpaid 9999');
    expect(short.payments[0]).toMatchObject({ paidAt: NOON, dueAt: null });
    expect(event).toBe('order_payment_changed');
  });
});

describe('refunds that the provider shows', () => {
  const ours = (changes: Partial<PaymentSnapshot['refunds'][number]>) => ({
    refundId: 'r-1',
    attempt: null,
    providerRefundId: null,
    amountCents: 10_000,
    state: 'done' as const,
    ...changes,
  });
  const requested = () => ledger('approved', PAID, {}, [aRefund({ amountCents: 10_000 })]);

  it('refund the order when they are done, not before', () => {
    const refunding = requested();

    takeSnapshot(refunding, aSnapshot('approved', { refunds: [ours({ state: 'pending' })] }), given);
    expect(refunding).toMatchObject({ order: { paymentStatus: 'approved' }, refunds: [{ status: 'pending' }] });
    takeSnapshot(refunding, aSnapshot('refunded', { refunds: [ours({})] }), given);

    expect(refunding).toMatchObject({
      order: { paymentStatus: 'refunded', totalRefundedCents: 10_000 },
      refunds: [{ status: 'done' }],
    });
  });

  it('release what an admin requested when they are denied', () => {
    const denied = requested();

    takeSnapshot(denied, aSnapshot('approved', { refunds: [ours({ state: 'cancelled' })] }), given);

    expect(denied.refunds[0]!.status).toBe('failed');
    expect(denied.order.paymentStatus).toBe('approved');
  });

  it('of money that is not ours are retried when they are denied, and in the end left to people', () => {
    const late = ledger('cancelled', { ...PAID }, {}, [aRefund({ reason: 'late', amountCents: 10_000 })]);
    const isDenied = (times: number) => {
      const refunds = Array.from({ length: times }, (_, attempt) => ours({ state: 'cancelled', attempt }));
      return takeSnapshot(late, aSnapshot('approved', { refunds }), given).denied;
    };

    for (let times = 1; times < REJECTIONS_MAX; times += 1) {
      expect(isDenied(times)).toHaveLength(1);
      // An earlier denial stays listed, and is not new.
      expect(isDenied(times)).toEqual([]);
    }
    expect(late.refunds[0]!.status).toBe('requested');
    expect(nextStepAt(late.refunds[0]!, NOON)! > NOON).toBe(true);
    isDenied(REJECTIONS_MAX);

    expect(late.refunds[0]!.status).toBe('failed');
    expect(nextStepAt(late.refunds[0]!, NOON)).toBeNull();
    takeSnapshot(late, aSnapshot('refunded'), given);
    expect(late.refunds[0]!.status).toBe('done');
  });

  it('that were not requested here count too', () => {
    const elsewhere = ledger('approved', PAID);

    const { event } = takeSnapshot(elsewhere, aSnapshot('partially_refunded', { refundedCents: 4_000 }), given);

    expect(event).toBe('order_partially_refunded');
    expect(elsewhere.order.totalRefundedCents).toBe(4_000);
  });

  it('end with the full refund of the payment, whatever their ids are', () => {
    const slip = ledger('approved', PAID, {}, [aRefund({ amountCents: 10_000, status: 'requires_payer_action' })]);

    takeSnapshot(slip, aSnapshot('refunded'), given);

    expect(slip.refunds.some(isUnderWay)).toBe(false);
  });

  it('end when the bank denies them, though a slip shows no ids of ours', () => {
    const slip = ledger('approved', PAID, {}, [aRefund({ amountCents: 10_000, status: 'requires_payer_action' })]);
    const unnamed = (state: 'pending' | 'cancelled') =>
      ours({ refundId: null, attempt: null, amountCents: 10_000, state });
    const shows = (state: PaymentState, ...refunds: ReturnType<typeof ours>[]) =>
      takeSnapshot(slip, aSnapshot(state, { refunds }), given).denied.length;

    expect(shows('refund_in_progress', unnamed('cancelled'))).toBe(0);
    expect(shows('approved', unnamed('cancelled'), unnamed('pending'))).toBe(0);
    expect(shows('approved', unnamed('cancelled'))).toBe(1);
    expect(slip.refunds[0]!.status).toBe('failed');
  });
});

it.each<[PaymentStatus, Partial<Order>, PaymentState]>([
  ['approved', { currentPaymentId: 'p-2' }, 'pending'],
  ['cancelled', {}, 'rejected'],
])('a removed charge that a person restores is cancelled once its order is %s', (paymentStatus, order, state) => {
  const restored = ledger(paymentStatus, { status: 'cancelled' }, order);
  requestCancel(restored.payments[0]!, NOON);
  expect(restored.payments[0]!.dueAt).toBeNull();

  takeSnapshot(restored, aSnapshot(state), given);

  expect(nextTask(restored.payments[0]!, restored.order)?.kind).toBe('cancel_charge');
});

it.each([
  ['a look that went well is the end of those that failed', 'pending', {}, 0],
  ['a charge that the gateway still does not cancel counts on', 'cancelled', { cancelRequestedAt: BEFORE }, 7],
] as const)('%s', (_what, status, payment, failures) => {
  const current = ledger(status, { failures: 7, ...payment });
  takeSnapshot(current, aSnapshot('pending'), given);
  expect(current.payments[0]!.failures).toBe(failures);
});
