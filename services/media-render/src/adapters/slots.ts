import { DomainError } from '@estampa/kernel/errors';

type Options = {
  bytesMax: number;
  /** Under way at once, however light; as many as memory allows when it is left out. */
  atOnceMax?: number;
  /** Of one owner, under way at once. */
  perOwnerMax: number;
  waitingMax: number;
  waitingPerOwnerMax: number;
  waitMaxMs: number;
};

export type Claim = {
  owner: string;
  /** Bytes held at once; asked when the slot is given, since much may be decoded by then. */
  weigh: () => number;
  /** Aborts when nobody waits for the outcome any more. */
  signal: AbortSignal | null;
};

type Waiting = Claim & { admit: (admitted: Admitted) => void };
type Admitted = { bytes: number; isHeavy: boolean };

/** Of all the memory there is: of what takes more, each owner has one under way. */
const HEAVY_SHARE = 0.5;

/**
 * Work takes a slot as large as the memory it needs. Owners take turns, each with what has waited longest, and whose turn it is
 * is never overtaken by lighter work; when too many wait, the next is turned away at once.
 */
export class Slots {
  readonly #options: Options;
  readonly #running = new Map<string, number>();
  readonly #heavy = new Set<string>();
  readonly #lastTurns = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #bytes = 0;
  #count = 0;
  #turns = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  async run<T>(claim: Claim, work: () => Promise<T>): Promise<T> {
    const { owner } = claim;
    const { bytes, isHeavy } = await this.#turn(claim);
    try {
      return await work();
    } finally {
      this.#bytes -= bytes;
      this.#count -= 1;
      if (isHeavy) this.#heavy.delete(owner);
      const left = this.#runningOf(owner) - 1;
      if (left > 0) this.#running.set(owner, left);
      else this.#running.delete(owner);
      this.#admit();
      this.#forgetTurns(owner);
    }
  }

  #turn(claim: Claim): Promise<Admitted> {
    const { waitingMax, waitingPerOwnerMax, waitMaxMs } = this.#options;
    const own = [...this.#waiting].filter(({ owner }) => owner === claim.owner).length;
    if (this.#waiting.size >= waitingMax || own >= waitingPerOwnerMax) throw busy();
    if (claim.signal?.aborted) throw busy();

    const { promise, resolve, reject } = Promise.withResolvers<Admitted>();
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
      admit: (admitted) => {
        stopWaiting();
        resolve(admitted);
      },
    };
    const timer = setTimeout(giveUp, waitMaxMs).unref();
    claim.signal?.addEventListener('abort', giveUp);
    this.#waiting.add(waiting);
    this.#admit();
    return promise;
  }

  #admit(): void {
    const { bytesMax, atOnceMax = Infinity } = this.#options;
    while (this.#count < atOnceMax) {
      const next = this.#next();
      if (!next) return;
      // What is heavier than all there is runs alone.
      const bytes = Math.min(next.weigh(), bytesMax);
      if (this.#bytes + bytes > bytesMax) return;
      const isHeavy = this.#isHeavy(bytes);
      this.#bytes += bytes;
      this.#count += 1;
      this.#running.set(next.owner, this.#runningOf(next.owner) + 1);
      this.#lastTurns.set(next.owner, (this.#turns += 1));
      if (isHeavy) this.#heavy.add(next.owner);
      next.admit({ bytes, isHeavy });
    }
  }

  /** Of those who may have more, the one whose last turn is longest ago. */
  #next(): Waiting | null {
    let first: Waiting | null = null;
    for (const one of this.#waiting) {
      if (this.#runningOf(one.owner) >= this.#options.perOwnerMax) continue;
      if (this.#heavy.has(one.owner) && this.#isHeavy(one.weigh())) continue;
      if (!first || this.#lastTurnOf(one.owner) < this.#lastTurnOf(first.owner)) first = one;
    }
    return first;
  }

  #isHeavy = (bytes: number): boolean => bytes > this.#options.bytesMax * HEAVY_SHARE;

  #lastTurnOf = (owner: string): number => this.#lastTurns.get(owner) ?? 0;

  #forgetTurns(owner: string): void {
    if (this.#running.has(owner)) return;
    for (const one of this.#waiting) if (one.owner === owner) return;
    this.#lastTurns.delete(owner);
  }

  #runningOf(owner: string): number {
    return this.#running.get(owner) ?? 0;
  }
}

const busy = () => new DomainError('busy', 'busy', 'Too many pictures are being made; try again in a moment');
