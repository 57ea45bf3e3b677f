import { AsyncLocalStorage } from 'node:async_hooks';

const permitted = new AsyncLocalStorage<true>();
/** Null while nobody watches. */
let uses: Set<string> | null = null;

/**
 * What the machine decides alone: its time, its timers, its random numbers. No history repeats what depends on one of them, so while
 * `run` does, each use is noted with the place where it is.
 */
export async function watchingMachine<T>(run: (uses: ReadonlySet<string>) => Promise<T>): Promise<T> {
  uses = new Set();
  try {
    return await run(uses);
  } finally {
    uses = null;
  }
}

/** For what the simulator itself does with the machine, on which no step of a history depends. */
export const withMachine = <T>(run: () => T): T => permitted.run(true, run);

/** Called by whatever stands in for a part of the machine, when it has nothing of its own to give. */
export function noteUse(part: string): void {
  if (!uses || permitted.getStore()) return;
  const lines = new Error().stack?.split('\n') ?? [];
  const place = lines.slice(1).find((line) => !line.includes('/packages/sim/src/environment/'));
  uses.add(`${part} of the machine is used ${place?.trim() ?? 'somewhere'}`);
}
