import { expect, it } from 'vitest';
import { newsSchedule } from './news-walk.ts';

const now = new Date('2026-11-22T15:00:00.000Z');
const { begin, after } = newsSchedule;

it('begins a day ago, later a quarter of an hour before the last walk began', () => {
  expect(begin(now, null)).toMatchObject({ since: '2026-11-21T14:45:00.000Z', until: now.toISOString() });
  expect(begin(now, new Date('2026-11-22T14:30:00.000Z')).since).toBe('2026-11-22T14:15:00.000Z');
});

it('reads the pages of one list, whose end does not move', () => {
  const place = begin(now, null);
  const afterwards = new Date('2026-11-22T18:00:00.000Z');
  expect(after(place, '50', afterwards)).toEqual({ ...place, cursor: '50' });
  expect(after({ ...place, cursor: '50' }, null, afterwards)).toBe(null);
});
