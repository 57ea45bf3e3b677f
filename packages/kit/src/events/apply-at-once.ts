import type { Applying } from './apply-events.ts';
import type { Consumer } from './subscribe.ts';
import { type Event, eventAttributes } from './event.ts';
import { eventsConsumed, eventsDelay } from '../telemetry/metrics.ts';
import { kindOf } from './outbox.ts';
import { beginSteps } from '../telemetry/trace.ts';

/**
 * Lets each kind upsert what it can by one statement (`upsertAtOnce`), without a transaction of several round trips; returns the
 * rest, in order. Only the first event of an aggregate qualifies, so that none overtakes another. What fails is left to the rest.
 */
export async function applyAtOnce<C>(
  applying: Applying<C>,
  consumer: Consumer<C>,
  events: readonly Event[],
): Promise<readonly Event[]> {
  const stored = new Set<string>();
  for (const [kind, some] of offered(consumer, events)) {
    const { upsertAtOnce } = consumer.on[kind]!;
    const ids = await Promise.try(() => upsertAtOnce!(applying.orm.em.fork(), some)).catch(() => []);
    for (const id of ids) stored.add(id);
  }
  if (stored.size === 0) return events;
  const done = events.filter(({ id }) => stored.has(id));
  beginSteps(done, 'consumer', describe)?.end();
  reportApplied(applying, done, { fresh: done.length, applied: [...stored] });
  return events.filter(({ id }) => !stored.has(id));
}

/** Counts the events of one batch, and notifies requests that wait for them. */
export function reportApplied(
  { watch }: Pick<Applying<never>, 'watch'>,
  [first]: readonly Event[],
  { fresh, applied }: { fresh: number; applied: readonly string[] },
): void {
  const { topic, occurredAt } = first!;
  eventsDelay.observe({ topic }, Math.max(0, Date.now() - occurredAt.getTime()) / 1_000);
  eventsConsumed.inc({ topic, outcome: 'applied' }, fresh);
  watch.applied(applied);
}

/** What the trace calls the step of one event. */
export const describe = (event: Event) => ({ name: `process ${event.topic}`, attributes: eventAttributes(event) });

/** By kind; what came first of each aggregate, of the kinds that know how. */
export function offered<C>({ on }: Pick<Consumer<C>, 'on'>, events: readonly Event[]): Map<string, Event[]> {
  const firsts = [...Map.groupBy(events, ({ key }) => key).values()].map(([first]) => first!);
  return Map.groupBy(
    firsts.filter(({ key }) => on[kindOf(key)]?.upsertAtOnce),
    ({ key }) => kindOf(key),
  );
}
