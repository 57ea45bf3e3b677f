import { randomBytes } from 'node:crypto';
import { v7 as v7Of } from 'uuid';
import { currentProcess, type SimProcess } from './sim-process.ts';

export { validate } from 'uuid';

/* Stands in for the package `uuid`, which remembers its last id beyond the end of a simulated process. */

type Last = { msecs: number; seq: number };
const last = new WeakMap<SimProcess, Last>();

/** As the package does it: of one process each id is greater than the one before. */
export function v7(): string {
  const process = currentProcess();
  const random = randomBytes(16);
  if (!process) return v7Of();
  const now = process.now();
  const before = last.get(process) ?? { msecs: 0, seq: 0 };
  const seq = now > before.msecs ? random.readUInt32BE() >>> 1 : before.seq + 1;
  const made = { msecs: Math.max(now, before.msecs), seq };
  last.set(process, made);
  return v7Of({ ...made, random });
}
