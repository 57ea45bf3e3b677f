import { randomBytes } from 'node:crypto';
import { createDatabase, withDatabase } from '@estampa/stack/infrastructure/databases';
import { currentTestRun } from '@estampa/testing/test-run';
import { beforeAll, describe, expect, it } from 'vitest';
import { copyIn, copyLine, dropIndexes, writtenColumns } from '../src/seed/bulk-load.ts';

const { infrastructure, secrets } = currentTestRun();
const TABLE = 'loaded';
/** More than one chunk. */
const ROWS = 20_000;
const TEXTS = [null, '', '\\N', 'a\tb', 'a\nb\r', 'c:\\new', 'ação 🦜', '{"a": "b\\"c"}'];
let url: string;

beforeAll(async () => {
  const name = `loaded_${randomBytes(4).toString('hex')}`;
  url = await createDatabase(infrastructure.postgres.url, { name, password: secrets.databasePassword });
  await withDatabase(url, async (client) => {
    await client.query(`create table ${TABLE} (
      id int primary key, word text, made text generated always as (word || '!') stored, "order" int unique)`);
    await client.query(`create index ${TABLE}_word on ${TABLE} (word) where id > 0`);
  });
});

const indexes = async () =>
  withDatabase(url, async (client) => {
    const { rows } = await client.query('select indexdef from pg_indexes where tablename = $1 order by 1', [TABLE]);
    return rows.map(({ indexdef }) => indexdef as string);
  });

describe('a bulk load', () => {
  it('stores every text as it is, in all columns that are written', async () => {
    await withDatabase(url, async (client) => {
      const columns = await writtenColumns(client, TABLE);
      function* lines() {
        for (let id = 0; id < ROWS; id += 1) yield copyLine([String(id), TEXTS[id % TEXTS.length]!, null]);
      }
      await copyIn(client, { table: TABLE, columns: columns.join(', '), lines: lines() });

      const { rows } = await client.query(`select word from ${TABLE} order by id limit ${TEXTS.length}`);
      const { rows: counted } = await client.query(`select count(*)::int as rows from ${TABLE}`);
      expect(columns).toEqual(['id', 'word', '"order"']);
      expect(rows.map(({ word }) => word)).toEqual(TEXTS);
      expect(counted).toEqual([{ rows: ROWS }]);
    });
  });

  it('fails as PostgreSQL does, or as who makes the lines, and leaves the connection of use', async () => {
    await withDatabase(url, async (client) => {
      const load = (lines: Iterable<string>) => copyIn(client, { table: TABLE, columns: 'id', lines });
      function* failing() {
        yield '-1\n';
        throw new Error('no more of these');
      }

      await expect(load(['1\n'])).rejects.toThrow('duplicate key');
      await expect(load(failing())).rejects.toThrow('no more of these');
      const { rows } = await client.query(`select count(*)::int as rows from ${TABLE} where id < 0`);
      expect(rows).toEqual([{ rows: 0 }]);
    });
  });

  it('drops only what no constraint needs, and makes it again as it was', async () => {
    const before = await indexes();
    const dropped = await withDatabase(url, (client) => dropIndexes(client, [TABLE]));
    const between = await indexes();
    await withDatabase(url, async (client) => {
      for (const definition of dropped) await client.query(definition);
    });

    expect(before.filter((index) => !between.includes(index))).toEqual(dropped);
    expect(dropped).toHaveLength(1);
    expect(await indexes()).toEqual(before);
  });
});
