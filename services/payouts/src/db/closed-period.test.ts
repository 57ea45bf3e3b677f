import { expect, it } from 'vitest';
import { balancesAfter } from '../domain/finance-period.ts';
import type { Moved } from '../domain/finance-report.ts';
import { closedPeriod } from './closed-period.ts';

const MOVED: Moved[] = [
  { kind: 'order_approved', debit: 'clearing', credit: 'platform_fee', amountCents: 5 },
  { kind: 'refunded', debit: 'refunds', credit: 'clearing', amountCents: 2 },
];
const HEAD = { number: 7, hash: 'ab' };

it('balances go on from the month before, and the digest depends on all that it says', () => {
  const first = closedPeriod('2026-09', MOVED, undefined, HEAD);
  expect(first.balances).toEqual([
    { account: 'clearing', debitCents: 5, creditCents: 2 },
    { account: 'platform_fee', debitCents: 0, creditCents: 5 },
    { account: 'refunds', debitCents: 2, creditCents: 0 },
  ]);
  expect(balancesAfter(first.balances, MOVED)).toEqual(
    first.balances.map(({ account, debitCents, creditCents }) => ({
      account,
      debitCents: 2 * debitCents,
      creditCents: 2 * creditCents,
    })),
  );

  const digests = [
    first,
    closedPeriod('2026-10', MOVED, undefined, HEAD),
    closedPeriod('2026-09', MOVED, first, HEAD),
    closedPeriod('2026-09', MOVED.slice(1), undefined, HEAD),
    closedPeriod('2026-09', MOVED, undefined, { ...HEAD, number: 8 }),
    closedPeriod('2026-09', MOVED, undefined, { ...HEAD, hash: 'ac' }),
  ].map(({ digest }) => digest);
  expect(new Set(digests).size).toBe(digests.length);
  expect(closedPeriod('2026-09', MOVED.toReversed(), undefined, HEAD)).toEqual(first);
});
