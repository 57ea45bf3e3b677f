import { DomainError } from '@estampa/kernel/errors';

type Limits = { ofCaller: number; ofAll: number };

const RETRY_AFTER_SECONDS = 15;

/** Work that takes long and makes nobody wait for it: so much at once for one caller, and so much in this process. */
export class Slots {
  readonly #limits: Limits;
  readonly #taken = new Map<string, number>();
  #sum = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get taken(): number {
    return this.#sum;
  }

  /**
   * Taken until it is disposed. Rejects as `limited` what is too much of one caller, as `busy` what is too much of all; what continues
   * was accepted before, and is always accepted.
   */
  take(callerId: string, { continues = false } = {}): Disposable {
    if (!continues) this.#check(callerId);
    this.#add(callerId, 1);
    let isTaken = true;
    return {
      [Symbol.dispose]: () => {
        if (isTaken) this.#add(callerId, -1);
        isTaken = false;
      },
    };
  }

  #check(callerId: string): void {
    const own = this.#taken.get(callerId) ?? 0;
    if (own >= this.#limits.ofCaller) {
      const message = `At most ${this.#limits.ofCaller} of these at once; wait until one has ended`;
      throw new DomainError('limited', 'rate_limited', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    if (this.#sum >= this.#limits.ofAll) {
      const message = 'There is too much to do at this moment; try again';
      throw new DomainError('busy', 'busy', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
  }

  #add(callerId: string, change: 1 | -1): void {
    this.#sum += change;
    const own = (this.#taken.get(callerId) ?? 0) + change;
    if (own === 0) this.#taken.delete(callerId);
    else this.#taken.set(callerId, own);
  }
}
