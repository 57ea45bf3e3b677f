import type { Received } from '@estampa/kit/events/consumers';

/** The latest version of each aggregate in a batch, in the order of their first events. */
export function latestOf<T extends { version: number }>(
  received: readonly Received<T>[],
  idOf: (message: T) => string,
): Received<T>[] {
  const byId = new Map<string, Received<T>>();
  for (const one of received) {
    const known = byId.get(idOf(one.message));
    if (!known || known.message.version < one.message.version) byId.set(idOf(one.message), one);
  }
  return [...byId.values()];
}
