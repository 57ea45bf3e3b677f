import { DomainError } from '@estampa/kernel/errors';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Call, newCall, runInCall, serviceCaller } from '../rpc/call.ts';
import type { Consumer, Subscription } from './subscribe.ts';
import type { Orm } from '../postgres/connect.ts';
import type { Event } from './event.ts';
import { type StateLock, lockStates } from './state-locks.ts';
import { leftUnfinishedIn, markApplied, markRepublished } from './inbox.ts';
import type { InboxWatch } from './inbox-watch.ts';
import type { WakeJobs } from '../service/jobs.ts';
import type { Log } from '../telemetry/log.ts';
import { kindOf } from './outbox.ts';
import { isQueryCanceled } from '../postgres/transient-errors.ts';
import type { Steps, TraceSpan } from '../telemetry/trace.ts';

/** What applying needs of its service. */
export type Applying<C> = {
  service: string;
  orm: Orm;
  log: Log;
  watch: InboxWatch;
  wake: WakeJobs;
  context: (em: EntityManager, call: Call) => C;
};

type Mark = (tx: EntityManager, eventIds: readonly string[]) => Promise<Set<string>>;

/**
 * Marks and effects of all the events commit in one transaction, so a redelivery is harmless; returns the new ones,
 * which are applied. All locks that their handlers need are taken first.
 */
export async function applyInPipeline<C>(
  applying: Applying<C>,
  consumer: Consumer<C>,
  events: readonly Event[],
  mark: Mark = consumer.isRepublished ? markRepublished : markApplied,
  steps: Steps<Event> | null = null,
): Promise<{ fresh: string[]; applied: string[] }> {
  const { em } = applying.orm;
  const batch = { consumer, events, mark, steps };
  const batchCall = callFor(applying, events[0]!, null);
  const inTransaction = (ahead: Subscription<C>['ahead']) =>
    runInCall(batchCall, () => em.fork().transactional((tx) => applyIn(tx, applying, batch, ahead)));
  const { calls, ...done } = await inTransaction(aheadOf(consumer.on, events)).catch((error: unknown) => {
    if (error instanceof NotAllNew) return inTransaction(undefined);
    throw error;
  });
  for (const call of calls) applying.wake(call);
  return done;
}

type Batch<C> = { consumer: Consumer<C>; events: readonly Event[]; mark: Mark; steps: Steps<Event> | null };

async function applyIn<C>(
  tx: EntityManager,
  applying: Applying<C>,
  { consumer, events, mark, steps }: Batch<C>,
  ahead: Subscription<C>['ahead'],
) {
  const ids = events.map(({ id }) => id);
  // An unreadable message fails before anything is sent.
  const locks = locksOf(consumer.on, events);
  const queryAhead = async () => ahead?.(applying.context(tx, callFor(applying, events[0]!, null)), events);
  // Sent at once, in this order; taking the locks of events that were marked before does no harm.
  const marking = mark(tx, ids);
  const [marked, , prepared] = await Promise.all([marking, lockStates(tx, locks), queryAhead()]).catch(
    async (error: unknown) => {
      await marking.catch(orStalled);
      throw error;
    },
  );
  const fresh = events.filter(({ id }) => marked.delete(id));
  if (ahead && fresh.length < events.length) throw new NotAllNew();
  const calls: Call[] = [];
  const results: unknown[] = [];
  for (const { subscription, some } of portions(consumer.on, fresh)) {
    const call = callFor(applying, some[0]!, steps?.of(some[0]!) ?? null);
    calls.push(call);
    results.push(...(await runInCall(call, () => subscription.apply(applying.context(tx, call), some, prepared))));
    await tx.flush();
    // As in a transaction of its own: the next event sees rows, not what the one before has loaded.
    tx.clear();
  }
  const last = calls.at(-1);
  if (last) await runInCall(last, async () => consumer.conclude?.(applying.context(tx, last), results));
  const unfinished = leftUnfinishedIn(tx);
  const freshIds = fresh.map(({ id }) => id);
  return { calls, fresh: freshIds, applied: freshIds.filter((id) => !unfinished.has(id)) };
}

/** A call as which an event is applied. */
export const callFor = (
  { service }: Pick<Applying<never>, 'service'>,
  { requestId, traceparent: parent }: Event,
  span: TraceSpan | null,
): Call => {
  const caller = serviceCaller(service);
  return newCall({ requestId, traceparent: span?.traceparent ?? parent, span, caller, lane: 'consumers' });
};

/** A mark that takes too long says nothing of its event, but that the database stands still. */
function orStalled(error: unknown): never {
  if (!isQueryCanceled(error)) throw error;
  throw new DomainError('unavailable', 'database_stalled', 'The database stands still', {}, { cause: error });
}

/** `ahead` ran for an event that was marked before. */
class NotAllNew extends Error {}

/** Of events of one kind alone: what `ahead` reads must not depend on others in between. */
function aheadOf<C>(on: Consumer<C>['on'], events: readonly Event[]): Subscription<C>['ahead'] {
  const [first, ...others] = new Set(events.map(({ key }) => kindOf(key)));
  return first !== undefined && others.length === 0 ? on[first]!.ahead : undefined;
}

/** What the handlers of all these events need to themselves. */
export const locksOf = <C>(on: Consumer<C>['on'], events: readonly Event[]): StateLock[] =>
  events.flatMap((event) => on[kindOf(event.key)]!.locks(event));

export type Portion<C> = { subscription: Subscription<C>; some: Event[] };

/** What is applied in one call: one event, or all of a kind whose handler takes batches, at the position of the first. */
export function portions<C>(on: Consumer<C>['on'], events: readonly Event[]): Portion<C>[] {
  const all: Portion<C>[] = [];
  const together = new Map<string, Event[]>();
  for (const event of events) {
    const kind = kindOf(event.key);
    const subscription = on[kind]!;
    const others = together.get(kind);
    if (others) others.push(event);
    else {
      const some = [event];
      all.push({ subscription, some });
      if (subscription.isBatch) together.set(kind, some);
    }
  }
  return all;
}
