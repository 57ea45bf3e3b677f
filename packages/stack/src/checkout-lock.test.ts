import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockOwner, takeLock } from './checkout-lock.ts';

const MODULE = join(import.meta.dirname, 'checkout-lock.ts');
const HOLD = `
  import { takeLock } from '${MODULE}';
  console.log(takeLock(process.argv[1]) ? 'held' : 'refused');
  setInterval(() => {}, 1000);
`;

describe('the lock of a checkout', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'estampa-lock-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const inAnotherProcess = async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', HOLD, directory], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: process.env.PATH },
    });
    const [said] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    return { child, said: said.trim() };
  };

  it('fails while another process has it, and names that process', async () => {
    const { child, said } = await inAnotherProcess();

    expect(said).toBe('held');
    expect(takeLock(directory)).toBeUndefined();
    expect(lockOwner(directory)?.pid).toBe(child.pid);
    child.kill('SIGKILL');
    await once(child, 'exit');
  });

  it('is free again when its holder was killed', async () => {
    const { child } = await inAnotherProcess();
    child.kill('SIGKILL');
    await once(child, 'exit');

    const lock = takeLock(directory);

    expect(lock).toBeDefined();
    expect(lockOwner(directory)?.pid).toBe(process.pid);
    lock?.release();
    expect(lockOwner(directory)).toBeUndefined();
  });

  it('is given to one of many processes that try at the same time', async () => {
    const requesting = await Promise.all(Array.from({ length: 4 }, inAnotherProcess));

    expect(requesting.filter(({ said }) => said === 'held')).toHaveLength(1);
    for (const { child } of requesting) child.kill('SIGKILL');
  });
});
