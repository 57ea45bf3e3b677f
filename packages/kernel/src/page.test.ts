import { describe, expect, it } from 'vitest';
import {
  newestFirst,
  pageOf,
  PASSED_MAX,
  reached,
  readableOf,
  TOTAL_COUNTED_MAX,
  totalByCount,
  totalByPage,
} from './page.ts';

describe('pageOf', () => {
  it.each([
    [undefined, { skip: 0, limit: 20 }],
    [{}, { skip: 0, limit: 20 }],
    [{ skip: 40 }, { skip: 40, limit: 20 }],
    [{ limit: 1 }, { skip: 0, limit: 1 }],
    [{ limit: 100 }, { skip: 0, limit: 100 }],
    [
      { skip: 2_147_483_647, limit: 100 },
      { skip: 2_147_483_647, limit: 100 },
    ],
  ])('makes a window of %j', (requested, expected) => {
    expect(pageOf(requested)).toEqual(expected);
  });

  it.each([
    [{ limit: 0 }, 'limit', 'too_small'],
    [{ limit: -1 }, 'limit', 'too_small'],
    [{ limit: 101 }, 'limit', 'too_big'],
    [{ limit: 1.5 }, 'limit', 'invalid_type'],
    [{ skip: -1 }, 'skip', 'too_small'],
    [{ skip: 2_147_483_648 }, 'skip', 'too_big'],
  ])('rejects %j', (requested, path, code) => {
    expect(() => pageOf(requested)).toThrow(
      expect.objectContaining({ details: { fields: [expect.objectContaining({ path, code })] } }),
    );
  });
});

describe('a total', () => {
  const limit = 20;
  const after = { at: '2026-11-27 15:17:29+00', id: '01890a5d-ac96-774b-bcce-b302099a8057' };

  it.each([
    [{ skip: 0, limit }, 0, 0],
    [{ skip: 0, limit }, 19, 19],
    [{ skip: 40, limit }, 3, 43],
    [{ skip: 0, limit }, 20, undefined],
    [{ skip: 40, limit }, 0, undefined],
    [{ skip: 0, limit, after }, 3, undefined],
  ])('of %j with %d rows is by itself %j', (page, found, expected) => {
    expect(totalByPage(page, found)).toBe(expected);
  });

  it.each([
    [{ skip: 0, limit }, 20, TOTAL_COUNTED_MAX, TOTAL_COUNTED_MAX],
    [{ skip: 0, limit }, 20, TOTAL_COUNTED_MAX + 1, TOTAL_COUNTED_MAX + 1],
    [{ skip: 50_000, limit }, 20, TOTAL_COUNTED_MAX + 1, 50_021],
    [{ skip: 2_147_483_647, limit }, 0, TOTAL_COUNTED_MAX + 1, TOTAL_COUNTED_MAX + 1],
    [{ skip: 9_980, limit }, 20, TOTAL_COUNTED_MAX + 1, TOTAL_COUNTED_MAX + 1],
  ])('of %j with %d rows and %d counted is %d', (page, found, counted, expected) => {
    expect(totalByCount(page, found, counted)).toBe(expected);
  });
});

describe('a page that lies deep', () => {
  const limit = 20;
  const deep = { skip: PASSED_MAX + 1, limit };

  it('is read as requested up to where it may be', () => {
    const page = { skip: PASSED_MAX, limit };

    expect(readableOf(page)).toBe(page);
    expect(reached(page, ['row'])).toEqual(['row']);
  });

  it('is empty when the list ends before, and else rejected', () => {
    expect(readableOf(deep)).toEqual({ skip: PASSED_MAX, limit: 1 });
    expect(reached(deep, [])).toEqual([]);
    expect(() => reached(deep, ['row'])).toThrow(
      expect.objectContaining({ details: { fields: [expect.objectContaining({ path: 'skip', code: 'too_big' })] } }),
    );
  });
});

it('lists the newest first, the later id first among those of the same time', () => {
  const { orderBy, offset, limit } = newestFirst({ skip: 3, limit: 2 });

  expect([Object.entries(orderBy), offset, limit]).toEqual([
    [
      ['createdAt', 'desc'],
      ['id', 'desc'],
    ],
    3,
    2,
  ]);
});
