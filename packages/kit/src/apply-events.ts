import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { applyAtOnce, describe, tellApplied } from './apply-at-once.ts';
import { type Call, newCall, runInCall, serviceCaller } from './call.ts';
import type { Consumer, Subscription } from './consumers.ts';
import { countAttempt, forgetAttempts, park } from './dead-letters.ts';
import type { Orm } from './db.ts';
import type { Event } from './event.ts';
import { type FactLock, lockFacts } from './fact-locks.ts';
import { leftUnfinishedIn, markApplied, markRetold } from './inbox.ts';
import type { InboxWatch } from './inbox-watch.ts';
import type { WakeJobs } from './jobs.ts';
import type { Log } from './log.ts';
import { eventsConsumed, eventsTransaction } from './metrics.ts';
import { kindOf } from './outbox.ts';
import { isPassing } from './passing-trouble.ts';
import { beginSteps, type Steps, type TraceSpan } from './trace.ts';

export const ATTEMPTS = 5;
const EVENTS_AT_ONCE = 200;
const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 2_000;

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
 * Marks and effects of all the events commit together, so a redelivery is harmless; gives the new ones that are applied. All that
 * their handlers lock is locked first.
 */
export async function applyTogether<C>(
  applying: Applying<C>,
  consumer: Consumer<C>,
  events: readonly Event[],
  mark: Mark = consumer.isRetold ? markRetold : markApplied,
  steps: Steps<Event> | null = null,
): Promise<{ fresh: string[]; applied: string[] }> {
  const { em } = applying.orm;
  const batch = { consumer, events, mark, steps };
  const inTransaction = (ahead: Subscription<C>['ahead']) =>
    em.fork().transactional((tx) => applyIn(tx, applying, batch, ahead));
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
  // Asked for at once, in this order; of what was marked before, the locks do no harm.
  const [marked] = await Promise.all([
    mark(tx, ids),
    lockFacts(tx, locksOf(consumer.on, events)),
    ahead?.(applying.context(tx, callFor(applying, events[0]!, null)), events),
  ]);
  const fresh = events.filter(({ id }) => marked.delete(id));
  if (ahead && fresh.length < events.length) throw new NotAllNew();
  const calls: Call[] = [];
  for (const { subscription, some } of portions(consumer.on, fresh)) {
    const call = callFor(applying, some[0]!, steps?.of(some[0]!) ?? null);
    calls.push(call);
    await runInCall(call, () => subscription.apply(applying.context(tx, call), some));
    await tx.flush();
    // As in a transaction of its own: the next event sees rows, not what the one before has loaded.
    tx.clear();
  }
  const last = calls.at(-1);
  if (last) await runInCall(last, async () => consumer.conclude?.(applying.context(tx, last)));
  const unfinished = leftUnfinishedIn(tx);
  const freshIds = fresh.map(({ id }) => id);
  return { calls, fresh: freshIds, applied: freshIds.filter((id) => !unfinished.has(id)) };
}

const callFor = (
  { service }: Pick<Applying<never>, 'service'>,
  { requestId, traceparent }: Event,
  span: TraceSpan | null,
): Call => newCall({ requestId, traceparent: span?.traceparent ?? traceparent, span, caller: serviceCaller(service) });

/** Something was asked ahead for an event that was marked before. */
class NotAllNew extends Error {}

/** Of events of one kind alone: what is asked ahead must not come between others. */
function aheadOf<C>(on: Consumer<C>['on'], events: readonly Event[]): Subscription<C>['ahead'] {
  const [first, ...others] = new Set(events.map(({ key }) => kindOf(key)));
  return first !== undefined && others.length === 0 ? on[first]!.ahead : undefined;
}

/** What the handlers of all these events need to themselves. */
export const locksOf = <C>(on: Consumer<C>['on'], events: readonly Event[]): FactLock[] =>
  events.flatMap((event) => on[kindOf(event.key)]!.locks(event));

export type Portion<C> = { subscription: Subscription<C>; some: Event[] };

/** What is applied at once: one event, or all of a kind whose handler takes them together, at the place of the first. */
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
      if (subscription.isTogether) together.set(kind, some);
    }
  }
  return all;
}

