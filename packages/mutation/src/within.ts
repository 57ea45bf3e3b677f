/** A test that never ends may leave false timers behind. */
const [realTimeout, clearRealTimeout] = [setTimeout, clearTimeout];

export class DidNotEnd extends Error {}

/** Rejects with `DidNotEnd` when the promise takes longer. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = realTimeout(() => reject(new DidNotEnd(`not done after ${ms} ms`)), ms);
  return Promise.race([promise, late]).finally(() => clearRealTimeout(timer));
}
