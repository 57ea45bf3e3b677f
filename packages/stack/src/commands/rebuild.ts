import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { runOnce } from '../processes/node-process.ts';
import { findRunningStack } from '../stack-file.ts';
import { REBUILDABLE } from '../topology.ts';

/** Facts of a log line that say nothing to who waits at the terminal. */
const PLAIN = ['level', 'time', 'name', 'service', 'pid', 'hostname', 'msg', 'err'];

/** Makes the tables of a read model anew from the topics, beside the running stack. */
export async function rebuild([name = '']: readonly string[]): Promise<number> {
  const service = REBUILDABLE.find((one) => one === name);
  if (!service) throw new Error(`"npm run rebuild -- <service>" takes: ${REBUILDABLE.join(', ')}`);
  const environment = findRunningStack()?.environments[service];
  if (!environment) throw new Error('There is no running stack here. Start one with "npm start".');

  const child = runOnce(`services/${service}/src/rebuild.ts`, environment);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
  createInterface({ input: child.stdout! }).on('line', (line) => console.log(plain(line)));
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}

function plain(line: string): string {
  try {
    const facts = JSON.parse(line) as Record<string, unknown> & { msg?: string; err?: { message?: string } };
    const shown = Object.entries(facts).filter(([name]) => !PLAIN.includes(name));
    return [facts.msg, ...shown.map(([name, value]) => `${name} ${String(value)}`), facts.err?.message]
      .filter((part) => part !== undefined)
      .join('  ');
  } catch {
    return line;
  }
}
