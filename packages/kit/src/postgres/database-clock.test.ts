import { beforeEach, expect, it } from 'vitest';
import { DatabaseClock, TOLERANCE_MS } from './database-clock.ts';

const NOON = Date.UTC(2026, 0, 1, 12);

let elapsedMs: number;
let databaseMs: number;
/** Of each reading; the time is read in its middle. */
let readingMs: number;
let clock: DatabaseClock;

beforeEach(async () => {
  [elapsedMs, databaseMs, readingMs] = [5_000, NOON, 0];
  clock = await DatabaseClock.start(sources);
});

const sources = {
  elapsed: () => elapsedMs,
  read: async () => {
    pass(readingMs / 2);
    const time = databaseMs;
    pass(readingMs / 2);
    return time;
  },
};

function pass(ms: number): void {
  elapsedMs += ms;
  databaseMs += ms;
}

it('has the time of PostgreSQL, and goes on evenly between two readings', () => {
  expect(clock.now().getTime()).toBe(NOON);
  pass(1_234);
  expect(clock.now().getTime()).toBe(NOON + 1_234);
});

it.each([
  ['ahead', TOLERANCE_MS],
  ['behind', -TOLERANCE_MS],
])('stays where it is when it is %s by no more than is tolerated', async (_, differenceMs) => {
  databaseMs += differenceMs;
  await clock.adjust();
  expect(clock.now().getTime()).toBe(NOON);
});

it.each([
  ['later', TOLERANCE_MS + 1],
  ['earlier', -TOLERANCE_MS - 1],
])('follows a PostgreSQL that is %s by more', async (_, differenceMs) => {
  databaseMs += differenceMs;
  await clock.adjust();
  expect(clock.now().getTime()).toBe(NOON + differenceMs);
});

it('does not follow what a slow reading may be wrong by', async () => {
  readingMs = 1_000;
  databaseMs += readingMs / 2 + TOLERANCE_MS;
  await clock.adjust();
  expect(clock.now().getTime()).toBe(NOON + readingMs);

  databaseMs += 1;
  await clock.adjust();
  expect(clock.now().getTime()).toBe(databaseMs);
});

it('is not ahead of PostgreSQL when it starts by a slow reading', async () => {
  readingMs = 1_000;
  expect((await DatabaseClock.start(sources)).now().getTime()).toBe(databaseMs - readingMs / 2);
});
