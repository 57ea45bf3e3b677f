import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LOCAL, REPOSITORY } from '@estampa/stack/paths';
import { RELEASED } from '../src/released-data.ts';

const run = promisify(execFile);
const OUTPUT_MAX_BYTES = 16 * 1024 * 1024;

export type Release = { version: string; commit: string };

export const lastRelease = (): Release => JSON.parse(readFileSync(join(RELEASED, 'release.json'), 'utf8')) as Release;

/** The sources of a commit in a folder of their own, with the packages of its lock file and its contracts generated. */
export async function checkOutRelease({ version, commit }: Release): Promise<string> {
  const directory = join(LOCAL, 'upgrade', version);
  if (!existsSync(directory)) await git('worktree', 'add', '--detach', directory, commit);
  const { stdout } = await git('-C', directory, 'rev-parse', 'HEAD');
  if (stdout.trim() !== commit)
    throw new Error(`${directory} is at another commit: drop it with "git worktree remove --force ${directory}".`);
  // Its own command installs what its lock file names.
  await run(process.execPath, ['packages/stack/bin/estampa.cjs', 'gen'], {
    cwd: directory,
    maxBuffer: OUTPUT_MAX_BYTES,
  });
  return directory;
}

const git = (...args: readonly string[]) => run('git', [...args], { cwd: REPOSITORY, maxBuffer: OUTPUT_MAX_BYTES });
