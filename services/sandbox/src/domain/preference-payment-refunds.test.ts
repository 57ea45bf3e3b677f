import { describe, expect, it } from 'vitest';
import { begin, movePayment, PAYMENT_MOVE_NAMES } from './preference-payment-lifecycle.ts';
import { refundPayment, settleRefunds } from './preference-payment-refunds.ts';
import type { PaymentStatus, Preference, PreferencePayment } from './preference-payment.ts';

const now = new Date('2026-11-21T12:00:00Z');
const preference: Preference = {
  id: 'pref',
  externalReference: 'order-1:1',
  title: 'Pedido 1',
  amountCents: 10_000,
  returnUrl: null,
  expired: false,
  createdAt: now.toISOString(),
};
const aPayment = (status: PaymentStatus): PreferencePayment => ({
  ...begin({ preference, id: '1', method: 'pix', now }).payment,
  status,
});
const paid = aPayment('approved');
const wanted = { id: '9', amountCents: null, mode: 'done' } as const;

describe('a refund', () => {
  it('of all ends the payment, of a part leaves it approved', () => {
    const { payment: partly } = refundPayment(paid, { ...wanted, amountCents: 4_000 }, now);

    expect(partly).toMatchObject({ status: 'approved', statusDetail: 'partially_refunded' });
    expect(refundPayment(partly, wanted, now).payment).toMatchObject({
      status: 'refunded',
      refunds: [{ amountCents: 4_000 }, { amountCents: 6_000, status: 'approved' }],
    });
  });

  it('that takes time counts when it arrives, and is no claim any more when it is denied', () => {
    const { payment: waiting } = refundPayment(paid, { ...wanted, mode: 'pending' }, now);
    expect(waiting).toMatchObject({ status: 'approved', refunds: [{ status: 'in_process' }] });
    expect(() => refundPayment(waiting, { ...wanted, amountCents: 1 }, now)).toThrow('at most 0');

    expect(settleRefunds(waiting, 'done', now).payment).toMatchObject({ status: 'refunded' });
    const { payment: denied } = settleRefunds(waiting, 'denied', now);
    expect(denied).toMatchObject({ status: 'approved', refunds: [{ status: 'rejected' }] });
    expect(refundPayment(denied, wanted, now).payment.status).toBe('refunded');
  });

  it.each([
    [paid, { amountCents: 10_001 }, 'at most 100'],
    [paid, { mode: 'unfunded' as const }, 'balance'],
    [aPayment('pending'), {}, 'pending'],
    [aPayment('refunded'), {}, 'refunded'],
  ])('is rejected of %j with %j', (payment, change, message) => {
    expect(() => refundPayment(payment, { ...wanted, ...change }, now)).toThrow(message);
  });
});

it.each<[PaymentStatus, string[]]>([
  ['pending', ['approve', 'review', 'reject', 'expire']],
  ['in_process', ['approve', 'reject']],
  ['approved', ['dispute', 'charge_back']],
  ['in_mediation', ['charge_back']],
  ['charged_back', ['chargeback_won', 'chargeback_lost']],
  ['rejected', []],
  ['cancelled', []],
  ['refunded', []],
])('lets a payment that is %s only %j', (status, expected) => {
  const possible = PAYMENT_MOVE_NAMES.filter((name) => {
    try {
      return Boolean(movePayment(aPayment(status), name, now));
    } catch {
      return false;
    }
  });

  expect(possible).toEqual(expected);
});

it('does not start a payment at an expired address', () => {
  const expired = { ...preference, expired: true };

  expect(() => begin({ preference: expired, id: '1', method: 'pix', now })).toThrow('expired');
});
