import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LOCAL, REPOSITORY } from '../paths.ts';
import { runTool } from '../run-tool.ts';

const run = promisify(execFile);

/** The newest tag `v*` that is in the history; null before the first, and where there is no history. */
export async function lastRelease(repository = REPOSITORY): Promise<string | null> {
  const newestFirst = ['tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname'];
  const { stdout } = await run('git', newestFirst, { cwd: repository }).catch(() => ({ stdout: '' }));
  return stdout.split('\n')[0] || null;
}

/** Fails when a contract changed so that a released client or service would no longer understand it. */
export async function compareWithRelease(release: string, repository = REPOSITORY): Promise<void> {
  mkdirSync(LOCAL, { recursive: true });
  const released = join(LOCAL, `contracts-${process.pid}.tar`);
  try {
    await run('git', ['archive', '--output', released, release, 'buf.yaml', 'proto'], { cwd: repository });
    await runTool('buf', ['breaking', repository, '--against', released]);
  } finally {
    rmSync(released, { force: true });
  }
}
