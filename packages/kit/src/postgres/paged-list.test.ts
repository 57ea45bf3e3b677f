import { randomUUID } from 'node:crypto';
import { TOTAL_COUNTED_MAX } from '@estampa/kernel/page';
import { expect, it } from 'vitest';
import { integer, text } from './columns.ts';
import { listedPage } from './paged-list.ts';
import { statement } from './statement.ts';

const LIMIT = 2;
const PAGE = statement('select position from row_of_a_list', { position: text });
const COUNT = statement('select count(*) as count from row_of_a_list', { count: integer });

/** A list with so many rows, whose ids are its place; it says how often it was counted. */
function aList() {
  const list = { rows: 0, counts: 0, roundTrips: 0 };
  const of = randomUUID();
  const em = {
    async sendReads(queries: readonly unknown[]) {
      list.roundTrips += 1;
      return (queries as { name: string; values: readonly number[] }[]).map(({ name, values }) => {
        if (name === COUNT.with().query.name) {
          list.counts += 1;
          return [{ count: Math.min(list.rows, TOTAL_COUNTED_MAX + 1) }];
        }
        const [skip = 0] = values;
        const length = Math.max(0, Math.min(LIMIT, list.rows - skip));
        return Array.from({ length }, (_, at) => ({ position: `2026-01-01 00:00:00+00 ${skip + at}` }));
      });
    },
  };
  const totalAt = async (skip: number): Promise<number> =>
    (await listedPage(em, { skip, limit: LIMIT, mark: 'of this list' }, PAGE.with(skip), COUNT.with(of))).total;
  return { list, totalAt };
}

it.each([0, 1, LIMIT, TOTAL_COUNTED_MAX])('counts %i rows for each page, along with the page', async (rows) => {
  const { list, totalAt } = aList();
  list.rows = rows;

  expect([await totalAt(0), await totalAt(0)]).toEqual([rows, rows]);
  expect(list).toMatchObject({ counts: 2, roundTrips: 2 });
});

it('counts a list once that has more rows than are counted', async () => {
  const { list, totalAt } = aList();
  list.rows = TOTAL_COUNTED_MAX + 10;

  expect([await totalAt(0), await totalAt(2), await totalAt(TOTAL_COUNTED_MAX)]).toEqual([
    TOTAL_COUNTED_MAX + 1,
    TOTAL_COUNTED_MAX + 1,
    TOTAL_COUNTED_MAX + LIMIT + 1,
  ]);
  expect(list).toMatchObject({ counts: 1, roundTrips: 3 });
});

it.each([
  ['that is not full', 4],
  ['that is empty', 6],
])('counts it again at a page %s, as it may have become shorter', async (_name, skip) => {
  const { list, totalAt } = aList();
  list.rows = TOTAL_COUNTED_MAX + 1;
  await totalAt(0);
  list.rows = 5;

  expect([await totalAt(0), await totalAt(skip), await totalAt(0)]).toEqual([TOTAL_COUNTED_MAX + 1, 5, 5]);
  expect(list.counts).toBe(3);
});
