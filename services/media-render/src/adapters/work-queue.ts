import { DomainError } from '@estampa/kernel/errors';

/** Runs at most some pieces of heavy work at once; when too many wait, the next is turned away at once. */
export class WorkQueue {
  readonly #atOnceMax: number;
  readonly #waitingMax: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor({ atOnceMax, waitingMax }: { atOnceMax: number; waitingMax: number }) {
    this.#atOnceMax = atOnceMax;
    this.#waitingMax = waitingMax;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnceMax) this.#running += 1;
    else await this.#turn();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#waitingMax) {
      throw new DomainError('busy', 'busy', 'Too many pictures are being made; try again in a moment');
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
