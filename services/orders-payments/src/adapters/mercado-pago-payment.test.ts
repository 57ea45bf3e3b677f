import { describe, expect, it } from 'vitest';
import type { PaymentState } from '../domain/payment.ts';
import { MercadoPagoPayment, toSnapshot } from './mercado-pago-payment.ts';

type Changes = Record<string, unknown>;
const aPayment = (changes: Changes = {}) =>
  MercadoPagoPayment.parse({
    id: 123_456,
    status: 'pending',
    external_reference: 'o-1:2',
    transaction_amount: 159.8,
    new_field: 1,
    ...changes,
  });

describe('toSnapshot', () => {
  it('reads amounts in cents and ids as text, and no charge', () => {
    expect(toSnapshot(aPayment({ status_detail: 'pending_waiting_transfer' }))).toEqual({
      paymentId: '123456',
      reference: 'o-1:2',
      charge: null,
      state: 'pending',
      rawStatus: 'pending:pending_waiting_transfer',
      amountCents: 15_980,
      refundedCents: 0,
      refunds: [],
      method: null,
    });
  });

  it.each<[Changes, PaymentState]>([
    [{ status: 'approved', status_detail: 'accredited' }, 'approved'],
    [{ status: 'in_process' }, 'in_review'],
    [{ status: 'authorized' }, 'in_review'],
    [{ status: 'rejected' }, 'rejected'],
    [{ status: 'cancelled', status_detail: 'expired' }, 'cancelled'],
    [{ status: 'refunded' }, 'refunded'],
    [{ status: 'in_mediation' }, 'disputed'],
    [{ status: 'charged_back', status_detail: 'in_process' }, 'disputed'],
    [{ status: 'charged_back' }, 'disputed'],
    [{ status: 'charged_back', status_detail: 'settled' }, 'refunded'],
    [{ status: 'charged_back', status_detail: 'reimbursed' }, 'approved'],
    [{ status: 'something_new' }, 'in_review'],
    [
      { status: 'approved', status_detail: 'partially_refunded', transaction_amount_refunded: 10 },
      'partially_refunded',
    ],
    [{ status: 'approved', refunds: [{ id: 1, amount: 10, status: 'in_process' }] }, 'approved'],
    [{ status: 'approved', refunds: [{ id: 1, amount: 10, status: 'rejected' }] }, 'approved'],
  ])('reads %j as %s', (payment, state) => {
    expect(toSnapshot(aPayment(payment)).state).toBe(state);
  });

  it.each<[string, Changes, number | undefined]>([
    ['all that we bear', { fee_details: [{ amount: 1.58, fee_payer: 'collector' }, { amount: 0.4 }] }, 198],
    ['nothing of what the payer bears', { fee_details: [{ amount: 1.58, fee_payer: 'payer' }] }, 0],
    ['nothing where it is not said', {}, undefined],
    ['nothing before it is approved', { status: 'pending', fee_details: [{ amount: 1.58 }] }, undefined],
  ])('reads the fee as %s', (_case, payment, feeCents) => {
    expect(toSnapshot(aPayment({ status: 'approved', ...payment })).feeCents).toBe(feeCents);
  });

  it('counts refunds that are done', () => {
    const refunds = [
      { id: 1, amount: 10.1, status: 'approved' },
      { id: 2, amount: 0.2, status: 'in_process' },
      { id: 3, amount: 99, status: 'rejected' },
      { id: 4, amount: 1 },
    ];

    const snapshot = toSnapshot(aPayment({ status: 'approved', refunds, transaction_amount_refunded: 11.3 }));

    expect(snapshot.refundedCents).toBe(1_110);
    expect(snapshot.refunds.map(({ providerRefundId, state }) => [providerRefundId, state])).toEqual([
      ['1', 'done'],
      ['2', 'pending'],
      ['3', 'cancelled'],
      ['4', 'done'],
    ]);
    expect(toSnapshot(aPayment({ status: 'refunded' })).refundedCents).toBe(15_980);
  });
});
