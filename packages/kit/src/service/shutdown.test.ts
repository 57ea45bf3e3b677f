import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const SHUTDOWN = join(import.meta.dirname, 'shutdown.ts');
const MAIN = `
  const { endProcess, untilShutdown } = await import(${JSON.stringify(SHUTDOWN)});
  await using resources = new AsyncDisposableStack();
  resources.defer(endProcess);
  setInterval(() => undefined, 1_000);
  resources.defer(() => process.stdout.write('released '));
  setTimeout(() => process.stdout.write('ready '));
  await untilShutdown();
`;
const DEADLINE_MS = 20_000;

it(
  'a process ends once all is released, whatever else holds it',
  async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', MAIN], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let told = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (told += bytes.toString()));
    await once(child.stdout, 'data');
    child.kill('SIGTERM');

    await expect(once(child, 'exit')).resolves.toEqual([0, null]);
    expect(told).toBe('ready released ');
  },
  DEADLINE_MS,
);
