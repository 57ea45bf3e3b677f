import { setTimeout as pause } from 'node:timers/promises';
import { applyAtOnce, describe, reportApplied } from './apply-at-once.ts';
import { type Applying, applyInPipeline, callFor } from './apply-events.ts';
import { runInCall } from '../rpc/call.ts';
import type { Consumer } from './subscribe.ts';
import { countAttempt, forgetAttempts, deadLetter } from './dead-letters.ts';
import type { Event } from './event.ts';
import type { Log } from '../telemetry/log.ts';
import { eventsConsumed, eventsTransaction } from '../telemetry/metrics.ts';
import { isQueryCanceled, isTransient } from '../postgres/transient-errors.ts';
import { beginSteps } from '../telemetry/trace.ts';

const ATTEMPTS = 5;
const EVENTS_AT_ONCE = 200;
const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 2_000;

/**
 * Applies the events of one partition in order: a batch in one transaction, and one by one when that fails. Transient
 * errors are retried for as long as they last; an event that fails repeatedly for another reason goes to `dead_letter`,
 * so that it never blocks the others for good.
 */
export async function applyInOrder<C>(
  applying: Applying<C>,
  consumer: Consumer<C>,
  events: readonly Event[],
  { signal, applied }: { signal: AbortSignal; applied: (last: Event) => void },
): Promise<void> {
  if (events.length === 0) return;
  await runInCall(callFor(applying, events[0]!, null), () => applyAll(applying, consumer, events, { signal, applied }));
}

async function applyAll<C>(
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
    if (some.length > 1 && (await appliedInPipeline(applying, consumer, some, signal))) {
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

/** False when one of them was rejected: then each shows by itself which. */
async function appliedInPipeline<C>(
  applying: Applying<C>,
  consumer: Consumer<C>,
  events: readonly Event[],
  signal: AbortSignal,
): Promise<boolean> {
  for (let tries = 1; !signal.aborted; tries += 1) {
    try {
      await applyAndNotify(applying, consumer, events);
      return true;
    } catch (error) {
      reportFailure(applying.log, events[0]!, { err: error, tries, events: events.length });
      if (!isTransient(error)) return false;
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
      await applyAndNotify(applying, consumer, [event]);
      if (tries > 1) await forgetAttempts(applying.orm, event.id);
      return;
    } catch (error) {
      reportFailure(applying.log, event, { err: error, tries });
      if (!isTransient(error) && (await isDeadLettered(applying, event, error))) return;
      await backOff(tries, signal);
    }
  }
}

async function applyAndNotify<C>(
  applying: Applying<C>,
  consumer: Consumer<C>,
  events: readonly Event[],
): Promise<void> {
  const seconds = eventsTransaction.startTimer({ topic: consumer.topic });
  const steps = beginSteps(events, 'consumer', describe);
  const { fresh, applied } = await applyInPipeline(applying, consumer, events, undefined, steps).catch(
    (error: unknown) => {
      steps?.end('not_applied');
      throw error;
    },
  );
  steps?.end();
  seconds();
  reportApplied(applying, events, { fresh: fresh.length, applied });
  if (applied.length < events.length) applying.watch.notify(events.map(({ id }) => id));
}

/** Attempts are counted in the database: neither a restart nor another replica begins at one again. */
async function isDeadLettered<C>({ orm, log, watch }: Applying<C>, event: Event, error: unknown): Promise<boolean> {
  try {
    const attempts = await countAttempt(orm, event.id, isQueryCanceled(error));
    if (attempts < ATTEMPTS) return false;
    await deadLetter(orm, event, error, attempts);
  } catch {
    return false;
  }
  const { topic, type, key, id } = event;
  eventsConsumed.inc({ topic, outcome: 'parked' });
  log.error({ topic, type, key, eventId: id }, 'event dead-lettered');
  watch.notify([id]);
  return true;
}

function reportFailure(
  log: Log,
  { topic, type, key, id }: Event,
  fields: { err: unknown; tries: number; events?: number },
): void {
  eventsConsumed.inc({ topic, outcome: 'retried' });
  log.warn({ ...fields, topic, type, key, eventId: id }, 'event not applied');
}

async function backOff(tries: number, signal: AbortSignal): Promise<void> {
  await pause(backOffMs(tries), undefined, { signal }).catch(() => undefined);
}

/** After so many attempts that have failed. */
export const backOffMs = (tries: number): number => Math.min(FIRST_BACKOFF_MS * 2 ** (tries - 1), LONGEST_BACKOFF_MS);
