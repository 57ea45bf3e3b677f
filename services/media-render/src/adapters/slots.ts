import { DomainError } from '@estampa/kernel/errors';
import { type Job, nextSlot, type Room } from '../domain/fair-queue.ts';

type Options = Omit<Room, 'atOnceMax'> & {
  /** As many as memory allows when it is left out. */
  atOnceMax?: number;
  waitingMax: number;
  waitingPerOwnerMax: number;
  waitMaxMs: number;
};

export type Claim = {
  owner: string;
  /** Bytes in use at once; evaluated when the slot is given, since much may be decoded by then. */
  weigh: () => number;
  /** Aborts when the outcome is no longer needed. */
  signal: AbortSignal | null;
};

type Waiting = Claim & { grant: (job: Job) => void };

/**
 * Work takes a slot as large as the memory it needs, in the order of `nextSlot`; when too many wait, the next is turned away at
 * once.
 */
export class Slots {
  readonly #options: Options & Room;
  readonly #running = new Set<Job>();
  readonly #waiting = new Set<Waiting>();
  readonly #lastSlots = new Map<string, number>();
  #slotsGranted = 0;

  constructor(options: Options) {
    this.#options = { atOnceMax: Infinity, ...options };
  }

  get bytes(): number {
    return [...this.#running].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  async run<T>(claim: Claim, task: () => Promise<T>): Promise<T> {
    const job = await this.#enqueue(claim);
    try {
      return await task();
    } finally {
      this.#running.delete(job);
      this.#grantSlots();
      this.#forgetSlots(job.owner);
    }
  }

  #enqueue(claim: Claim): Promise<Job> {
    const { waitingMax, waitingPerOwnerMax, waitMaxMs } = this.#options;
    const own = [...this.#waiting].filter(({ owner }) => owner === claim.owner).length;
    if (this.#waiting.size >= waitingMax || own >= waitingPerOwnerMax) throw busy();
    if (claim.signal?.aborted) throw busy();

    const { promise, resolve, reject } = Promise.withResolvers<Job>();
    const stopWaiting = () => {
      clearTimeout(timer);
      claim.signal?.removeEventListener('abort', giveUp);
      this.#waiting.delete(waiting);
    };
    const giveUp = () => {
      stopWaiting();
      reject(busy());
      // Others may have waited only behind it.
      this.#grantSlots();
      this.#forgetSlots(claim.owner);
    };
    const waiting: Waiting = {
      ...claim,
      grant: (job) => {
        stopWaiting();
        resolve(job);
      },
    };
    const timer = setTimeout(giveUp, waitMaxMs).unref();
    claim.signal?.addEventListener('abort', giveUp);
    this.#waiting.add(waiting);
    this.#grantSlots();
    return promise;
  }

  #grantSlots(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      const job = { owner: next.owner, bytes: next.bytes };
      this.#running.add(job);
      this.#lastSlots.set(job.owner, (this.#slotsGranted += 1));
      next.grant(job);
    }
  }

  #next() {
    const { bytesMax } = this.#options;
    // What is heavier than all there is runs alone.
    const waiting = Array.from(this.#waiting, ({ owner, weigh, grant }) => {
      return { owner, bytes: Math.min(weigh(), bytesMax), grant };
    });
    return nextSlot({ waiting, running: [...this.#running], lastSlots: this.#lastSlots }, this.#options);
  }

  /** Slots are only recorded of owners with claims, so that they do not fill memory. */
  #forgetSlots(owner: string): void {
    const isHere = [...this.#running, ...this.#waiting].some((one) => one.owner === owner);
    if (!isHere) this.#lastSlots.delete(owner);
  }
}

const busy = () => new DomainError('busy', 'busy', 'Too many pictures are being made; try again in a moment');
