import { expect, it } from 'vitest';
import { FIRST_DAYS, statementsSchedule } from './statements-walk.ts';

const now = new Date('2026-11-22T06:00:00Z');
const { begin, after } = statementsSchedule;

it('begins some days ago', () => {
  expect(begin(now, null)).toEqual({ day: '2026-11-15', cursor: null });
  expect(begin(new Date('2026-11-22T02:59:59Z'), null).day).toBe('2026-11-14');
  expect(FIRST_DAYS).toBe(7);
});

it('begins with the day that was not over at the last walk', () => {
  expect(begin(now, new Date('2026-11-21T06:00:00Z'))).toEqual({ day: '2026-11-21', cursor: null });
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
])('goes on with %s', (_what, place, next, expected) => {
  expect(after(place, next, now)).toEqual(expected);
});
