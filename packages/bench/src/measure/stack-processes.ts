import { readMemory } from '@estampa/stack/processes/memory';
import type { BenchStack } from '../stack/bench-stack.ts';

export interface ProcessFigures {
  readonly name: string;
  /** Undefined for servers that were there before. */
  readonly startMs: number | undefined;
  readonly residentMegabytes: number;
  /** Pages that processes share counted once. */
  readonly proportionalMegabytes: number;
}

/** What the marketplace itself takes: all but the servers, and the sandbox that stands for providers elsewhere. */
export function memoryOfMarketplace(processes: readonly ProcessFigures[]) {
  const ours = processes.filter(({ startMs, name }) => startMs !== undefined && name !== 'sandbox');
  return {
    residentMegabytes: ours.reduce((sum, one) => sum + one.residentMegabytes, 0),
    proportionalMegabytes: ours.reduce((sum, one) => sum + one.proportionalMegabytes, 0),
  };
}

/** How long each process took to be ready, and the memory it has now. */
export function stackProcesses({ marketplace, pids }: BenchStack): ProcessFigures[] {
  const started = new Map(Object.values(marketplace.processes).map(({ name, startMs }) => [name as string, startMs]));
  return [...pids].map(([name, pid]) => {
    const memory = readMemory(pid);
    return {
      name,
      startMs: started.get(name),
      residentMegabytes: memory?.rssMegabytes ?? Number.NaN,
      proportionalMegabytes: memory?.pssMegabytes ?? Number.NaN,
    };
  });
}
