import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DOWNLOADS, REPOSITORY } from '../src/paths.ts';
import { processIdentity } from '../src/processes/process-table.ts';
import { stopLeftovers } from '../src/processes/leftovers.ts';
import { waitFor } from '../src/wait.ts';

const DEADLINE_MS = 120_000;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'estampa-second-'));
  // Both starts end before a process of the marketplace begins, so nothing is compiled for one.
  mkdirSync(join(directory, 'compile-cache'));
  writeFileSync(join(directory, 'compile-cache', '.filled-for-processes'), '');
});
afterEach(async () => {
  await stopLeftovers(directory);
  rmSync(directory, { recursive: true });
}, DEADLINE_MS);

it(
  'a second start during the first one is rejected and leaves its servers alone',
  async () => {
    const first = start();
    const mail = await waitFor('the first server', () => pidOf('mail'), { deadlineMs: DEADLINE_MS });

    const second = start();
    const outcome = await second.ended;

    expect(outcome).toMatchObject({ code: 1, output: expect.stringContaining(`(process ${first.pid})`) });
    expect(processIdentity(mail)).toBeDefined();
    process.kill(first.pid, 'SIGTERM');
    expect(await first.ended).toMatchObject({ code: 130 });
    expect(processIdentity(mail)).toBeUndefined();
  },
  DEADLINE_MS,
);

function start() {
  const env = { ...process.env, ESTAMPA_LOCAL: directory, ESTAMPA_DOWNLOADS: DOWNLOADS, NODE_OPTIONS: '' };
  const main = join(REPOSITORY, 'packages/stack/src/main.ts');
  const child = spawn(process.execPath, [main, 'start'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  return {
    pid: child.pid ?? 0,
    ended: Promise.all([exit, text(child.stderr)]).then(([code, output]) => ({ code, output })),
  };
}

function pidOf(name: string): number {
  return (JSON.parse(readFileSync(join(directory, 'run', `${name}.pid`), 'utf8')) as { pid: number }).pid;
}
