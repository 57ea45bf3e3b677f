import { setTimeout as pause } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import type { Consumer } from './consumers.ts';
import type { Orm } from '../postgres/connect.ts';
import type { KafkaAdmin, KafkaClient } from './kafka/client.ts';
import { consumerGroup, type Member } from './member.ts';

/** Scrapes within this time share one query. */
const CACHED_MS = 5_000;
const LONGEST_CHECK_MS = 2_000;
/** An older value says nothing about now and is not reported. */
export const STALE_MS = 30_000;

type Options<C> = Member & { orm: Orm; kafka: KafkaClient; consumers: readonly Consumer<C>[] };

type Standing = {
  unsent: number;
  oldest_unsent_seconds: number;
  rejected: number;
  unfinished: number;
  deadLettered: Record<string, number>;
};

/** What waits, and for how long: queried when metrics are scraped. */
export function measureDelivery<C>({ orm, kafka, consumers, ...member }: Options<C>): AsyncDisposable {
  const topics = consumers.map(({ topic }) => topic);
  const standing = stored(() => standingOf(orm));
  measure('outbox_unsent_events', 'Events that Kafka has not got yet', standing, ({ unsent }) => unsent);
  measure('outbox_oldest_unsent_seconds', 'Age of the oldest of them', standing, (now) => now.oldest_unsent_seconds);
  measure('outbox_refused_events', 'Events that Kafka rejected for good', standing, ({ rejected }) => rejected);
  measure('inbox_unfinished_events', 'Events whose work goes on', standing, ({ unfinished }) => unfinished);
  measureTopics('dead_letters', 'Dead-lettered events, neither replayed nor discarded', standing, ({ deadLettered }) =>
    topics.map((topic) => [topic, deadLettered[topic] ?? 0]),
  );

  let admin: KafkaAdmin | null = null;
  const lag = stored(async () => {
    admin ??= await kafka.admin();
    return lagOf(admin, consumerGroup(member), member.topicPrefix, topics);
  });
  if (topics.length > 0) {
    measureTopics('kafka_consumer_lag_events', 'Events that the group has not applied yet', lag, (now) => now);
  }
  return {
    async [Symbol.asyncDispose]() {
      await admin?.[Symbol.asyncDispose]();
    },
  };
}

async function standingOf(orm: Orm): Promise<Standing> {
  const [row] = await orm.em.fork().execute<Standing[]>(`
    select
      (select count(*)::int from outbox where sent_at is null and refused_at is null) as unsent,
      coalesce((
        select extract(epoch from now() - occurred_at)::float8
        from outbox where sent_at is null and refused_at is null order by id limit 1
      ), 0) as oldest_unsent_seconds,
      (select count(*)::int from outbox where refused_at is not null) as rejected,
      (select count(*)::int from inbox where state = 'unfinished') as unfinished,
      coalesce((
        select json_object_agg(topic, events) from (
          select topic, count(*) as events from dead_letter
          where replayed_at is null and discarded_at is null group by topic
        ) as by_topic
      ), '{}') as "deadLettered"`);
  return row!;
}

async function lagOf(
  admin: KafkaAdmin,
  groupId: string,
  prefix: string,
  topics: readonly string[],
): Promise<[topic: string, events: number][]> {
  const committed = await admin.committedBy(
    groupId,
    topics.map((topic) => prefix + topic),
  );
  return Promise.all(
    topics.map(async (topic) => {
      const done = committed.filter((entry) => entry.topic === prefix + topic);
      const ends = await admin.endsOf(prefix + topic);
      const lags = ends.map(({ partition, high, low }) => {
        const offset = done.find((entry) => entry.partition === partition)?.offset ?? low;
        return Number(high - (offset > low ? offset : low));
      });
      return [topic, lags.reduce((sum, events) => sum + events, 0)];
    }),
  );
}

/** Never fails a scrape and never delays one for long: without a response the last one stands for a while, and null after that. */
export function stored<T>(
  check: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T | null> {
  let last: { found: T; at: number } | null = null;
  let checking: Promise<unknown> = Promise.resolve();
  let checkedAt = -Infinity;
  return async () => {
    if (now() - checkedAt > CACHED_MS) {
      checkedAt = now();
      checking = check().then(
        (found) => (last = { found, at: now() }),
        () => undefined,
      );
    }
    await Promise.race([checking, pause(LONGEST_CHECK_MS, undefined, { ref: false })]);
    return last && now() - last.at <= STALE_MS ? last.found : null;
  };
}

function measure<T>(name: string, help: string, check: () => Promise<T | null>, value: (found: T) => number): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    async collect() {
      const found = await check();
      if (found === null) gauge.remove();
      else gauge.set(value(found));
    },
  });
}

function measureTopics<T>(
  name: string,
  help: string,
  check: () => Promise<T | null>,
  values: (found: T) => readonly (readonly [topic: string, events: number])[],
): void {
  const gauge: Gauge<'topic'> = new Gauge({
    name,
    help,
    labelNames: ['topic'],
    async collect() {
      const found = await check();
      if (found === null) gauge.reset();
      for (const [topic, events] of found === null ? [] : values(found)) gauge.set({ topic }, events);
    },
  });
}
