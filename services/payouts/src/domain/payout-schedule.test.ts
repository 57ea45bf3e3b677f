import { expect, it } from 'vitest';
import { dueDay, readSchedule } from './payout-schedule.ts';

it.each([
  ['mon,thu@9', { days: ['mon', 'thu'], hour: 9 }],
  ['fri@0', { days: ['fri'], hour: 0 }],
  ['fri@24', null],
  ['friday@9', null],
  ['fri', null],
  ['@9', null],
  ['', null],
])('reads %s', (text, schedule) => {
  expect(readSchedule(text)).toEqual(schedule);
});

// 2026-11-19 was a Thursday.
it.each([
  ['2026-11-19 08:59:59', null],
  ['2026-11-19 09:00:00', '2026-11-19'],
  ['2026-11-19 23:59:59', '2026-11-19'],
  ['2026-11-20 09:00:00', null],
])('is due at %s for %s', (localTime, day) => {
  expect(dueDay({ days: ['mon', 'thu'], hour: 9 }, localTime)).toBe(day);
});
