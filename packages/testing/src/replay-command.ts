import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { REPOSITORY } from '@estampa/stack/paths';

/** Runs `npm run replay` as an operator does next to a service: by the address of its database. */
export async function runReplay(
  databaseUrl: string,
  args: readonly string[],
): Promise<{ code: number; output: string }> {
  const command = [join(REPOSITORY, 'packages/stack/src/main.ts'), 'replay', ...args];
  const env = { ...process.env, DATABASE_URL: databaseUrl, NODE_OPTIONS: '' };
  const { code, stdout, stderr } = await promisify(execFile)(process.execPath, command, { env }).then(
    (outcome) => ({ ...outcome, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  );
  return { code, output: stripVTControlCharacters(stdout + stderr) };
}
