import { describe, expect, it } from 'vitest';
import type { PaymentState } from '../domain/payment.ts';
import { AsaasPayment, toSnapshot } from './asaas-payment.ts';
import { toCents } from './reais.ts';

const REFUND_ID = '01900000-0000-7000-8000-0000000000a1';
const aPayment = (changes: Partial<AsaasPayment> = {}) =>
  AsaasPayment.parse({
    object: 'payment',
    id: 'pay_1',
    status: 'PENDING',
    value: 159.8,
    invoiceUrl: 'http://pay.example/i/1',
    externalReference: 'o-1:2',
    deleted: false,
    refunds: null,
    ...changes,
  });

describe('toSnapshot', () => {
  it('reads amounts in cents and the payment link', () => {
    expect(toSnapshot(aPayment())).toEqual({
      paymentId: 'pay_1',
      reference: 'o-1:2',
      charge: {
        preferenceId: 'pay_1',
        paymentId: 'pay_1',
        initPoint: 'http://pay.example/i/1',
        sandboxInitPoint: null,
      },
      state: 'pending',
      rawStatus: 'PENDING',
      amountCents: 15_980,
      refundedCents: 0,
      refunds: [],
      method: null,
    });
  });

  it.each([
    ['UNDEFINED', null],
    ['PIX', 'pix'],
    ['DEBIT_CARD', 'card'],
    ['BOLETO', 'boleto'],
  ])('reads that %s is paid by %s', (billingType, method) => {
    expect(toSnapshot(aPayment({ billingType })).method).toBe(method);
  });

  it.each([
    ['PENDING', 'UNDEFINED', '2026-11-20', 'boleto'],
    ['PENDING', 'UNDEFINED', null, null],
    ['RECEIVED', 'PIX', '2026-11-20', 'pix'],
    ['RECEIVED_IN_CASH', 'UNDEFINED', '2026-11-20', null],
  ])(
    'reads a payment that is %s, of %s, with a boleto viewed at %s, as one by %s',
    (status, billingType, lastBankSlipViewedDate, method) => {
      expect(toSnapshot(aPayment({ status, billingType, lastBankSlipViewedDate })).method).toBe(method);
    },
  );

  it.each<[Partial<AsaasPayment>, PaymentState]>([
    [{ status: 'CONFIRMED' }, 'approved'],
    [{ status: 'RECEIVED' }, 'approved'],
    [{ status: 'RECEIVED_IN_CASH' }, 'approved'],
    [{ status: 'DUNNING_RECEIVED' }, 'approved'],
    [{ status: 'OVERDUE' }, 'overdue'],
    [{ status: 'AWAITING_RISK_ANALYSIS' }, 'in_review'],
    [{ status: 'REFUND_REQUESTED' }, 'refund_in_progress'],
    [{ status: 'REFUND_IN_PROGRESS' }, 'refund_in_progress'],
    [{ status: 'REFUNDED' }, 'refunded'],
    [{ status: 'CHARGEBACK_DISPUTE' }, 'disputed'],
    [{ status: 'SOMETHING_NEW' }, 'in_review'],
    [{ status: 'PENDING', deleted: true }, 'cancelled'],
    [{ status: 'OVERDUE', deleted: true }, 'cancelled'],
    [{ status: 'RECEIVED', deleted: true }, 'approved'],
    [{ status: 'RECEIVED', refunds: [{ status: 'DONE', value: 10 }] }, 'partially_refunded'],
    [{ status: 'RECEIVED', refunds: [{ status: 'CANCELLED', value: 10 }] }, 'approved'],
  ])('reads %j as %s', (payment, state) => {
    expect(toSnapshot(aPayment(payment)).state).toBe(state);
  });

  it.each<[string, Partial<AsaasPayment>, number | undefined]>([
    ['what is missing of the value', { status: 'RECEIVED', netValue: 157.81 }, 199],
    ['that of a confirmed card', { status: 'CONFIRMED', netValue: 154.53 }, 527],
    ['none where nothing is missing', { status: 'RECEIVED', netValue: 159.8 }, 0],
    ['nothing before anybody pays', { status: 'PENDING', netValue: 157.81 }, undefined],
    ['nothing of cash', { status: 'RECEIVED_IN_CASH', netValue: 157.81 }, undefined],
    ['nothing where it is not said', { status: 'RECEIVED', netValue: null }, undefined],
  ])('reads the fee as %s', (_case, payment, feeCents) => {
    expect(toSnapshot(aPayment(payment)).feeCents).toBe(feeCents);
  });

  it('counts refunds that are done, and recognises ours by their description', () => {
    const refunds = [
      { status: 'DONE', value: 10.1, description: `Estorno ${REFUND_ID}` },
      { status: 'PENDING', value: 0.2 },
      { status: 'CANCELLED', value: 99 },
    ];

    const snapshot = toSnapshot(aPayment({ status: 'RECEIVED', refunds }));
    expect(snapshot.refundedCents).toBe(1_010);
    expect(snapshot.refunds).toEqual([
      { refundId: REFUND_ID, attempt: 0, providerRefundId: null, amountCents: 1_010, state: 'done' },
      { refundId: null, attempt: null, providerRefundId: null, amountCents: 20, state: 'pending' },
      { refundId: null, attempt: null, providerRefundId: null, amountCents: 9_900, state: 'cancelled' },
    ]);
    expect(toSnapshot(aPayment({ status: 'REFUNDED' })).refundedCents).toBe(15_980);
  });
});

it.each([
  [0.1 + 0.2, 30],
  [1.005 * 100, 10_050],
  [19.99, 1_999],
])('turns %d reais into %i cents', (reais, cents) => {
  expect(toCents(reais)).toBe(cents);
});
