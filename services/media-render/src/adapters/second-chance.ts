import { ThreadEnded } from './thread-ended.ts';

/**
 * Work that lost its thread is done once more, by itself: whatever ends the thread again then has nothing beside it that could
 * fail with it. Nobody can tell before which of several ended it. Other work waits until all of that is over.
 */
export class SecondChance implements Disposable {
  readonly #together = new Set<Promise<unknown>>();
  #alone = 0;
  #lastAlone: Promise<unknown> = Promise.resolve();
  #isOver = false;

  /** @throws ThreadEnded when the work ended its thread by itself, or no work is to be done any more. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    while (this.#alone > 0) await this.#lastAlone;
    const first = work();
    const isOver = settled(first);
    this.#together.add(isOver);
    try {
      return await first;
    } catch (error) {
      if (!(error instanceof ThreadEnded) || this.#isOver) throw error;
    } finally {
      this.#together.delete(isOver);
    }
    return this.#byItself(work);
  }

  /** What fails afterwards is not done again. */
  [Symbol.dispose](): void {
    this.#isOver = true;
  }

  async #byItself<T>(work: () => Promise<T>): Promise<T> {
    this.#alone += 1;
    const second = this.#lastAlone.then(async () => {
      await Promise.all(this.#together);
      return work();
    });
    this.#lastAlone = settled(second);
    try {
      return await second;
    } finally {
      this.#alone -= 1;
    }
  }
}

const settled = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined);
