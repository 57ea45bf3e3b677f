import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrationsIn } from './migration-files.ts';

const FIRST = '0001-first-tables.ts';

async function namesIn(files: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  try {
    for (const [file, source] of Object.entries(files)) await writeFile(join(folder, file), source);
    return (await migrationsIn(folder)).map(({ name }) => name);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const exporting = (name: string) => `export default class ${name} {}`;

it('gives the migrations of a folder in the order of their numbers', async () => {
  const files = { '0002-add-2fa-column.ts': exporting('Add2faColumnMigration'), [FIRST]: exporting('FirstTables') };

  expect(await namesIn(files)).toEqual(['FirstTables', 'Add2faColumnMigration']);
});

it.each<[what: string, files: Record<string, string>, message: RegExp]>([
  [
    'a gap',
    { [FIRST]: exporting('FirstTables'), '0003-more.ts': exporting('More') },
    /0003-more\.ts is not migration 2/,
  ],
  ['a number twice', { [FIRST]: exporting('FirstTables'), '0001-more.ts': exporting('More') }, /is not migration 2/],
  ['a file of another kind', { 'first-tables.ts': exporting('FirstTables') }, /first-tables\.ts is not migration 1/],
  ['a class of another name', { [FIRST]: exporting('Tables') }, /does not export the class FirstTables by default/],
  ['no class', { [FIRST]: 'export const up = 1;' }, /does not export the class FirstTables by default/],
])('rejects %s', async (_what, files, message) => {
  await expect(namesIn(files)).rejects.toThrow(message);
});
