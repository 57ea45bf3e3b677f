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
  readonly #onSuspend: ((ms: number) => void)[] = [];
  isAlive = true;
  /** Until then nothing of it runs, in milliseconds of the virtual clock. */
  suspendedUntil = 0;

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

  /** Called when it begins to stand still, with the time that it will. */
  onSuspend(run: (ms: number) => void): void {
    this.#onSuspend.push(run);
  }

  /** Stands still, as when the operating system does not let it run: what it has sent arrives all the same. */
  suspend(ms: number): void {
    this.suspendedUntil = Math.max(this.suspendedUntil, this.scheduler.now + ms);
    for (const run of this.#onSuspend) run(ms);
  }

  /** Nothing that it awaits is ever released. */
  kill(): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    for (const run of this.#onEnd) run();
  }
}
