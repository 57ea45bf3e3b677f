import { expect, it } from 'vitest';
import { boundsOf, monthAfter, monthAt, monthsBetween, mustBeClosable } from './finance-period.ts';

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
