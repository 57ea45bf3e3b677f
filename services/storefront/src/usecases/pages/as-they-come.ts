import { setTimeout as pause } from 'node:timers/promises';

/** What takes no longer comes in one part; each part costs as much as a response of its own. */
const GATHERED_MS = 10;

type Came<T> = { place: number; value: T };

/** What each promise brings, with its place: all at once if none is slow, else as they come. One that is rejected is left out. */
export async function* asTheyCome<T>(promises: readonly Promise<T>[]): AsyncGenerator<Came<T>[]> {
  let come: Came<T>[] = [];
  let left = promises.length;
  const all = Promise.allSettled(
    promises.map((one, place) =>
      one
        .then((value) => void come.push({ place, value }))
        .finally(() => {
          left -= 1;
        }),
    ),
  );
  while (left > 0) {
    await Promise.race([all, pause(GATHERED_MS)]);
    const part = come;
    come = [];
    if (part.length > 0) yield part;
  }
  // Since the last part.
  if (come.length > 0) yield come;
}
