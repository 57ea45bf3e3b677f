import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@estampa/stack/paths';

export interface SourceFile {
  /** From the root of the repository, with `/`. */
  readonly path: string;
  readonly text: string;
}

export type SourceTree = readonly SourceFile[];

const TEXT = '**/*.{ts,cjs,js,json,yaml,yml,md,proto,sh,tpl}';
const IGNORED = new Set(['node_modules', '.local', '.git', 'gen', 'coverage', 'package-lock.json', 'tilt_config.json']);

/** Every text file that people write here. */
export function readSourceTree(): SourceTree {
  const paths = globSync([TEXT, '.*', '.ci/*', '**/{Tiltfile,Dockerfile}'], {
    cwd: REPOSITORY,
    withFileTypes: true,
    exclude: (entry) => IGNORED.has(entry.name),
  })
    .filter((entry) => entry.isFile() && !IGNORED.has(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return paths.map((path) => ({
    path: path.slice(REPOSITORY.length + 1).replaceAll('\\', '/'),
    text: readFileSync(path, 'utf8'),
  }));
}
