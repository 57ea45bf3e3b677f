import { describe, expect, it } from 'vitest';
import {
  type BatchState,
  isEarned,
  type ItemStatus,
  type PaymentStatus,
  type PayoutItemStatus,
  type SaleState,
  standingOf,
} from './standing.ts';

const PAYMENTS: readonly PaymentStatus[] = ['pending', 'approved', 'rejected', 'refunded', 'cancelled'];
const ITEMS: readonly ItemStatus[] = ['pending', 'in_production', 'shipped', 'delivered', 'returned'];
const BATCHES: readonly BatchState[] = ['none', 'pending', 'sending', 'paid'];

const saleState = (more: Partial<SaleState>): SaleState => ({
  wasApproved: true,
  paymentStatus: 'approved',
  isDisputed: false,
  isRefundUnderWay: false,
  itemStatus: 'pending',
  ...more,
});

/** One letter a cell: held, Releasable, reversed (x), paid; `!` owes back, `<` leaves its batch. */
const EXPECTED: Readonly<Record<BatchState, Readonly<Record<PaymentStatus, string>>>> = {
  none: {
    pending: 'h h h h x',
    approved: 'h h h R x',
    rejected: 'h h h h x',
    refunded: 'x x x x x',
    cancelled: 'x x x x x',
  },
  pending: {
    pending: 'h< h< h< h< x<',
    approved: 'h< h< h< R x<',
    rejected: 'h< h< h< h< x<',
    refunded: 'x< x< x< x< x<',
    cancelled: 'x< x< x< x< x<',
  },
  sending: {
    pending: 'R R R R R!',
    approved: 'R R R R R!',
    rejected: 'R R R R R!',
    refunded: 'R! R! R! R! R!',
    cancelled: 'R! R! R! R! R!',
  },
  paid: {
    pending: 'p p p p x!',
    approved: 'p p p p x!',
    rejected: 'p p p p x!',
    refunded: 'p! p! p! p! x!',
    cancelled: 'p! p! p! p! x!',
  },
};
const LETTERS: Readonly<Record<PayoutItemStatus, string>> = { held: 'h', releasable: 'R', reversed: 'x', paid: 'p' };

const cell = (given: SaleState, batch: BatchState): string => {
  const standing = standingOf(given, batch);
  if (!standing) return '-';
  const owesBack = (batch === 'paid' || batch === 'sending') && !isEarned(given);
  return LETTERS[standing.status] + (standing.leavesBatch ? '<' : '') + (owesBack ? '!' : '');
};

describe('standingOf', () => {
  const all = BATCHES.flatMap((batch) => PAYMENTS.map((paymentStatus) => [batch, paymentStatus] as const));

  it.each(all)('in batch state %s with a payment that is %s, over every item status', (batch, paymentStatus) => {
    const row = ITEMS.map((itemStatus) => cell(saleState({ paymentStatus, itemStatus }), batch)).join(' ');

    expect(row).toBe(EXPECTED[batch][paymentStatus]);
  });

  it.each([{ isDisputed: true }, { isRefundUnderWay: true }])('releases nothing while %j', (more) => {
    const rows = BATCHES.map((batch) =>
      ITEMS.map((itemStatus) => cell(saleState({ itemStatus, ...more }), batch)).join(' '),
    );

    expect(rows).toEqual(['h h h h x', 'h< h< h< h< x<', 'R R R R R!', 'p p p p x!']);
  });

  it.each(PAYMENTS)('gives nothing for an order never approved, payment %s', (paymentStatus) => {
    for (const itemStatus of ITEMS) {
      expect(standingOf(saleState({ wasApproved: false, paymentStatus, itemStatus }), 'none')).toBeNull();
    }
  });
});
