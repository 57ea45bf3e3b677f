import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@estampa/stack/paths';
import { describe, expect, it } from 'vitest';
import { RELEASED } from './released-data.ts';

/** A row per seller, so that an index is built within the time that a lock may last; and constraints that follow need two of them. */
const SMALL_TABLES = new Set(['store']);

const allIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found]) => found!);

/** Tables on which the text builds an index while nobody may write to them, though they have had rows since the last release. */
function lockedBy(migration: string, released: string): string[] {
  const tables = new Set(allIn(released, /^create table (\w+)/gm));
  const indexed = allIn(migration, /create (?:unique )?index \w+\s+on (\w+)/g);
  return indexed.filter((table) => tables.has(table) && !SMALL_TABLES.has(table));
}

describe.each(globSync('*.sql', { cwd: RELEASED }))('migrations since the release of %s', (name) => {
  const released = readFileSync(join(RELEASED, name), 'utf8');
  const known = new Set(allIn(released, /^insert into mikro_orm_migrations \(name\) values \('(\w+)'\);/gm));
  const folder = join(REPOSITORY, 'services', name.replace('.sql', ''), 'src/db/migrations');
  const texts = globSync('*.ts', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'));
  const since = texts.filter((text) => !known.has(/class (\w+)/.exec(text)![1]!));

  it('index no table that is in use inside of their transaction', () => {
    expect(texts.length - since.length).toBeGreaterThan(0);
    expect(since.flatMap((text) => lockedBy(text, released))).toEqual([]);
  });
});

it('an index is found whose table existed', () => {
  const released = 'create table sale (\n);';
  expect(lockedBy('create unique index a on sale (id)', released)).toEqual(['sale']);
  expect(lockedBy('create table part (id int); create index b\n  on part (id)', released)).toEqual([]);
});
