import { setTimeout as pause } from 'node:timers/promises';

/** What takes no longer comes in one part; each part costs as much as a response of its own. */
const GATHERED_MS = 10;

type Came<T> = { place: number; value: T };

/**
 * What each promise brings, with its place: all at once if none is slow, else as they come. Those that are rejected are left out, and
 * after all others the error of the first of them is thrown.
 */
export async function* asTheyCome<T>(promises: readonly Promise<T>[]): AsyncGenerator<Came<T>[]> {
  let come: Came<T>[] = [];
  const take = async (one: Promise<T>, place: number) => {
    const value = await one;
    come.push({ place, value });
  };
  const all = Promise.allSettled(promises.map(take));
  for (;;) {
    const outcomes = await Promise.race([all, pause(GATHERED_MS, null)]);
    const part = come;
    come = [];
    if (part.length > 0) yield part;
    const failed = outcomes?.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    if (outcomes) return;
  }
}
