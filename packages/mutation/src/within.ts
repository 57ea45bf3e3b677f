export class DidNotEnd extends Error {}

/** Rejects with `DidNotEnd` when the task takes longer. */
export async function within<T>(ms: number, task: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DidNotEnd(`not done after ${ms} ms`)), ms);
  return Promise.race([task, late]).finally(() => clearTimeout(timer));
}
