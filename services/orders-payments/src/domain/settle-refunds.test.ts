import { expect, it } from '@jest/globals';
import { settleByHand } from './end-refund.ts';
import { aPayment, anOrder, aRefund, aSnapshot, NOON, PAID } from './ledger-samples.ts';
import { PaymentAccount } from './payment-account.ts';
import type { Refund } from './refund.ts';
import { settleRefunds } from './settle-refunds.ts';
import { takeSnapshot } from './take-snapshot.ts';

const WHOLE = { id: 'r-2', reason: 'cancel', amountCents: 10_000 } as const;
const PART_DONE = { id: 'r-1', status: 'done', amountCents: 4_000 } as const;

it.each<[string, number, Partial<Refund>[], string, number]>([
  ['is gone: it ends', 0, [{ ...WHOLE, status: 'done' }], 'refunded', 10_000],
  ['was denied: it stays as before', 0, [{ ...WHOLE, status: 'failed' }], 'approved', 0],
  // A person at the provider gave a part back meanwhile, so that less was left than what was asked for.
  ['was denied and a part went back: the rest is not kept', 4_000, [{ ...WHOLE, status: 'failed' }], 'approved', 4_000],
  ['was a part that was asked for before: the rest is kept', 0, [PART_DONE], 'refunded', 4_000],
  [
    'was a part, after a whole had been denied: whoever cancels again decides about the rest',
    0,
    [{ ...WHOLE, id: 'r-0', status: 'failed' }, PART_DONE],
    'approved',
    4_000,
  ],
])('an order that is being cancelled when what it waits for %s', (_what, refundedCents, refunds, status, cents) => {
  const order = anOrder('approved', { isClosing: true });

  settleRefunds(order, PaymentAccount.of(aPayment({ ...PAID, refundedCents }), refunds.map(aRefund)));

  expect(order).toMatchObject({ paymentStatus: status, totalRefundedCents: cents, isClosing: false });
});

it('what was given back in another way is no reason to take what the gateway shows for old', () => {
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
