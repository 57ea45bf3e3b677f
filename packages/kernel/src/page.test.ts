import { describe, expect, it } from 'vitest';
import { newestFirst, pageOf } from './page.ts';

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
