import { execFile } from 'node:child_process';
import { globSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { COMPILE_CACHE, REPOSITORY } from '../paths.ts';
import { nodeFlags } from './node-process.ts';

const SOURCES = '{packages/{kernel,kit,contracts}/*,services/*/src,gateway/src}/**/*.ts';
const NOT_LOADED = /(?:\/main|\.test)\.ts$|\/services\/sandbox\/|\/test\//;
const STAMP = join(COMPILE_CACHE, '.filled');
const DEADLINE_MS = 60_000;

/**
 * Loads every module of the services once when some changed, so that all are in the compile cache when the processes start.
 * Else each of them would bring the type stripper along, 15 MB of it, and take twice as long.
 */
export async function fillCompileCache(): Promise<void> {
  const lastFilled = changedAt(STAMP);
  if (serviceModules().every((path) => changedAt(path) < lastFilled)) return;

  const begun = new Date();
  // A module that fails to load is reported by the process that needs it.
  await promisify(execFile)(process.execPath, [...nodeFlags(), join(import.meta.dirname, 'load-all.ts')], {
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE },
    timeout: DEADLINE_MS,
  }).catch(() => undefined);
  mkdirSync(COMPILE_CACHE, { recursive: true });
  writeFileSync(STAMP, begun.toISOString());
}

export const serviceModules = (): string[] =>
  globSync(SOURCES, { cwd: REPOSITORY })
    .map((path) => join(REPOSITORY, path))
    .filter((path) => !NOT_LOADED.test(path));

const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
