import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Position } from '@estampa/kernel/cursor';
import { BEFORE_NEWEST, type Batch, batchesFrom, positionOf, scanStatement } from './scan.ts';
import { text } from './columns.ts';

const MINUTE_MS = 60_000;
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('a cursor says where a scan continues', () => {
  expect(positionOf('2026-11-27 10:00:00.123456+00 an-id')).toEqual({
    at: '2026-11-27 10:00:00.123456+00',
    id: 'an-id',
  });
});

const cursorOf = (batch: number) => `2026-11-27 10:00:0${batch}+00 id-${batch}`;

/** Reads batches, each of which takes so long; the last has no cursor. */
async function read(batches: number, msEach: number) {
  const requested: Position[] = [];
  const found: Batch<number>[] = [];
  const find = async (position: Position): Promise<Batch<number>> => {
    requested.push(position);
    vi.advanceTimersByTime(msEach);
    return { rows: [requested.length], cursor: requested.length < batches ? cursorOf(requested.length) : null };
  };
  for await (const batch of batchesFrom(BEFORE_NEWEST, find)) found.push(batch);
  return { requested, found };
}

it('each batch begins where the one before ended, until the last', async () => {
  const { requested, found } = await read(3, 1);

  expect(requested).toEqual([BEFORE_NEWEST, positionOf(cursorOf(1)), positionOf(cursorOf(2))]);
  expect(found.map(({ rows, cursor }) => [rows[0], cursor])).toEqual([
    [1, cursorOf(1)],
    [2, cursorOf(2)],
    [3, null],
  ]);
});

it.each([
  [MINUTE_MS / 2 - 1, 3],
  [MINUTE_MS / 2, 2],
])('a call ends after a minute, with batches of %i ms after %i of them', async (msEach, count) => {
  expect((await read(9, msEach)).found).toHaveLength(count);
});

it.each([
  [true, 'order by at desc, id desc limit 200', 'order by at asc, id asc limit 1'],
  [false, 'order by at asc, id asc limit 200', 'order by at desc, id desc limit 1'],
])(
  'a scan with the newest first (%s) reads its batch %s, and goes on after the last: %s',
  (isNewestFirst, forth, back) => {
    const source = { read: 'select 1', selected: 'p.id', from: 'p', columns: { id: text } };

    const statement = scanStatement({ ...source, isNewestFirst }).text;

    expect(statement).toContain(forth);
    expect(statement).toContain(back);
  },
);
