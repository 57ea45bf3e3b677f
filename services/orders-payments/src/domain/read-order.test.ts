import { describe, expect, it } from 'vitest';
import { anOrder, aPayment, aSnapshot, NOON, PAID } from './ledger-samples.ts';
import { type Ledger, takeSnapshot } from './take-snapshot.ts';

const given = { provider: 'asaas', now: NOON, newId: () => 'new' };
const approved = (): Ledger => ({ order: anOrder('approved'), payments: [aPayment(PAID)], refunds: [] });
const reported = ({ order }: Ledger): string => order.paymentStatus + (order.isDisputed ? ' disputed' : '');

describe('states that the provider showed at different times', () => {
  const at = (second: number) => new Date(NOON.getTime() + second * 1_000);

  it('are ordered by the start of their requests: an old approval ends no dispute', () => {
    const held = approved();
    takeSnapshot(held, aSnapshot('disputed', { readAt: at(2) }), given);
    const late = takeSnapshot(held, aSnapshot('approved', { readAt: at(1) }), given);

    expect([late.outcome, reported(held), held.payments[0]!.status]).toEqual([
      'stale',
      'approved disputed',
      'disputed',
    ]);
    takeSnapshot(held, aSnapshot('approved', { readAt: at(3) }), given);
    expect(reported(held)).toBe('approved');
  });

  it('are applied if they have the same time, or none', () => {
    const held = approved();
    takeSnapshot(held, aSnapshot('approved', { readAt: at(2) }), given);
    takeSnapshot(held, aSnapshot('disputed', { readAt: at(2) }), given);
    expect(reported(held)).toBe('approved disputed');
    takeSnapshot(held, aSnapshot('approved'), given);
    expect(reported(held)).toBe('approved');
  });
});
