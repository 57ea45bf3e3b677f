import { expect, it } from 'vitest';
import { aPayment, anOrder, aRefund, aSnapshot, NOON, PAID } from './ledger-samples.ts';
import { publishedState } from './published-state.ts';
import { takeSnapshot } from './take-snapshot.ts';

const LINES = [{ type: 'shipping', amountCents: 4_000 }] as const;
const DENIED = { refundId: 'r-1', attempt: 0, providerRefundId: null, amountCents: 4_000, state: 'cancelled' } as const;

it.each<[string, Parameters<typeof aRefund>[0], Parameters<typeof aSnapshot>[1], object]>([
  [
    'more of its money goes back',
    { status: 'done' },
    { refundedCents: 6_000 },
    { refundedCents: 6_000, spreadRefundedCents: 6_000 },
  ],
  [
    'what was taken for a refund by lines turns out to be another',
    { lines: LINES },
    { refundedCents: 4_000, refunds: [DENIED] },
    { refundedCents: 4_000, refundPendingCents: 0, spreadRefundedCents: 4_000 },
  ],
])('the state of an order that has ended changes when %s', (_what, refund, shown, state) => {
  const order = anOrder('refunded', { totalRefundedCents: 4_000 });
  const payments = [aPayment({ ...PAID, status: 'partially_refunded', refundedCents: 4_000 })];
  const ledger = { order, items: [], payments, refunds: [aRefund(refund)] };
  const before = publishedState(ledger);

  takeSnapshot(ledger, aSnapshot('partially_refunded', shown), { provider: 'asaas', now: NOON, newId: () => 'n-1' });

  expect(publishedState(ledger)).toMatchObject(state);
  expect(publishedState(ledger)).not.toEqual(before);
});
