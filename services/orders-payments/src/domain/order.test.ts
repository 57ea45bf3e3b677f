import { describe, expect, it } from 'vitest';
import { isPayable, isTerminal, NEXT, PAYMENT_STATUSES, type PaymentStatus } from './order.ts';

const EXPECTED: Record<PaymentStatus, PaymentStatus[]> = {
  pending: ['approved', 'rejected', 'cancelled'],
  rejected: ['approved', 'cancelled'],
  approved: ['refunded'],
  refunded: [],
  cancelled: [],
};

describe('the lifecycle of an order', () => {
  it.each(PAYMENT_STATUSES)('lets %s be followed by the statuses of its row alone', (status) => {
    expect(NEXT[status]).toEqual(EXPECTED[status]);
  });

  it.each(['pending', 'rejected'] as const)('lets an order that is %s be paid', (paymentStatus) => {
    expect(isPayable({ paymentStatus })).toBe(true);
  });

  it.each(['approved', 'refunded', 'cancelled'] as const)('takes no payment when it is %s', (paymentStatus) => {
    expect(isPayable({ paymentStatus })).toBe(false);
  });

  it('ends with refunded and cancelled', () => {
    expect(PAYMENT_STATUSES.filter((paymentStatus) => isTerminal({ paymentStatus }))).toEqual([
      'refunded',
      'cancelled',
    ]);
  });
});
