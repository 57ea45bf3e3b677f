import { spawnSync } from 'node:child_process';

/** Programs that some tests are skipped without, in the PATH or where a variable names them. */
export const PGBOUNCER = process.env.ESTAMPA_PGBOUNCER ?? 'pgbouncer';
export const PROMTOOL = process.env.ESTAMPA_PROMTOOL ?? 'promtool';

export const isInstalled = (command: string): boolean => spawnSync(command, ['--version']).status === 0;
