import { describe, expect, it } from 'vitest';
import { anOrder, anUncharged, aPayment, aRefund, PAID } from './ledger-samples.ts';
import { RESPONSES, decisionOn, type OrderRequest, planCancel, planRefund } from './order-requests.ts';
import { PAYMENT_STATUSES, type PaymentStatus } from './order.ts';
import { PaymentAccount } from './payment-account.ts';

const REQUESTS: OrderRequest[] = ['pay', 'dev_pay', 'refund', 'cancel'];

/** The requests that each state accepts, from the table of the specification. */
const TAKEN: Readonly<Record<PaymentStatus, readonly OrderRequest[]>> = {
  pending: ['pay', 'dev_pay', 'cancel'],
  rejected: ['pay', 'dev_pay', 'cancel'],
  approved: ['refund', 'cancel'],
  refunded: [],
  cancelled: [],
};
const CELLS = PAYMENT_STATUSES.flatMap((status) => REQUESTS.map((request) => [request, status] as const));

it.each(CELLS)('answers %s of an order that is %s', (request, paymentStatus) => {
  if (TAKEN[paymentStatus].includes(request)) {
    expect(decisionOn({ paymentStatus }, request)).toBe(RESPONSES[paymentStatus][request]);
  } else {
    expect(() => decisionOn({ paymentStatus }, request)).toThrow(`The order is ${paymentStatus} and cannot be`);
  }
});

const paid = aPayment(PAID);
const simulated = anUncharged(PAID);
const approved = anOrder('approved');
const plan = (account: PaymentAccount, amountCents: number | null) =>
  planRefund({ order: approved, items: [], account }, { amountCents, lines: [] }).amountCents;

describe('a refund', () => {
  it.each<[string, number, Parameters<typeof aRefund>[0][], number | null, number | string]>([
    ['everything', 0, [], null, 10_000],
    ['a part', 0, [], 1, 1],
    ['exactly what remains', 0, [{ status: 'done' }], 6_000, 6_000],
    ['all that remains', 0, [{ status: 'done' }], null, 6_000],
    ['one cent too much', 0, [{ status: 'done' }], 6_001, 'At most 6000 cents'],
    ['more than remains beside one under way', 0, [{ status: 'requested' }], 6_001, 'At most 6000 cents'],
    ['more than remains beside one at the gateway', 0, [{ status: 'pending' }], 6_001, 'At most 6000 cents'],
    [
      'more than remains beside one that waits for the buyer',
      0,
      [{ status: 'requires_payer_action' }],
      6_001,
      'At most',
    ],
    ['everything after one that failed', 0, [{ status: 'failed' }], 10_000, 10_000],
    ['beside what only the gateway told', 4_000, [], null, 6_000],
    ['ours, which the gateway told too, counted once', 4_000, [{ status: 'done' }], null, 6_000],
    ['nothing that remains', 10_000, [], null, 'At most 0 cents'],
    ['nothing', 0, [], 0, 'At most 10000 cents'],
    ['less than nothing', 0, [], -1, 'At most 10000 cents'],
  ])('of %s', (_name, refundedCents, refunds, requested, expected) => {
    const planned = () => plan(PaymentAccount.of({ ...paid, refundedCents }, refunds.map(aRefund)), requested);

    if (typeof expected === 'number') expect(planned()).toBe(expected);
    else expect(planned).toThrow(expected);
  });

  it('of a simulated payment is rejected', () => {
    expect(() => plan(PaymentAccount.of(simulated, []), null)).toThrow(
      expect.objectContaining({ reason: 'not_refundable' }),
    );
  });
});

describe('cancelling', () => {
  const cancel = (refunds: Parameters<typeof aRefund>[0][], changes: Partial<typeof paid> = {}) =>
    planCancel(approved, PaymentAccount.of({ ...paid, ...changes }, refunds.map(aRefund)));

  it.each(['pending', 'rejected'] as const)('an order that is %s ends it', (status) => {
    expect(planCancel(anOrder(status), PaymentAccount.of(aPayment(), []))).toEqual({
      kind: 'end',
      paymentStatus: 'cancelled',
    });
  });

  it('a paid order gives everything back that was paid, whatever goes back of its other payments', () => {
    expect(cancel([])).toEqual({ kind: 'give_back', payment: paid, amountCents: 10_000 });
    expect(cancel([{ status: 'failed' }])).toMatchObject({ kind: 'give_back', amountCents: 10_000 });
    expect(cancel([{ status: 'requires_payer_action', paymentId: 'p-2', reason: 'surplus' }])).toMatchObject({
      kind: 'give_back',
      amountCents: 10_000,
    });
    expect(cancel([], { paidCents: 12_520 })).toMatchObject({ kind: 'give_back', amountCents: 12_520 });
    const surplus = { reason: 'surplus', amountCents: 2_520 } as const;
    for (const status of ['requested', 'done'] as const)
      expect(cancel([{ ...surplus, status }], { paidCents: 12_520 })).toMatchObject({ amountCents: 10_000 });
  });

  it.each<[string, Parameters<typeof aRefund>[0][], number]>([
    ['came back', [{ status: 'done' }], 0],
    ['was given back at the gateway', [], 1],
  ])('keeps the rest when a part %s', (_name, refunds, refundedCents) => {
    expect(cancel(refunds, { refundedCents })).toEqual({ kind: 'end', paymentStatus: 'refunded' });
  });

  it.each(['requested', 'pending', 'requires_payer_action'] as const)('waits for what is %s', (status) => {
    expect(cancel([{ status }])).toEqual({ kind: 'wait' });
    expect(cancel([{ status, amountCents: 10_000 }])).toEqual({ kind: 'wait' });
    expect(cancel([{ status }, { status: 'done', amountCents: 1 }])).toEqual({ kind: 'wait' });
  });

  it('an order that was paid in development asks no gateway', () => {
    expect(planCancel(approved, PaymentAccount.of(simulated, []))).toEqual({ kind: 'end', paymentStatus: 'refunded' });
  });
});
