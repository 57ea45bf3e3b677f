import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MigrationClass } from './connect.ts';

const FILE = /^(\d{4})-([a-z0-9]+(?:-[a-z0-9]+)*)\.ts$/;

/**
 * The migrations of a folder in the order of their numbers, from 0001 without a gap: `0007-index-owed.ts` exports the class
 * `IndexOwed` (or `IndexOwedMigration`) by default. A database knows a migration by the name of its class for good, so file and
 * class are bound to each other; throws when a file is otherwise.
 */
export async function migrationsIn(folder: string): Promise<MigrationClass[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).sort();
  return Promise.all(files.map((file, place) => migrationOf(folder, file, place + 1)));
}

async function migrationOf(folder: string, file: string, number: number): Promise<MigrationClass> {
  const [, digits, words] = FILE.exec(file) ?? [];
  if (!words || Number(digits) !== number) throw new Error(`${join(folder, file)} is not migration ${number}`);
  const { default: migration } = (await import(pathToFileURL(join(folder, file)).href)) as { default?: unknown };
  const name = words.replaceAll(/(?:^|-)(.)/g, (_match, letter: string) => letter.toUpperCase());
  if (typeof migration !== 'function' || ![name, `${name}Migration`].includes(migration.name))
    throw new Error(`${join(folder, file)} does not export the class ${name} by default`);
  return migration as MigrationClass;
}
