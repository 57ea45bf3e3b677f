import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY } from '@estampa/stack/paths';
import type { Target } from './targets.ts';

const IMPORTED = /from '(\.[^']+)'/g;

/** The target's files that something other than tests imports, or that are exported one by one: models and samples of tests are no rules. */
export function productionCode({ code, usedIn }: Pick<Target, 'code' | 'usedIn'>): string[] {
  const all = globSync(`${usedIn}/**/*.ts`, { cwd: REPOSITORY }).filter((path) => !path.endsWith('.test.ts'));
  const imports = new Map(all.map((path) => [path, importsOf(path)]));
  const exported = exportedFrom(dirname(usedIn));
  let used = new Set(all);
  for (;;) {
    const imported = new Set([...used].flatMap((path) => imports.get(path) ?? []));
    const still = new Set(
      [...used].filter((path) => !path.startsWith(`${code}/`) || imported.has(path) || exported.has(path)),
    );
    if (still.size === used.size) break;
    used = still;
  }
  return [...used].filter((path) => path.startsWith(`${code}/`)).toSorted();
}

const importsOf = (path: string): string[] =>
  [...readFileSync(join(REPOSITORY, path), 'utf8').matchAll(IMPORTED)].map(([, to]) => join(dirname(path), to!));

/** By name; a pattern says nothing of which files others import. */
function exportedFrom(directory: string): Set<string> {
  const { exports = {} } = JSON.parse(readFileSync(join(REPOSITORY, directory, 'package.json'), 'utf8')) as Manifest;
  return new Set(Object.values(exports).map((path) => join(directory, path)));
}

type Manifest = { exports?: Record<string, string> };
