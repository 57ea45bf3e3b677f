import { expect, it } from 'vitest';
import {
  beginning,
  daysAt,
  mayRequestAgain,
  nextNightAt,
  type Place,
  placeAfter,
  REQUESTS_MAX,
  SPAN_DAYS,
  WALKED_DAYS,
} from './returns-walk.ts';

const now = new Date('2026-11-22T15:00:00Z');

it('begins with the charges of the last seven days', () => {
  expect(daysAt(beginning(now))).toEqual({ madeFrom: '2026-11-16', madeTo: '2026-11-22' });
  expect(daysAt(beginning(new Date('2026-11-22T02:59:59Z'))).madeTo).toBe('2026-11-21');
});

it('goes through the pages of a list, then to the days before', () => {
  const place = beginning(now);
  expect(placeAfter(place, '0:100', now)).toEqual({ madeTo: '2026-11-22', cursor: '0:100' });
  expect(placeAfter({ ...place, cursor: '0:100' }, null, now)).toEqual({ madeTo: '2026-11-15', cursor: null });
});

it('looks at every day of half a year once', () => {
  const listed: string[] = [];
  let place: Place | null = beginning(now);
  for (; place; place = placeAfter(place, null, now)) listed.push(daysAt(place).madeFrom, daysAt(place).madeTo);

  expect(listed).toHaveLength(2 * Math.ceil((WALKED_DAYS + 1) / SPAN_DAYS));
  expect(listed.slice(0, 4)).toEqual(['2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15']);
  expect(listed.at(-2)! <= '2026-05-26').toBe(true);
});

it.each([
  [0, true],
  [REQUESTS_MAX - 1, true],
  [REQUESTS_MAX, false],
])('after %i requests of a night asks again: %s', (requests, may) => {
  expect(mayRequestAgain(requests)).toBe(may);
});

it.each([
  ['2026-11-22T05:59:59.999Z', '2026-11-22T06:00:00.000Z'],
  ['2026-11-22T06:00:00.000Z', '2026-11-23T06:00:00.000Z'],
  ['2026-11-22T15:00:00.000Z', '2026-11-23T06:00:00.000Z'],
  ['2026-11-23T01:00:00.000Z', '2026-11-23T06:00:00.000Z'],
])('at %s waits for the night at %s', (at, night) => {
  expect(nextNightAt(new Date(at)).toISOString()).toBe(night);
});
