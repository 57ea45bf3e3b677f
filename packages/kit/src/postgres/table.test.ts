import { expect, it } from 'vitest';
import { hidden, key, nullable, text, timestamp, uuid } from './columns.ts';
import { table } from './table.ts';

const thing = table('thing', { id: key(uuid), madeAt: timestamp, note: hidden(nullable(text)) });
const pair = table('pair', { left: key(uuid), rightId: key(uuid), note: text });

const inOneLine = (sql: string) => sql.replaceAll(/\s+/g, ' ');
const NAMES = 'id, made_at, note';

it.each([
  [
    thing.select('t', 'where t.id = $1').with().query.text,
    'select t.id as "id", t.made_at as "madeAt", t.note as "note" from thing as t where t.id = $1',
  ],
  [
    thing.insertRecord('$1'),
    `insert into thing (${NAMES}) select ${NAMES} from jsonb_populate_record(null::thing, $1)`,
  ],
  [
    thing.insertRecords('$2'),
    `insert into thing (${NAMES}) select ${NAMES} from jsonb_populate_recordset(null::thing, $2)`,
  ],
  [
    thing.updateRecord('$1', thing.pick('madeAt', 'note')),
    'update thing as stored set made_at = given.made_at, note = given.note ' +
      'from jsonb_populate_record(null::thing, $1) as given where stored.id = given.id',
  ],
  [
    pair.updateRecord('$1', pair.pick('note')),
    'update pair as stored set note = given.note from jsonb_populate_record(null::pair, $1) as given ' +
      'where stored.left = given.left and stored.right_id = given.right_id',
  ],
])('a table writes %s', (sql, expected) => {
  expect(inOneLine(sql)).toBe(expected);
});

it('a table has its columns, some of them, and a class of its name', () => {
  expect(Object.keys(thing.columns)).toEqual(['id', 'madeAt', 'note']);
  expect(thing.pick('note')).toEqual({ note: thing.columns.note });
  expect(thing.Row.name).toBe('thing');
});
