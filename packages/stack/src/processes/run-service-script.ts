import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { ServiceName } from '@estampa/kernel/topics';
import { findRunningStack } from '../stack-file.ts';
import { runOnce } from './node-process.ts';

/** Fields of a log line that are of no use at a terminal. */
const PLAIN = ['level', 'time', 'name', 'service', 'pid', 'hostname', 'msg', 'err'];

/** Runs a script of a service once, beside the running stack; prints what it logs, gives its exit code. */
export async function runServiceScript(
  service: ServiceName,
  script: string,
  args: readonly string[] = [],
): Promise<number> {
  const environment = findRunningStack()?.environments[service];
  if (!environment) throw new Error('There is no running stack here. Start one with "npm start".');

  const child = runOnce(`services/${service}/src/${script}`, environment, args);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
  createInterface({ input: child.stdout! }).on('line', (line) => console.log(plain(line)));
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}

function plain(line: string): string {
  try {
    const entry = JSON.parse(line) as Record<string, unknown> & { msg?: string; err?: { message?: string } };
    const shown = Object.entries(entry).filter(([name]) => !PLAIN.includes(name));
    return [entry.msg, ...shown.map(([name, value]) => `${name} ${String(value)}`), entry.err?.message]
      .filter((part) => part !== undefined)
      .join('  ');
  } catch {
    return line;
  }
}
