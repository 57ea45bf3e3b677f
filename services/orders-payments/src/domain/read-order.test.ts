import { describe, expect, it } from 'vitest';
import { anOrder, aPayment, aSnapshot, NOON, PAID } from './ledger-samples.ts';
import { type Ledger, takeSnapshot } from './take-snapshot.ts';

const given = { provider: 'asaas', now: NOON, newId: () => 'new' };
const approved = (): Ledger => ({ order: anOrder('approved'), payments: [aPayment(PAID)], refunds: [] });
const reported = ({ order }: Ledger): string => order.paymentStatus + (order.isDisputed ? ' disputed' : '');

describe('states that the provider showed at different times', () => {
  const at = (second: number) => new Date(NOON.getTime() + second * 1_000);

  it('are ordered by the start of their requests: an old approval ends no dispute', () => {
    const current = approved();
    takeSnapshot(current, aSnapshot('disputed', { readAt: at(2) }), given);
    const late = takeSnapshot(current, aSnapshot('approved', { readAt: at(1) }), given);

    expect([late.outcome, reported(current), current.payments[0]!.status]).toEqual([
      'stale',
      'approved disputed',
      'disputed',
    ]);
    takeSnapshot(current, aSnapshot('approved', { readAt: at(3) }), given);
    expect(reported(current)).toBe('approved');
  });

  it('are applied if they have the same time, or none', () => {
    const current = approved();
    takeSnapshot(current, aSnapshot('approved', { readAt: at(2) }), given);
    takeSnapshot(current, aSnapshot('disputed', { readAt: at(2) }), given);
    expect(reported(current)).toBe('approved disputed');
    takeSnapshot(current, aSnapshot('approved'), given);
    expect(reported(current)).toBe('approved');
  });
});
