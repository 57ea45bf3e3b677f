import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { SellerProfileChanged, UserChanged } from '@estampa/contracts/identity/v1/events';
import type { Log } from '@estampa/kit/log';
import type { Consumer, Kafka, KafkaMessage } from 'kafkajs';
import { CALLER_TOPIC, type CallerCache } from './caller-cache.ts';

const FETCH_WAIT_MS = 500;
/** Without Kafka the farewell is not waited for any longer. */
const LAST_WORDS_MS = 2_000;
const AGAIN_AFTER_MS = 2_000;

type Options = { kafka: Kafka; topicPrefix: string; callers: CallerCache; log: Log };

/**
 * Hears identity's events from now on; each gateway process is a group of its own and begins at the newest event whenever
 * it joins. Connects in the background and for ever: without Kafka the gateway serves, it only keeps no callers.
 */
export function hearIdentity(options: Options): AsyncDisposable {
  const stop = new AbortController();
  const hearing = keepHearing(options, stop.signal);
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await hearing;
    },
  };
}

async function keepHearing({ kafka, topicPrefix, callers, log }: Options, signal: AbortSignal): Promise<void> {
  const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  while (!signal.aborted) {
    const consumer = kafka.consumer({
      groupId: `${topicPrefix}gateway-${randomUUID()}`,
      maxWaitTimeInMs: FETCH_WAIT_MS,
    });
    try {
      await Promise.race([hearUntilItEnds(consumer, topicPrefix + CALLER_TOPIC, callers), ended]);
    } catch (error) {
      log.warn({ err: error }, 'changes of users are not heard; trying again');
    }
    callers.lost();
    const left = consumer.disconnect().catch((error: unknown) => log.debug({ err: error }, 'Kafka was gone already'));
    await Promise.race([left, pause(LAST_WORDS_MS, undefined, { ref: false })]);
    await pause(AGAIN_AFTER_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Ends only by an error that kafkajs does not get over by itself. */
async function hearUntilItEnds(consumer: Consumer, topic: string, callers: CallerCache): Promise<never> {
  const { GROUP_JOIN, FETCH, CRASH, DISCONNECT } = consumer.events;
  const { promise: crashed, reject } = Promise.withResolvers<never>();
  consumer.on(GROUP_JOIN, () => callers.lost());
  // The place to read from is found before the first fetch, so only a fetch shows that we hear.
  consumer.on(FETCH, () => callers.hears());
  consumer.on(DISCONNECT, () => callers.lost());
  consumer.on(CRASH, ({ payload: { error, restart } }) => {
    callers.lost();
    if (!restart) reject(error);
  });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: false });
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ message }) => tell(callers, message),
  });
  return crashed;
}

function tell(callers: CallerCache, message: KafkaMessage): void {
  const eventId = message.headers?.['event-id']?.toString() ?? '';
  try {
    callers.see(eventId, userOf(message));
  } catch {
    // What cannot be read may have been about anybody.
    callers.forgetAll();
  }
}

/** Whom an event is about: users and the owners of seller profiles. */
function userOf({ key, value }: KafkaMessage): string | null {
  const json: unknown = value && JSON.parse(value.toString());
  switch (key?.toString().split(':')[0] ?? '') {
    case 'user':
      return UserChanged.fromJSON(json).userId;
    case 'seller_profile':
      return SellerProfileChanged.fromJSON(json).profile?.userId ?? null;
    default:
      return null;
  }
}
