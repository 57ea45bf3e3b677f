import { AsyncLocalStorage } from 'node:async_hooks';
import type { Random } from '@estampa/stack/random';
import type { Scheduler } from './scheduler.ts';

const running = new AsyncLocalStorage<SimProcess>();

/** Whose code runs now; undefined for the simulator's own. */
export const currentProcess = (): SimProcess | undefined => running.getStore();

/** One operating system process: a clock that may be wrong, and an end that may come at any step. */
export class SimProcess {
  readonly name: string;
  readonly scheduler: Scheduler;
  /** Where its ids and nonces come from. */
  readonly random: Random;
  /** Its clock is ahead of the true one by so much. */
  readonly skewMs: number;
  readonly #onEnd: (() => void)[] = [];
  isAlive = true;

  constructor(name: string, { scheduler, random, skewMs }: { scheduler: Scheduler; random: Random; skewMs: number }) {
    [this.name, this.scheduler, this.random, this.skewMs] = [name, scheduler, random, skewMs];
  }

  /** Milliseconds since 1970, by its own clock. */
  now(): number {
    return Math.floor(this.scheduler.now + this.skewMs);
  }

  run<T>(code: () => T): T {
    return running.run(this, code);
  }

  /** Called when it ends, in the order given. */
  onEnd(run: () => void): void {
    this.#onEnd.push(run);
  }

  /** Nothing that it awaits is ever released. */
  kill(): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    for (const run of this.#onEnd) run();
  }
}
