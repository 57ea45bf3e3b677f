import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';

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
const STARTING = `
  const { exitWhileStarting } = await import(${JSON.stringify(SHUTDOWN)});
  exitWhileStarting({ info: (_fields, message) => process.stdout.write(message) });
  setInterval(() => undefined, 1_000);
  process.stdout.write('starting ');
`;
const DEADLINE_MS = 20_000;
/** What a shell says of a process that SIGTERM ended. */
const TERMINATED = 143;

it.each([
  ['a process exits once all is released, even with open handles', MAIN, 0, 'ready released '],
  [
    'a process that starts ends at once, and not as if it had come to its end',
    STARTING,
    TERMINATED,
    'starting stopped before it was ready',
  ],
])(
  '%s',
  async (_name, main, code, expected) => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', main], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => (output += bytes.toString()));
    await once(child.stdout, 'data');
    child.kill('SIGTERM');

    await expect(once(child, 'exit')).resolves.toEqual([code, null]);
    expect(output).toBe(expected);
  },
  DEADLINE_MS,
);
