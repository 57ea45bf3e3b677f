import { DomainError } from '@estampa/kernel/errors';

type Options = {
  bytesMax: number;
  /** Of one owner, under way at once. */
  perOwnerMax: number;
  waitingMax: number;
  waitingPerOwnerMax: number;
  waitMaxMs: number;
};

export type Claim = {
  owner: string;
  /** How much later than others it may begin: what somebody looks at goes before what goes on by itself. */
  patienceMs: number;
  /** Bytes held at once; asked when the slot is given, since much may be decoded by then. */
  weigh: () => number;
  /** Aborts when nobody waits for the outcome any more. */
  signal: AbortSignal | null;
};

type Waiting = Claim & { dueAt: number; admit: (bytes: number) => void };

/**
 * Heavy work takes a slot as large as the memory it needs. Whatever is due first goes first, and is never overtaken by
 * lighter work; when too many wait, the next is turned away at once.
 */
export class Slots {
  readonly #options: Options;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #bytes = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  async run<T>(claim: Claim, work: (dueAt: number) => Promise<T>): Promise<T> {
    const { owner } = claim;
    const dueAt = Date.now() + claim.patienceMs;
    const bytes = await this.#turn(claim, dueAt);
    try {
      return await work(dueAt);
    } finally {
      this.#bytes -= bytes;
      const left = this.#runningOf(owner) - 1;
      if (left > 0) this.#running.set(owner, left);
      else this.#running.delete(owner);
      this.#admit();
    }
  }

  #turn(claim: Claim, dueAt: number): Promise<number> {
    const { waitingMax, waitingPerOwnerMax, waitMaxMs } = this.#options;
    const own = [...this.#waiting].filter(({ owner }) => owner === claim.owner).length;
    if (this.#waiting.size >= waitingMax || own >= waitingPerOwnerMax) throw busy();
    if (claim.signal?.aborted) throw busy();

    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const stopWaiting = () => {
      clearTimeout(timer);
      claim.signal?.removeEventListener('abort', giveUp);
      this.#waiting.delete(waiting);
    };
    const giveUp = () => {
      stopWaiting();
      reject(busy());
      // Others may have waited only behind it.
      this.#admit();
    };
    const waiting: Waiting = {
      ...claim,
      dueAt,
      admit: (bytes) => {
        stopWaiting();
        resolve(bytes);
      },
    };
    const timer = setTimeout(giveUp, waitMaxMs).unref();
    claim.signal?.addEventListener('abort', giveUp);
    this.#waiting.add(waiting);
    this.#admit();
    return promise;
  }

  #admit(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      // What is heavier than all there is runs alone.
      const bytes = Math.min(next.weigh(), this.#options.bytesMax);
      if (this.#bytes + bytes > this.#options.bytesMax) return;
      this.#bytes += bytes;
      this.#running.set(next.owner, this.#runningOf(next.owner) + 1);
      next.admit(bytes);
    }
  }

  #next(): Waiting | null {
    const allowed = [...this.#waiting].filter(({ owner }) => this.#runningOf(owner) < this.#options.perOwnerMax);
    return allowed.reduce<Waiting | null>((first, one) => (first && first.dueAt <= one.dueAt ? first : one), null);
  }

  #runningOf(owner: string): number {
    return this.#running.get(owner) ?? 0;
  }
}

const busy = () => new DomainError('busy', 'busy', 'Too many pictures are being made; try again in a moment');
