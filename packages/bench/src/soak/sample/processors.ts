import { availableParallelism } from 'node:os';
import { processorTime } from '../../measure/processor-time.ts';
import type { BenchStack } from '../../stack/bench-stack.ts';

/** The stack and its load together. */
export const ALL = 'all';

/** What part of all processors each process has used since the last reading, with those below it, and all of them together. */
export class Processors {
  readonly #pids: BenchStack['pids'];
  #before: { readonly atMs: number; readonly used: ReadonlyMap<string, number> };

  constructor({ pids }: Pick<BenchStack, 'pids'>) {
    this.#pids = pids;
    this.#before = this.#now();
  }

  read(): Record<string, number> & { [ALL]: number } {
    const [before, now] = [this.#before, (this.#before = this.#now())];
    const availableMs = (now.atMs - before.atMs) * availableParallelism();
    const shares = [...now.used].map(([name, used]) => [name, (used - before.used.get(name)!) / availableMs] as const);
    return { ...Object.fromEntries(shares), [ALL]: shares.reduce((sum, [, share]) => sum + share, 0) };
  }

  #now() {
    return { atMs: performance.now(), used: processorTime(this.#pids) };
  }
}
