import { expect, it } from 'vitest';
import { FIRST_DAYS, firstDay, nightAfter, statementAfter } from './statement-walk.ts';

const now = new Date('2026-11-22T06:00:00Z');

it('begins some days ago', () => {
  expect(firstDay(now)).toBe('2026-11-15');
  expect(firstDay(new Date('2026-11-22T02:59:59Z'))).toBe('2026-11-14');
  expect(FIRST_DAYS).toBe(7);
});

it.each([
  ['the next page of a day', { day: '2026-11-20', cursor: null }, '100', { day: '2026-11-20', cursor: '100' }],
  [
    'the next page of a day that goes on',
    { day: '2026-11-22', cursor: '100' },
    '200',
    { day: '2026-11-22', cursor: '200' },
  ],
  ['the day after one that is read', { day: '2026-11-21', cursor: '100' }, null, { day: '2026-11-22', cursor: null }],
  ['nothing once today is read', { day: '2026-11-22', cursor: '100' }, null, null],
])('goes on with %s', (_what, place, next, after) => {
  expect(statementAfter(place, next, now)).toEqual(after);
});

it('reads a day that was not over again from its beginning', () => {
  expect(nightAfter({ day: '2026-11-22', cursor: '300' })).toEqual({ day: '2026-11-22', cursor: null });
});
