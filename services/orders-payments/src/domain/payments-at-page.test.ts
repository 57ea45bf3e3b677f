import { describe, expect, it } from 'vitest';
import { anOrder, anUntried, aPayment, aSnapshot, BEFORE, NOON, PAID } from './ledger-samples.ts';
import type { Order, PaymentStatus } from './order.ts';
import { nextTask, type Payment, type PaymentState, type ProviderPayment } from './payment.ts';
import { requestCancel } from './take-charge.ts';
import { type Ledger, takeSnapshot } from './take-snapshot.ts';

let ids = 0;
const given = { provider: 'mercadopago', now: NOON, newId: () => `new-${(ids += 1)}` };

describe('a payment of a charge that allows several', () => {
  const ledger = (status: PaymentStatus, payment: Payment, order: Partial<Order> = {}): Ledger => ({
    order: anOrder(status, order),
    payments: [payment],
    refunds: [],
  });
  const of = (paymentId: string, state: PaymentState) => aSnapshot(state, { paymentId, charge: null });

  it('takes the place of one that failed', () => {
    const tried = ledger('pending', anUntried());

    takeSnapshot(tried, of('1', 'rejected'), given);
    takeSnapshot(tried, of('2', 'approved'), given);

    expect(tried.payments).toMatchObject([{ providerPaymentId: '2', preferenceId: 'pref_1', status: 'approved' }]);
    expect(tried.order.paymentStatus).toBe('approved');
  });

  it('goes back when another one has paid', () => {
    const twice = ledger('pending', anUntried());

    takeSnapshot(twice, of('1', 'approved'), given);
    takeSnapshot(twice, of('2', 'approved'), given);

    expect(twice.order.paymentStatus).toBe('approved');
    expect(twice.refunds).toMatchObject([{ reason: 'surplus', amountCents: 10_000 }]);
    expect(twice.payments).toHaveLength(2);
  });

  it.each<[string, PaymentStatus, Partial<ProviderPayment>, Partial<Order>, 'waits' | 'cancelled']>([
    ['waits for its payer beside another one', 'pending', {}, {}, 'waits'],
    ['is cancelled when another one has paid', 'approved', PAID, {}, 'cancelled'],
    ['is cancelled when the order was paid elsewhere', 'approved', {}, { currentPaymentId: 'p-2' }, 'cancelled'],
    ['is cancelled when the page is superseded', 'pending', {}, { currentPaymentId: 'p-2' }, 'cancelled'],
    ['is cancelled when the order is over', 'cancelled', { status: 'in_review' }, {}, 'cancelled'],
  ])('%s', (_what, status, payment, order, expected) => {
    const tried = ledger(status, aPayment({ preferenceId: 'pref_1', ...payment }), order);

    takeSnapshot(tried, of('2', 'pending'), given);

    const second = tried.payments.at(-1)!;
    expect(second).toMatchObject({ providerPaymentId: '2', status: 'pending' });
    expect(nextTask(second, tried.order)!.kind).toBe(expected === 'waits' ? 'check_charge' : 'cancel_charge');
  });

  it('counts although its failed predecessor was read later', () => {
    const tried = ledger('pending', anUntried());
    const readAt = (ms: number) => new Date(NOON.getTime() + ms);
    takeSnapshot(tried, { ...of('1', 'rejected'), readAt: readAt(2) }, given);

    takeSnapshot(tried, { ...of('2', 'approved'), readAt: readAt(1) }, given);

    expect(tried.order.paymentStatus).toBe('approved');
  });

  it.each<[string, Partial<ProviderPayment>, boolean]>([
    ['whose only payment expired', { status: 'cancelled' }, true],
    ['whose only payment was undone uncounted', { status: 'refunded' }, true],
    ['whose payment waits', { status: 'pending' }, true],
    ['that is closed', { status: 'cancelled', closedAt: BEFORE }, false],
    ['that was paid, which closes it anyway', PAID, false],
  ])('has a task at a page %s that must no longer be paid: %j, %s', (_what, changes, hasTask) => {
    const payment = aPayment({ preferenceId: 'pref_1', ...changes });

    requestCancel(payment, NOON);

    expect(payment.dueAt).toBe(hasTask ? NOON : null);
  });
});
