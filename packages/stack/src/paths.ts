import { join, resolve } from 'node:path';

export const REPOSITORY = resolve(import.meta.dirname, '../../..');
/** Elsewhere for tests that start a stack of their own. */
export const LOCAL = process.env.ESTAMPA_LOCAL ?? join(REPOSITORY, '.local');
export const COMPILE_CACHE = join(LOCAL, 'compile-cache');
export const STACK_FILE = join(LOCAL, 'stack.json');

/** Servers that tests left for later runs. */
export const REUSED_TEST_SERVERS = join(LOCAL, 'test/kept');

/** Data and servers of `npm run bench`. */
export const BENCH = join(LOCAL, 'bench');

/** Jars outlive `npm run reset` and are shared by every data directory. */
export const DOWNLOADS = process.env.ESTAMPA_DOWNLOADS ?? join(LOCAL, 'downloads');

/** The server of `npm run sim`. */
export const SIMULATION = join(LOCAL, 'sim');