/**
 * Applies events of one partition in order, those that came together in one transaction, and one by one when that fails.
 * Passing trouble is waited out; what is refused again and again is parked, so that it never blocks the others for good.
 */
export async function applyInOrder<C>(
  applying: Applying<C>,
  consumer: Consumer<C>,
  events: readonly Event[],
  { signal, applied }: { signal: AbortSignal; applied: (last: Event) => void },
): Promise<void> {
  for (let start = 0; start < events.length && !signal.aborted; start += EVENTS_AT_ONCE) {
    const all = events.slice(start, start + EVENTS_AT_ONCE);
    const some = await applyAtOnce(applying, consumer, all);
    if (some.length === 0) {
      applied(all.at(-1)!);
      continue;
    }
    if (some.length > 1 && (await appliedTogether(applying, consumer, some, signal))) {
      applied(all.at(-1)!);
      continue;
    }
    for (const event of some) {
      await applyAlone(applying, consumer, event, signal);
      if (signal.aborted) return;
      applied(event);
    }
    applied(all.at(-1)!);
  }
}

/** False when one of them was refused: then each shows by itself which. */
async function appliedTogether<C>(
  applying: Applying<C>,
  consumer: Consumer<C>,
  events: readonly Event[],
  signal: AbortSignal,
): Promise<boolean> {
  for (let tries = 1; !signal.aborted; tries += 1) {
    try {
      await applyAndTell(applying, consumer, events);
      return true;
    } catch (error) {
      tellFailure(applying.log, events[0]!, { err: error, tries, events: events.length });
      if (!isPassing(error)) return false;
      await backOff(tries, signal);
    }
  }
  return false;
}

async function applyAlone<C>(
  applying: Applying<C>,
  consumer: Consumer<C>,
  event: Event,
  signal: AbortSignal,
): Promise<void> {
  for (let tries = 1; !signal.aborted; tries += 1) {
    try {
      await applyAndTell(applying, consumer, [event]);
      if (tries > 1) await forgetAttempts(applying.orm, event.id);
      return;
    } catch (error) {
      tellFailure(applying.log, event, { err: error, tries });
      if (!isPassing(error) && (await isParked(applying, event, error))) return;
      await backOff(tries, signal);
    }
  }
}

async function applyAndTell<C>(applying: Applying<C>, consumer: Consumer<C>, events: readonly Event[]): Promise<void> {
  const seconds = eventsTransaction.startTimer({ topic: consumer.topic });
  const steps = beginSteps(events, 'consumer', describe);
  const { fresh, applied } = await applyTogether(applying, consumer, events, undefined, steps).catch(
    (error: unknown) => {
      steps?.end('not_applied');
      throw error;
    },
  );
  steps?.end();
  seconds();
  tellApplied(applying, events, { fresh: fresh.length, applied });
  if (applied.length < events.length) applying.watch.tell(events.map(({ id }) => id));
}

/** Attempts are counted in the database: neither a restart nor another replica begins at one again. */
async function isParked<C>({ orm, log, watch }: Applying<C>, event: Event, error: unknown): Promise<boolean> {
  try {
    const attempts = await countAttempt(orm, event.id);
    if (attempts < ATTEMPTS) return false;
    await park(orm, event, error, attempts);
  } catch {
    return false;
  }
  const { topic, type, key, id } = event;
  eventsConsumed.inc({ topic, outcome: 'parked' });
  log.error({ topic, type, key, eventId: id }, 'event parked as a dead letter');
  watch.tell([id]);
  return true;
}

function tellFailure(
  log: Log,
  { topic, type, key, id }: Event,
  facts: { err: unknown; tries: number; events?: number },
): void {
  eventsConsumed.inc({ topic, outcome: 'retried' });
  log.warn({ ...facts, topic, type, key, eventId: id }, 'event not applied');
}

export async function backOff(tries: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(FIRST_BACKOFF_MS * 2 ** (tries - 1), LONGEST_BACKOFF_MS);
  await pause(ms, undefined, { signal }).catch(() => undefined);
}
