import { expect, it } from 'vitest';
import { integer, text } from './columns.ts';
import {
  asJson,
  columnNames,
  equalIn,
  listedAsJson,
  qualified,
  row,
  rows,
  selected,
  takenFrom,
  toRecord,
  toRecords,
} from './rows.ts';

const COLUMNS = { id: text, unitCostCents: integer };
const SELECTED = 'p.id as "id", p.unit_cost_cents as "unitCostCents"';

it.each([
  [columnNames(COLUMNS), 'id, unit_cost_cents'],
  [selected(COLUMNS, 'p'), SELECTED],
  [qualified('p', COLUMNS), 'p.id, p.unit_cost_cents'],
  [takenFrom('given', COLUMNS), 'id = given.id, unit_cost_cents = given.unit_cost_cents'],
  [equalIn('a', 'b', ['id', 'unitCostCents']), 'a.id = b.id and a.unit_cost_cents = b.unit_cost_cents'],
  [asJson(COLUMNS, 'p'), `(select row_to_json(one) from (select ${SELECTED}) as one)`],
  [
    listedAsJson(COLUMNS, 'p', 'product as p'),
    `(select coalesce(json_agg(one), '[]') from (select ${SELECTED} from product as p) as one)`,
  ],
])('is written for PostgreSQL as %s', (sql, expected) => {
  expect(sql).toBe(expected);
});

it('reads a row inside a row where it is', () => {
  const found = { id: 'a', unitCostCents: '7' };

  expect(row(COLUMNS)(found)).toBe(found);
  expect(found).toEqual({ id: 'a', unitCostCents: 7 });
  expect(rows(COLUMNS)([found, { id: 'b', unitCostCents: 8 }])).toEqual([found, { id: 'b', unitCostCents: 8 }]);
});

it.each([
  [null, 'is not a row but null'],
  ['a', 'is not a row but a'],
  [undefined, 'is not a row but undefined'],
  [{ id: 'a' }, 'is not an integer but undefined'],
])('%j is no row', (value, problem) => {
  expect(() => row(COLUMNS)(value)).toThrow(new TypeError(problem));
});

it('writes rows as records', () => {
  const given = { id: 'a', unitCostCents: 7, packedFile: Buffer.from('01ff', 'hex'), createdAt: new Date(0) };
  const record = { id: 'a', unit_cost_cents: 7, packed_file: '\\x01ff', created_at: '1970-01-01T00:00:00.000Z' };

  expect(JSON.parse(toRecord(given))).toEqual(record);
  expect(JSON.parse(toRecords([given, { id: 'b' }]))).toEqual([record, { id: 'b' }]);
});
