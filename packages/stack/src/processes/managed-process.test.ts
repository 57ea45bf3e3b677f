import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { waitFor } from '../wait.ts';
import { isAlive, processIdentity } from './process-table.ts';
import { stopLeftovers } from './leftovers.ts';
import { startProcess, type ProcessSpec } from './managed-process.ts';

const STUBBORN = "process.on('SIGTERM', () => console.log('no')); setInterval(() => {}, 1000); console.log('up')";
const POLITE = "setInterval(() => {}, 1000); console.log('up')";

describe('a managed process', () => {
  const directory = mkdtempSync(join(tmpdir(), 'estampa-process-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  const start = async (name: string, script: string, extra: Partial<ProcessSpec> = {}) => {
    const args = ['-e', script];
    const started = startProcess({ name, command: process.execPath, args, env: process.env, directory, ...extra });
    await waitFor('its first words', () => started.log().includes('up'), { deadlineMs: 10_000 });
    return started;
  };

  it('stops on request and removes its pid file', async () => {
    const polite = await start('polite', POLITE);

    await polite.stop();

    expect(await polite.exited).toBe('killed by SIGTERM');
    expect(await stopLeftovers(directory)).toEqual([]);
  });

  it('is killed when it does not listen', async () => {
    const stubborn = await start('stubborn', STUBBORN, { graceMs: 100 });

    await stubborn.stop();

    expect(await stubborn.exited).toBe('killed by SIGKILL');
    expect(stubborn.log(1)).toBe('no');
  });

  it('says so when the command does not exist', async () => {
    const missing = startProcess({ name: 'missing', command: 'no-such-command', args: [], directory });

    expect(await missing.exited).toMatch(/ENOENT/);
    expect(missing.running()).toBe(false);
  });

  it('is stopped by a later run that finds it left behind', async () => {
    const left = await start('left', POLITE);

    expect(await stopLeftovers(directory)).toEqual(['left']);
    expect(await left.exited).toMatch(/^killed by SIGTERM|^exited/);
    expect(left.running()).toBe(false);
  });

  it('is left alone by a later run when its pid now belongs to another process', async () => {
    const other = await start('other', POLITE);
    const file = join(directory, 'run', 'other.pid');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), identity: 'an earlier process' }));

    expect(await stopLeftovers(directory)).toEqual([]);

    expect(isAlive(other.pid, processIdentity(other.pid) ?? 'gone')).toBe(true);
    await other.stop();
  });
});
