import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { eventually } from '@estampa/testing/eventually';
import { KEPT } from '@estampa/testing/kept-infrastructure';
import { currentTestRun } from '@estampa/testing/test-run';
import { expect, it } from '@jest/globals';
import { benchDatabase } from './bench.ts';

const logOf = (): string => {
  const files = [currentTestRun().directory, KEPT].map((directory) => join(directory, 'logs/postgres.log'));
  return readFileSync(
    files.find((file) => existsSync(file))!,
    'utf8',
  );
};

it('tells of a refused statement, and nothing of its values', async () => {
  await using database = await benchDatabase();
  const em = database.orm.em.fork();
  const constraint = `bench_${randomUUID().replaceAll('-', '')}`;
  const secret = `${randomUUID()}@demo.example`;
  await em.execute(`create table bench (email text constraint ${constraint} unique)`);
  await em.execute('insert into bench values (?)', [secret]);

  await expect(em.execute('insert into bench values (?)', [secret])).rejects.toThrow(constraint);

  await eventually(() => logOf().includes(constraint));
  expect(logOf()).not.toContain(secret);
});
