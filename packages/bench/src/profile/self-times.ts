import type { CpuProfile, ProfileNode } from './inspector.ts';

export interface SelfTime {
  readonly name: string;
  /** Of the time in which the process was busy. */
  readonly share: number;
}

export interface SelfTimes {
  /** Of all samples. */
  readonly idleShare: number;
  readonly packages: readonly SelfTime[];
  readonly functions: readonly SelfTime[];
}

const IDLE = '(idle)';
const SCOPED = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const WORKSPACE = /\/((?:services|packages)\/[^/]+|gateway)\/(?:src|gen)\//;

/** Where a process itself has spent its time, what it called left out. */
export function selfTimes({ nodes, samples, timeDeltas }: CpuProfile): SelfTimes {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const packages = new Map<string, number>();
  const functions = new Map<string, number>();
  let [idle, busy] = [0, 0];
  for (const [index, id] of samples.entries()) {
    const node = byId.get(id);
    const time = timeDeltas[index] ?? 0;
    if (!node) continue;
    if (node.callFrame.functionName === IDLE) {
      idle += time;
      continue;
    }
    busy += time;
    const home = packageOf(node);
    packages.set(home, (packages.get(home) ?? 0) + time);
    const name = functionOf(node, home);
    functions.set(name, (functions.get(name) ?? 0) + time);
  }
  return { idleShare: idle / (idle + busy), packages: shares(packages, busy), functions: shares(functions, busy) };
}

/** `(program)` and `(garbage collector)` are homes of their own. */
export function packageOf({ callFrame: { url, functionName } }: ProfileNode): string {
  if (functionName.startsWith('(')) return functionName;
  if (url.startsWith('node:')) return 'node';
  return SCOPED.exec(url)?.[1] ?? WORKSPACE.exec(url)?.[1] ?? (url === '' ? 'native' : url);
}

function functionOf({ callFrame: { url, functionName, lineNumber } }: ProfileNode, home: string): string {
  const name = functionName || '(anonymous)';
  return url === '' ? name : `${name}  ${home} ${url.slice(url.lastIndexOf('/') + 1)}:${lineNumber + 1}`;
}

const shares = (times: ReadonlyMap<string, number>, busy: number): SelfTime[] =>
  [...times].map(([name, time]) => ({ name, share: time / busy })).toSorted((one, other) => other.share - one.share);
