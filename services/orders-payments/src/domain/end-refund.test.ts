import { describe, expect, it } from 'vitest';
import { giveUp, renewRefund, settleByHand } from './end-refund.ts';
import { aPayment, anOrder, aRefund, NOON, PAID } from './ledger-samples.ts';
import type { Order } from './order.ts';
import { PaymentAccount } from './payment-account.ts';
import type { Refund, RefundState } from './refund.ts';
import type { Ledger } from './take-snapshot.ts';

const FAILED = {
  status: 'failed',
  failures: 1,
  endedByHand: 'given_up',
  note: 'no reply',
} as const;
const TOO_LARGE = expect.objectContaining({ reason: 'refund_too_large' });
const WRONG_STATE = expect.objectContaining({ kind: 'wrong_state' });

const ledgerWith = (refunds: Refund[], order: Order = anOrder('approved'), refundedCents = 0): Ledger => ({
  order,
  payments: [aPayment({ ...PAID, refundedCents })],
  refunds,
});

function renew(refund: Refund, ledger: Ledger = ledgerWith([refund])): void {
  renewRefund(refund, { order: ledger.order, items: [], account: PaymentAccount.ofRefund(ledger, refund) });
}

describe('a refund that is requested again', () => {
  it('starts anew after it has failed', () => {
    const refund = aRefund(FAILED);

    renew(refund);

    expect(refund).toMatchObject({ status: 'requested', endedByHand: null, note: null });
  });

  it('stays as it is while it is still to be retried', () => {
    const refund = aRefund({ note: 'a note' });
    const before = { ...refund };

    renew(refund, ledgerWith([refund], anOrder('refunded')));

    expect(refund).toEqual(before);
  });

  it.each<[RefundState, RegExp]>([
    ['pending', /by hand/],
    ['requires_payer_action', /by hand/],
    ['done', /nothing to try again/],
  ])('is rejected when it is %s', (status, hint) => {
    const refund = aRefund({ status });

    expect(() => renew(refund)).toThrow(WRONG_STATE);
    expect(() => renew(refund)).toThrow(hint);
    expect(refund.status).toBe(status);
  });

  it('is rejected when the order takes no refunds any more, unless the money was never to be the order’s', () => {
    const wanted = aRefund(FAILED);
    expect(() => renew(wanted, ledgerWith([wanted], anOrder('refunded')))).toThrow(WRONG_STATE);
    expect(wanted.status).toBe('failed');

    const late = aRefund({ ...FAILED, reason: 'late' });
    renew(late, ledgerWith([late], anOrder('refunded')));
    expect(late.status).toBe('requested');
  });

  it('is rejected when the money has gone back in another way', () => {
    const refund = aRefund(FAILED);

    expect(() => renew(refund, ledgerWith([refund], anOrder('approved'), 6_001))).toThrow(TOO_LARGE);
    expect(refund.status).toBe('failed');
  });

  it('is rejected when the order no longer has its lines', () => {
    const refund = aRefund({ ...FAILED, lines: [{ type: 'item', orderItemId: 'i-9', amountCents: 4_000 }] });

    expect(() => renew(refund)).toThrow(expect.objectContaining({ reason: 'unknown_reference' }));
    expect(refund.status).toBe('failed');
  });

  it.each([
    ['cancel', true],
    ['refund', false],
  ] as const)('for %s closes the order again: %s', (reason, isClosing) => {
    const refund = aRefund({ ...FAILED, reason });
    const ledger = ledgerWith([refund]);

    renew(refund, ledger);

    expect(ledger.order.isClosing).toBe(isClosing);
  });
});

describe('a refund that a person made in another way', () => {
  it.each(['requested', 'pending', 'requires_payer_action', 'failed'] as const)('is done when it was %s', (status) => {
    const refund = aRefund({ status });
    const ledger = ledgerWith([refund]);

    const { event } = settleByHand(ledger, refund, { note: 'bank transfer', now: NOON });

    expect(refund).toMatchObject({ status: 'done', doneAt: NOON, endedByHand: 'settled', note: 'bank transfer' });
    expect(event).toBe('order_partially_refunded');
    expect(ledger.order.totalRefundedCents).toBe(4_000);
  });

  it('is not done twice', () => {
    const refund = aRefund({ status: 'done' });

    expect(() => settleByHand(ledgerWith([refund]), refund, { note: 'x', now: NOON })).toThrow(WRONG_STATE);
  });

  it('reserves its amount unless it has failed: then that has to remain', () => {
    const second = aRefund({ id: 'r-2', status: 'done', amountCents: 6_000 });
    const waiting = aRefund({ status: 'pending' });
    expect(settleByHand(ledgerWith([waiting, second]), waiting, { note: 'x', now: NOON }).event).toBe('order_refunded');

    const failed = aRefund({ status: 'failed' });
    const larger = { ...second, amountCents: 6_001 };
    expect(() => settleByHand(ledgerWith([failed, larger]), failed, { note: 'x', now: NOON })).toThrow(TOO_LARGE);
    expect(failed.status).toBe('failed');
  });
});

describe('a refund whose payer does not respond', () => {
  it('is given up, and ends the cancellation that waited for it', () => {
    const refund = aRefund({ status: 'requires_payer_action', reason: 'cancel', amountCents: 10_000 });
    const ledger = ledgerWith([refund], anOrder('approved', { isClosing: true }));

    expect(giveUp(ledger, refund, 'no reply')).toEqual({ event: null });

    expect(refund).toMatchObject({ status: 'failed', endedByHand: 'given_up', note: 'no reply' });
    expect(ledger.order).toMatchObject({ paymentStatus: 'approved', isClosing: false });
  });

  it.each(['requested', 'pending', 'done', 'failed'] as const)('is not one that is %s', (status) => {
    const refund = aRefund({ status });

    expect(() => giveUp(ledgerWith([refund]), refund, 'x')).toThrow(WRONG_STATE);
    expect(refund.status).toBe(status);
  });
});
