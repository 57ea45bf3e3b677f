import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { currentTestRun } from '@estampa/testing/test-run';
import { expect, it } from 'vitest';

const MAIN = join(import.meta.dirname, '../src/main.ts');
const DEADLINE_MS = 180_000;

/** In a process of its own, since it replaces the clock. */
async function simulate(...options: string[]): Promise<string> {
  const { infrastructure } = currentTestRun();
  const args = [MAIN, '--postgres', infrastructure.postgres.url, ...options];
  return (await promisify(execFile)(process.execPath, args, { timeout: DEADLINE_MS })).stdout;
}

it(
  'finds nothing wrong in a history with its second part, and runs it twice alike',
  async () => {
    expect(await simulate('--histories', '1', '--times', '2', '--shop', '1')).toContain('and nothing is wrong');
  },
  DEADLINE_MS,
);

it(
  'finds a planted bug',
  async () => {
    const options = ['--histories', '1', '--first', '16', '--plant', 'refund-key-not-bound'];

    expect(await simulate(...options)).toContain('refund-key-not-bound was found by history 16');
  },
  DEADLINE_MS,
);
