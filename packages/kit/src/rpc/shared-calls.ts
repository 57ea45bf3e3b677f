import { newId } from '@estampa/kernel/ids';
import { newCall, runInCall } from './call.ts';

/** A call that takes longer no longer counts as running: a peer that hangs delays only the requests of that call. */
const SLOW_CALL_MS = 50;
const CALLS_MAX = 64;
/**
 * After a call of so many questions the next one waits for more of them: until there are as many as last time, but no
 * longer than this. Callers that got their responses come again in the meantime, so that all share one call instead of
 * alternating between two: at 16 clients half of the calls. A single caller never waits.
 */
const BUSY_FROM_QUESTIONS = 4;
export const GATHERING_MS = 2;

type Waiter<Q, A> = { question: Q; resolve: (response: A) => void; reject: (error: unknown) => void };
type Options<Q> = {
  questionsPerCall: number;
  counts?: (question: Q) => boolean;
  /** Of as many as last time, how many suffice: fewer than all where some that got their response have other things to wait for. */
  enough?: number;
};

/**
 * Questions of many requests, sent in one call. While a call runs the next questions gather, so none gets the response
 * of a call that began before it, and the more arrive at a time the less each costs.
 */
export class SharedCalls<Q, A> {
  readonly #request: (questions: readonly Q[]) => Promise<readonly A[]>;
  readonly #options: Options<Q>;
  #waiting: Waiter<Q, A>[] = [];
  #isDue = false;
  #isQuickRunning = false;
  #running = 0;
  /** How many may come next: those that the last call served, and those that had gathered by then. */
  #expected = 0;
  #gathering: NodeJS.Timeout | undefined;

  /** `request` returns responses in the order of the questions; those that do not count are added to any call. */
  constructor(request: (questions: readonly Q[]) => Promise<readonly A[]>, options: Options<Q>) {
    this.#request = request;
    this.#options = options;
  }

  /** Resolves with the response of a call that began after this one. */
  join(question: Q): Promise<A> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      this.#schedule();
    });
  }

  /** Once everything that came in this pass of the event loop has been read, or a little later. */
  #schedule(): void {
    const { enough = 1 } = this.#options;
    if (this.#isDue || this.#waiting.length === 0 || this.#isQuickRunning || this.#running >= CALLS_MAX) return;
    if (this.#expected >= BUSY_FROM_QUESTIONS && this.#waiting.length < this.#expected * enough) {
      this.#gathering ??= setTimeout(() => this.#begin(), GATHERING_MS);
      return;
    }
    this.#isDue = true;
    clearTimeout(this.#gathering);
    setImmediate(() => this.#begin());
  }

  #begin(): void {
    this.#isDue = false;
    this.#gathering = undefined;
    void this.#run(this.#take());
  }

  #take(): Waiter<Q, A>[] {
    const { questionsPerCall, counts = () => true } = this.#options;
    const taken: Waiter<Q, A>[] = [];
    const left: Waiter<Q, A>[] = [];
    let counted = 0;
    for (const waiter of this.#waiting) {
      const isCounted = counts(waiter.question);
      if (isCounted) counted += 1;
      (isCounted && counted > questionsPerCall ? left : taken).push(waiter);
    }
    this.#waiting = left;
    return taken;
  }

  async #run(waiters: readonly Waiter<Q, A>[]): Promise<void> {
    this.#running += 1;
    const release = this.#beQuick();
    try {
      const questions = waiters.map(({ question }) => question);
      // A call of its own: it serves many, so no single deadline ends it and it belongs to no single trace.
      const responses = await runInCall(newCall({ requestId: newId() }), () => this.#request(questions));
      this.#expected = waiters.length + this.#waiting.length;
      for (const [index, { resolve }] of waiters.entries()) resolve(responses[index]!);
    } catch (error) {
      for (const { reject } of waiters) reject(error);
    } finally {
      this.#running -= 1;
      release();
    }
  }

  /** While it is quick others wait for its end. */
  #beQuick(): () => void {
    this.#isQuickRunning = true;
    let isQuick = true;
    const release = () => {
      if (isQuick) this.#isQuickRunning = false;
      isQuick = false;
      clearTimeout(timer);
      this.#schedule();
    };
    const timer = setTimeout(release, SLOW_CALL_MS);
    return release;
  }
}
