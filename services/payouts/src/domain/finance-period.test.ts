import { expect, it } from 'vitest';
import {
  balancesAfter,
  boundsOf,
  closedPeriod,
  monthAfter,
  monthAt,
  monthsBetween,
  mustBeClosable,
} from './finance-period.ts';
import type { Moved } from './finance-report.ts';

const MOVED: Moved[] = [
  { kind: 'order_approved', debit: 'clearing', credit: 'platform_fee', amountCents: 5 },
  { kind: 'refunded', debit: 'refunds', credit: 'clearing', amountCents: 2 },
];
const HEAD = { number: 7, hash: 'ab' };

it('months are those of São Paulo', () => {
  expect(['2026-01', '2026-02', '2026-12'].map(monthAfter)).toEqual(['2026-02', '2026-03', '2027-01']);
  expect(monthAt(new Date('2026-11-01T02:59:59.999Z'))).toBe('2026-10');
  expect(boundsOf('2026-10')).toEqual({
    beginsAt: new Date('2026-10-01T03:00:00.000Z'),
    endsAt: new Date('2026-11-01T03:00:00.000Z'),
  });
  expect(monthsBetween('2026-11', '2027-01')).toEqual(['2027-01', '2026-12', '2026-11']);
});

it.each([
  ['the first with postings', '2026-09', undefined, null],
  ['one before it', '2026-08', undefined, 'wrong_state'],
  ['one after it', '2026-10', undefined, 'earlier_period_open'],
  ['the next one', '2026-10', '2026-09', null],
  ['one that is not over', '2026-11', '2026-10', 'period_not_over'],
])('%s can be closed or not', (_which, month, last, reason) => {
  const known = { last: last ? { month: last } : undefined, first: '2026-09', now: new Date('2026-11-15T12:00:00Z') };
  if (reason) expect(() => mustBeClosable(month, known)).toThrow(expect.objectContaining({ reason }));
  else expect(() => mustBeClosable(month, known)).not.toThrow();
});

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
