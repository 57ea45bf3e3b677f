import { ThreadEnded } from './thread-ended.ts';

/**
 * A job that lost its thread runs once more, alone: whatever ends the thread again then has no other job beside it that could fail
 * with it. Which of several jobs ended a thread cannot be known before. New jobs wait until the retries are over. A job whose own
 * deadline ended the thread is not retried, since it would make them wait for as long again.
 */
export class CrashRetry implements Disposable {
  readonly #concurrent = new Set<Promise<unknown>>();
  #retries = 0;
  #lastRetry: Promise<unknown> = Promise.resolve();
  #isDisposed = false;

  /** @throws ThreadEnded when the job ended its thread while it ran alone, or after disposal. */
  async run<T>(job: () => Promise<T>): Promise<T> {
    while (this.#retries > 0) await this.#lastRetry;
    const first = job();
    const isOver = settled(first);
    this.#concurrent.add(isOver);
    try {
      return await first;
    } catch (error) {
      if (!(error instanceof ThreadEnded) || this.#isDisposed) throw error;
    } finally {
      this.#concurrent.delete(isOver);
    }
    return this.#runAlone(job);
  }

  /** No job that fails afterwards is retried. */
  [Symbol.dispose](): void {
    this.#isDisposed = true;
  }

  async #runAlone<T>(job: () => Promise<T>): Promise<T> {
    this.#retries += 1;
    const retry = this.#lastRetry.then(async () => {
      await Promise.all(this.#concurrent);
      return job();
    });
    this.#lastRetry = settled(retry);
    try {
      return await retry;
    } finally {
      this.#retries -= 1;
    }
  }
}

const settled = (job: Promise<unknown>): Promise<unknown> => job.catch(() => undefined);
