import type { Digest } from './digest.ts';

/** The real one, since a simulated process has timers of its own. */
const { setImmediate: nextRound } = globalThis;

/** A simulated process, as far as its steps need it: alive, and standing still until some time. */
type Owner = { readonly isAlive: boolean; readonly suspendedUntil: number };

export type Step = {
  /** In milliseconds of the virtual clock. */
  at: number;
  order: number;
  /** What dies with a process is not released any more; null: it is under way, whoever sent it. */
  owner: Owner | null;
  label: string;
  run: () => unknown;
  isCancelled: boolean;
};

/**
 * Owns everything that somebody awaits: statements, messages, provider calls and timers. Releases one at a time in the order of a
 * virtual clock, and the next when all code has come to rest that the one before set going.
 */
export class Scheduler {
  readonly digest: Digest;
  /** In milliseconds since 1970. */
  now: number;
  readonly #heap: Step[] = [];
  #scheduled = 0;
  /** Bring what is outside to rest after each step; true when code may go on by it. */
  readonly settlers: (() => Promise<boolean>)[] = [];
  /** Sees each step before it is released: may end processes. */
  onStep: (step: Step) => void = () => {};

  constructor(beginning: number, digest: Digest) {
    this.now = beginning;
    this.digest = digest;
  }

  /** What is scheduled for one instant is released in the order in which it was scheduled. */
  schedule(delayMs: number, owner: Owner | null, label: string, run: () => unknown): Step {
    this.#scheduled += 1;
    const at = this.now + Math.max(delayMs, 0);
    const step: Step = { at, order: this.#scheduled, owner, label, run, isCancelled: false };
    push(this.#heap, step);
    return step;
  }

  /** Releases steps until the clock has come so far; then it stands there. */
  async runUntil(at: number, isOver: () => boolean = () => false): Promise<void> {
    while (!isOver()) {
      const next = this.#heap[0];
      if (!next || next.at > at) {
        this.now = Math.max(this.now, at);
        return;
      }
      await this.#release(pop(this.#heap)!);
    }
  }

  /** Everybody finds that much time gone: what was due meanwhile comes at once, and late. */
  leap(ms: number): void {
    this.now += ms;
  }

  /** Until no code can go on without a further step. */
  async rest(): Promise<void> {
    for (let hasMoved = true; hasMoved;) {
      await new Promise<void>((resolve) => nextRound(resolve));
      hasMoved = false;
      for (const settle of this.settlers) hasMoved = (await settle()) || hasMoved;
    }
  }

  /** What comes to a process that stands still waits there, in its order, also when the clock leaps meanwhile. */
  #postpone(step: Step, at: number): void {
    this.#scheduled += 1;
    Object.assign(step, { at, order: this.#scheduled });
    push(this.#heap, step);
  }

  async #release(step: Step): Promise<void> {
    if (step.isCancelled || isOrphaned(step)) return;
    if (step.owner && step.owner.suspendedUntil > step.at) return this.#postpone(step, step.owner.suspendedUntil);
    this.now = Math.max(this.now, step.at);
    this.onStep(step);
    if (isOrphaned(step)) return;
    this.digest.add(`${this.now.toFixed(3)} ${step.label}`);
    await step.run();
    await this.rest();
  }
}

const isOrphaned = ({ owner }: Step): boolean => owner !== null && !owner.isAlive;

const isBefore = (one: Step, other: Step): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

function push(heap: Step[], step: Step): void {
  heap.push(step);
  for (let place = heap.length - 1; place > 0;) {
    const parent = (place - 1) >> 1;
    if (!isBefore(step, heap[parent]!)) return;
    [heap[place], heap[parent]] = [heap[parent]!, step];
    place = parent;
  }
}

function pop(heap: Step[]): Step | undefined {
  const [first] = heap;
  const last = heap.pop();
  if (!last || heap.length === 0) return first;
  heap[0] = last;
  for (let place = 0; ;) {
    const [left, right] = [2 * place + 1, 2 * place + 2];
    let smallest = place;
    if (heap[left] && isBefore(heap[left], heap[smallest]!)) smallest = left;
    if (heap[right] && isBefore(heap[right], heap[smallest]!)) smallest = right;
    if (smallest === place) return first;
    [heap[place], heap[smallest]] = [heap[smallest]!, last];
    place = smallest;
  }
}
