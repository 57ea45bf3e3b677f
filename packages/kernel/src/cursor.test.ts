import { expect, it } from 'vitest';
import { dateOf, fromCursor, positionAt, toCursor } from './cursor.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const encoded = (text: string): string => Buffer.from(text).toString('base64url');

it.each([
  '2026-11-27 15:17:29.123456+00',
  '2026-11-27 15:17:29+00',
  '2024-02-29 00:00:00-03',
  '2026-01-01 00:00:00+05:30',
  '0001-01-01 00:00:00-15:59',
])('a cursor gives back its position at %s', (at) =>
  expect(fromCursor(toCursor({ at, id: ID }))).toEqual({ at, id: ID }),
);

it('a cursor gives back a timestamp to the millisecond', () => {
  const at = new Date('2026-11-27T15:17:29.678Z');

  expect(dateOf(fromCursor(toCursor(positionAt(at, ID))))).toEqual(at);
  expect(dateOf({ at: '2026-11-27 15:17:29.678999+05:30', id: ID })).toEqual(new Date('2026-11-27T09:47:29.678Z'));
});

it.each([
  '',
  'x',
  encoded(ID),
  encoded(`2026-11-27 15:17:29+00 ${ID}x`),
  encoded(`2026-02-30 15:17:29+00 ${ID}`),
  encoded(`2026-11-27 24:17:29+00 ${ID}`),
  encoded(`2026-11-27 15:17:29 ${ID}`),
  encoded(`2026-11-27 15:17:29+16 ${ID}`),
  encoded(`2026-11-27 15:17:29-15:60 ${ID}`),
  encoded(`0000-11-27 15:17:29+00 ${ID}`),
  encoded(`infinity ${ID}`),
  encoded(`2026-11-27 15:17:29.1234567+00 ${ID}`),
])('%j is no cursor', (cursor) => {
  expect(() => fromCursor(cursor)).toThrow(
    expect.objectContaining({ details: { fields: [expect.objectContaining({ path: 'cursor' })] } }),
  );
});
