import { execFile } from 'node:child_process';
import { globSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { COMPILE_CACHE, REPOSITORY } from '../paths.ts';
import { ENTRIES, nodeFlags } from './node-process.ts';

const SOURCES = '{packages/{kernel,kit,contracts}/*,services/*/src,gateway/src}/**/*.ts';
/** Beside the entries, which do their work when they are loaded. */
const NOT_LOADED = /(?:\.test|\/openapi\/write)\.ts$|^services\/sandbox\/|\/test\//;
const DEADLINE_MS = 60_000;

/** V8 takes what was compiled only with the same flags. Tests load modules without any. */
const FLAGS = { processes: nodeFlags, tests: (): string[] => [] };

/**
 * Loads every module of the services once when some changed, so that all are in the compile cache when the processes, or those that run
 * tests, start. Else each of them would bring the type stripper along, 15 MB of it, and take twice as long.
 */
export async function fillCompileCache(users: keyof typeof FLAGS): Promise<void> {
  const stamp = join(COMPILE_CACHE, `.filled-for-${users}`);
  const lastFilled = changedAt(stamp);
  if (serviceModules().every((path) => changedAt(path) < lastFilled)) return;

  const begun = new Date();
  // A module that fails to load is reported by the process that needs it.
  await promisify(execFile)(process.execPath, [...FLAGS[users](), join(import.meta.dirname, 'load-all.ts')], {
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE },
    timeout: DEADLINE_MS,
  }).catch(() => undefined);
  mkdirSync(COMPILE_CACHE, { recursive: true });
  writeFileSync(stamp, begun.toISOString());
}

export const serviceModules = (): string[] =>
  globSync(SOURCES, { cwd: REPOSITORY })
    .filter((path) => !ENTRIES.includes(path) && !NOT_LOADED.test(path))
    .map((path) => join(REPOSITORY, path));

const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
