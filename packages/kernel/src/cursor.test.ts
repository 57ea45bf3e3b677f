import { describe, expect, it } from 'vitest';
import { dateOf, fromCursor, markOf, positionAt, toCursor } from './cursor.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const MARK = markOf('orders', {});
const encoded = (text: string): string => Buffer.from(text).toString('base64url');
const INVALID = expect.objectContaining({ details: { fields: [expect.objectContaining({ path: 'cursor' })] } });

describe('a cursor', () => {
  it.each([
    '2026-11-27 15:17:29.123456+00',
    '2026-11-27 15:17:29+00',
    '2024-02-29 00:00:00-03',
    '2026-01-01 00:00:00+05:30',
    '0001-01-01 00:00:00-15:59',
  ])('gives back its position at %s', (at) => {
    for (const rank of [undefined, null, 0, 999_999_999_999_999]) {
      const position = rank === undefined ? { at, id: ID } : { at, id: ID, rank };
      expect(fromCursor(toCursor(position, MARK), MARK)).toEqual(position);
    }
  });

  it('gives back a timestamp to the millisecond', () => {
    const at = new Date('2026-11-27T15:17:29.678Z');

    expect(dateOf(fromCursor(toCursor(positionAt(at, ID), MARK), MARK))).toEqual(at);
    expect(dateOf({ at: '2026-11-27 15:17:29.678999+05:30', id: ID })).toEqual(new Date('2026-11-27T09:47:29.678Z'));
  });

  it.each<[string, object]>([
    ['users', { status: 'a', role: 'b' }],
    ['orders', { status: 'a' }],
    ['orders', { status: 'b', role: 'a' }],
    ['orders', { status: 'a', role: 'b', since: new Date(0) }],
    ['orders', { status: 'a', role: null }],
  ])('of another list, %s by %j, is rejected', (list, filter) => {
    const cursor = toCursor(positionAt(new Date(), ID), markOf('orders', { status: 'a', role: 'b' }));

    expect(() => fromCursor(cursor, markOf(list, filter))).toThrow(INVALID);
    expect(() => fromCursor(cursor, markOf('orders', { role: 'b', since: undefined, status: 'a' }))).not.toThrow();
  });
});

const WHEN = '2026-11-27 15:17:29+00';
it.each([
  '',
  'x',
  encoded(ID),
  encoded(`${WHEN} ${ID}`),
  encoded(`${WHEN} ${ID}x ${MARK}`),
  encoded(`2026-02-30 15:17:29+00 ${ID} ${MARK}`),
  encoded(`2026-11-27 24:17:29+00 ${ID} ${MARK}`),
  encoded(`2026-11-27 15:17:29 ${ID} ${MARK}`),
  encoded(`2026-11-27 15:17:29+16 ${ID} ${MARK}`),
  encoded(`2026-11-27 15:17:29-15:60 ${ID} ${MARK}`),
  encoded(`0000-11-27 15:17:29+00 ${ID} ${MARK}`),
  encoded(`infinity ${ID} ${MARK}`),
  encoded(`2026-11-27 15:17:29.1234567+00 ${ID} ${MARK}`),
  encoded(`${WHEN} ${ID} ${MARK} 1.5`),
  encoded(`${WHEN} ${ID} ${MARK} 9999999999999999`),
  encoded(`${WHEN} ${ID} ${MARK} 1 2`),
])('%j is no cursor', (cursor) => {
  expect(() => fromCursor(cursor, MARK)).toThrow(INVALID);
});
