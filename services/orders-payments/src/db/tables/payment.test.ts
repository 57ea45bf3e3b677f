import { describe, expect, it } from 'vitest';
import { anUncharged, anUntried, aPayment } from '../../domain/ledger-samples.ts';
import type { Payment } from '../../domain/payment.ts';
import { paymentRow, providerPaymentRow, unchargedPaymentRow } from './payment.ts';

/** As a query gives a row inside another one. */
const stored = (payment: Payment, ids: object = {}): unknown => JSON.parse(JSON.stringify({ ...payment, ...ids }));

describe('a payment', () => {
  it.each([
    ['whose charge is not known', anUncharged()],
    ['that nobody tried to pay', anUntried()],
    ['that the provider has', aPayment()],
  ])('%s is read as it was stored', (_which, payment) => {
    expect(paymentRow(stored(payment))).toEqual(payment);
  });

  it.each([
    ['a payment of the provider without its page', () => paymentRow(stored(aPayment(), { preferenceId: null }))],
    [
      'an address of no known page',
      () => paymentRow(stored(aPayment(), { preferenceId: null, providerPaymentId: null })),
    ],
    ['a refund of a payment that nobody tried to pay', () => providerPaymentRow(stored(anUntried()))],
    ['a charge to be made of a payment that has one', () => unchargedPaymentRow(stored(anUntried()))],
  ])('%s is an error', (_which, read) => {
    expect(read).toThrow(TypeError);
  });
});
