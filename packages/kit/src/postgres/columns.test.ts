import { describe, expect, it } from 'vitest';
import {
  bigint,
  boolean,
  bytes,
  type Column,
  date,
  float,
  hidden,
  integer,
  json,
  key,
  list,
  nullable,
  oneOf,
  text,
  textArray,
  textOf,
  timestamp,
  uuid,
} from './columns.ts';

const DATE = new Date('2026-11-27T10:00:00.000Z');
const BYTES = Buffer.from('a');
const status = oneOf(['open', 'closed']);

describe('a column', () => {
  it.each<[string, Column<unknown>, unknown, unknown]>([
    ['uuid', uuid, 'a', 'a'],
    ['text', text, '', ''],
    ['a word', status, 'open', 'open'],
    ['a word of another service', textOf(), 'new', 'new'],
    ['boolean', boolean, false, false],
    ['bytes', bytes, BYTES, BYTES],
    ['timestamp', timestamp, DATE, DATE],
    ['timestamp inside JSON', timestamp, '2026-11-27T10:00:00+00:00', DATE],
    ['date', date, '2026-11-27', '2026-11-27'],
    ['integer', integer, 7, 7],
    ['integer as text', integer, '-7', -7],
    ['bigint', bigint, '9007199254740991', Number.MAX_SAFE_INTEGER],
    ['json', json(), null, null],
    ['float', float, 0.5, 0.5],
    ['list', list(integer), ['1', 2], [1, 2]],
    ['array', textArray(text), [], []],
    ['null', nullable(text), null, null],
    ['what may be null', nullable(integer), '7', 7],
    ['a list that may be null', nullable(list(text)), null, null],
    ['a key', key(uuid), 'a', 'a'],
    ['what is hidden', hidden(text), 'a', 'a'],
  ])('reads %s', (_what, column, value, expected) => {
    expect(column(value)).toEqual(expected);
  });

  it.each<[string, Column<unknown>, unknown]>([
    ['is not a uuid but number', uuid, 7],
    ['is not text but null', text, null],
    ['is not one of open, closed but string', status, 'lost'],
    ['is not text but undefined', textOf(), undefined],
    ['is not a boolean but string', boolean, 'true'],
    ['is not bytes but string', bytes, 'a'],
    ['is not a timestamp but string', timestamp, 'soon'],
    ['is not a timestamp but number', timestamp, 7],
    ['is not a timestamp but object', timestamp, new Date(NaN)],
    ['is not a date as text but object', date, DATE],
    ['is not an integer but number', integer, 0.5],
    ['is not an integer but string', integer, 'seven'],
    ['is not an integer but null', integer, null],
    ['is not an integer but string', bigint, '9007199254740992'],
    ['is not json but undefined', json(), undefined],
    ['is not a number but string', float, '0.5'],
    ['is not a list but string', list(text), 'a'],
    ['is not text but number', list(text), ['a', 7]],
    ['is not text but undefined', nullable(text), undefined],
    ['is not a uuid but number', key(uuid), 7],
  ])('%s', (problem, column, value) => {
    expect(() => column(value)).toThrow(new TypeError(problem));
  });
});

it.each([
  [uuid, { type: 'uuid' }],
  [status, { type: 'text' }],
  [textOf(), { type: 'text' }],
  [nullable(bytes), { type: 'bytea', isNullable: true }],
  [key(uuid), { type: 'uuid', isKey: true }],
  [hidden(nullable(text)), { type: 'text', isNullable: true, isHidden: true }],
  [textArray(text), { type: 'text[]' }],
  [json(), { type: 'jsonb' }],
])('says how it is stored', (column, stored) => {
  expect(column.stored).toEqual(stored);
});

it('leaves the column that another is made of as it was', () => {
  nullable(uuid);
  key(uuid);

  expect(uuid.stored).toEqual({ type: 'uuid' });
  expect('stored' in nullable(list(text))).toBe(false);
});
