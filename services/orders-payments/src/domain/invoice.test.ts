import { describe, expect, it } from 'vitest';
import { adopted, checkInvoiceAt, type IssuedInvoice, invoicedCents, newInvoice, nextTask } from './invoice.ts';

const NOW = new Date('2026-11-28T12:00:00Z');
const AFTERWARDS = new Date('2026-11-28T12:10:00Z');
const TOTAL = 1_000;
const requested = {
  ...newInvoice({ id: 'id', orderId: 'order', place: 1, valueCents: TOTAL, createdAt: NOW }),
  requestedAt: NOW,
  requests: 1,
};
const shown = (more: Partial<IssuedInvoice>): IssuedInvoice => ({
  issuerId: 'inv-1',
  status: 'issued',
  valueCents: TOTAL,
  number: '1',
  verificationCode: null,
  url: null,
  nfeKey: null,
  rejection: null,
  ...more,
});

describe('what an invoice has to say', () => {
  it.each([
    ['approved', 0, TOTAL],
    ['approved', 400, 600],
    ['pending', 0, 0],
    ['cancelled', 0, 0],
    ['refunded', TOTAL, 0],
    // A cancellation after a refund of a part retains the rest.
    ['refunded', 400, 600],
    // A simulated payment has nothing to give back.
    ['refunded', 0, 0],
  ])('of an order that is %s with %i refunded is %i', (paymentStatus, totalRefundedCents, cents) =>
    expect(invoicedCents({ paymentStatus, totalCents: TOTAL, totalRefundedCents })).toBe(cents),
  );
});

describe('an invoice that the issuer shows with another value than was requested', () => {
  it.each(['scheduled', 'issued'] as const)('waits for a person when it is %s', (status) => {
    const { invoice } = adopted(requested, [shown({ status, valueCents: 999 })]);

    expect(invoice).toMatchObject({ status: 'rejected', valueCents: TOTAL, issuerId: 'inv-1' });
    expect(invoice.rejection).toContain('999');
    expect(nextTask(invoice, TOTAL, AFTERWARDS)).toBe('rest');
    expect(nextTask(invoice, 0, AFTERWARDS)).toBe('cancel');
  });

  it('is cancelled when a person has it tried again, and replaced', () => {
    const { invoice } = adopted({ ...requested, isRetried: true }, [shown({ valueCents: 999 })]);

    expect(nextTask(invoice, TOTAL, AFTERWARDS)).toBe('cancel');
    expect(nextTask({ ...invoice, status: 'cancelled', cancelRequestedAt: NOW }, TOTAL, AFTERWARDS)).toBe('replace');
  });

  it('goes where one of the right value stands, too', () => {
    const found = [shown({ valueCents: 999 }), shown({ issuerId: 'inv-2' })];

    expect(adopted(requested, found)).toMatchObject({ invoice: { issuerId: 'inv-2' }, extra: ['inv-1'] });
  });
});

describe('when an invoice is looked at again', () => {
  const ISSUED_AT = new Date('2026-10-01T12:00:00Z');
  const old = { ...requested, createdAt: ISSUED_AT, status: 'cancelling' as const };

  it.each([
    ['is just being cancelled', NOW, 30],
    ['has been for ten minutes', new Date('2026-11-28T11:50:00Z'), 300],
    ['was cancelled by the issuer alone', null, 1_800],
  ])('depends on since when one %s, however old it is', (_case, cancelRequestedAt, seconds) =>
    expect(checkInvoiceAt({ ...old, cancelRequestedAt }, 'wait', NOW)!.getTime() - NOW.getTime()).toBe(seconds * 1_000),
  );
});
