import { describe, expect, it } from 'vitest';
import { aPayment, aRefund, PAID } from './ledger-samples.ts';
import { PaymentAccount } from './payment-account.ts';
import type { ProviderPayment } from './payment.ts';
import type { Refund } from './refund.ts';
import { type RefundResponse, responseAsSnapshot } from './refund-response.ts';

type Subject = { payment?: Partial<ProviderPayment>; refund?: Partial<Refund>; others?: Refund[] };

function shown(response: RefundResponse, { payment = {}, refund = {}, others = [] }: Subject = {}) {
  const own = aRefund({ status: 'requested', ...refund });
  const account = PaymentAccount.of(aPayment({ ...PAID, ...payment }), [...others, own]);
  return responseAsSnapshot(account, own, response);
}

describe('a refund that is done', () => {
  const DONE: RefundResponse = { kind: 'done', providerRefundId: 're_1' };
  const OTHER = aRefund({ id: 'r-2', status: 'done', amountCents: 6_000 });

  it.each<[string, Subject, number, string]>([
    ['adds its amount', {}, 4_000, 'partially_refunded'],
    [
      'adds it to what went back before',
      { payment: { refundedCents: 5_000 }, others: [{ ...OTHER, amountCents: 5_000 }] },
      9_000,
      'partially_refunded',
    ],
    ['ends the payment with the last cent', { others: [OTHER] }, 10_000, 'refunded'],
    ['adds nothing when it was done already', { refund: { status: 'done' } }, 4_000, 'partially_refunded'],
    [
      'adds nothing that the provider has shown before',
      { payment: { refundedCents: 4_000 } },
      4_000,
      'partially_refunded',
    ],
    ['adds only what the provider has not shown', { payment: { refundedCents: 1_000 } }, 4_000, 'partially_refunded'],
    ['ends no dispute while a part stays', { payment: { status: 'disputed' } }, 4_000, 'disputed'],
    ['takes nothing of what was shown beyond it', { payment: { refundedCents: 5_000 } }, 5_000, 'partially_refunded'],
  ])('%s', (_what, subject, refundedCents, state) => {
    expect(shown(DONE, subject)).toMatchObject({ refundedCents, state, amountCents: 10_000, rawStatus: 'done' });
  });

  it('is shown by both ids', () => {
    expect(shown(DONE).refunds).toEqual([
      { refundId: 'r-1', attempt: null, providerRefundId: 're_1', amountCents: 4_000, state: 'done' },
    ]);
  });
});

it.each<[RefundResponse, object]>([
  [
    { kind: 'pending', providerRefundId: 're_1', attempt: 2 },
    { state: 'pending', providerRefundId: 're_1', attempt: 2 },
  ],
  [
    { kind: 'pending', providerRefundId: null },
    { state: 'pending', providerRefundId: null, attempt: null },
  ],
  [
    { kind: 'requires_payer_action', url: 'http://x.example' },
    { state: 'pending', payerActionUrl: 'http://x.example' },
  ],
  [{ kind: 'rejected' }, { state: 'cancelled', providerRefundId: null, attempt: null }],
])('the response %j leaves the payment as it is', (response, refund) => {
  const snapshot = shown(response, { payment: { status: 'disputed' } });

  expect(snapshot).toMatchObject({ state: 'disputed', refundedCents: 0, charge: null });
  expect(snapshot.refunds).toEqual([expect.objectContaining({ refundId: 'r-1', amountCents: 4_000, ...refund })]);
});
