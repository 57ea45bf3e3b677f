import { TOPIC_OWNERS, TOPICS } from '@estampa/kernel/topics';
import type { Topic } from '@estampa/kernel/topics';
import { Migration } from '@mikro-orm/migrations';
import type pg from 'pg';
import type { KafkaAdmin, KafkaClient, PartitionEnds } from './kafka/client.ts';
import type { Log } from '../telemetry/log.ts';

/** A consumer that was behind has what it missed within the time of a settled read, and idle services stay idle. */
const CHECK_EVERY_MS = 5_000;
const EVENTS_AT_ONCE = 10_000;

/** Where each partition began when that was checked last. */
export class TopicStartMigration extends Migration {
  override up(): void {
    this.addSql(`
      create table topic_start (
        topic text not null,
        partition int not null,
        record bigint not null,
        primary key (topic, partition)
      )`);
  }
}

/** The topics that a service writes. */
export const topicsOf = (service: string): readonly Topic[] =>
  TOPICS.filter((topic) => TOPIC_OWNERS[topic] === service);

type Options = {
  kafka: KafkaClient;
  topicPrefix: string;
  topics: readonly Topic[];
  log: Log;
  /** While the body runs, nobody else publishes what is to be sent again. */
  whileAlone<T>(body: () => Promise<T>): Promise<T>;
};

type Found = { topic: Topic; starts: readonly PartitionEnds[]; isLost: boolean };

/**
 * Finds that Kafka has lost the first records of a topic, by a lost segment, a wrong retention or somebody's deletion. Topics are
 * compacted, so nothing but a loss makes one begin later; a consumer that was still before the new beginning passes over the gap
 * without an error. The owner of the topic therefore publishes once more what its outbox has; consumers recognise what
 * they know by their inbox marks.
 */
export class TopicStarts implements AsyncDisposable {
  readonly #client: pg.Client;
  readonly #options: Options;
  #admin: KafkaAdmin | null = null;
  #known: Map<string, bigint> | null = null;
  #checkAt = 0;

  /** On the connection of the relay, which alone writes what is stored here. */
  constructor(client: pg.Client, options: Options) {
    this.#client = client;
    this.#options = options;
  }

  /**
   * True when sent events wait to be sent again. Not while others are being sent: of two events of one aggregate, the older would
   * follow the newer. Kafka without a response leaves it for the next time.
   */
  async hasLost(): Promise<boolean> {
    if (this.#options.topics.length === 0 || performance.now() < this.#checkAt) return false;
    this.#checkAt = performance.now() + CHECK_EVERY_MS;
    const found = await this.#lostTopics().catch(async (error: unknown) => {
      this.#options.log.info({ err: error }, 'the beginnings of topics are not known');
      await this[Symbol.asyncDispose]();
      return [];
    });
    const hasLost = found.some(({ isLost }) => isLost);
    const settle = () => this.#settle(found);
    await (hasLost ? this.#options.whileAlone(settle) : settle());
    return hasLost;
  }

  async #settle(found: readonly Found[]): Promise<void> {
    for (const { topic, starts, isLost } of found) {
      const events = isLost ? await this.#sendAgain(topic) : 0;
      await this.#store(topic, starts);
      if (isLost) this.#options.log.error({ topic, events }, 'Kafka lost the first records of a topic: sending again');
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const admin = this.#admin;
    this.#admin = null;
    await admin?.[Symbol.asyncDispose]().catch(() => undefined);
  }

  /** Those that begin elsewhere than at the last check: later, or with the first record again, as when the topic is made anew. */
  async #lostTopics(): Promise<Found[]> {
    const { kafka, topicPrefix, topics } = this.#options;
    this.#admin ??= await kafka.admin();
    const found: Found[] = [];
    for (const topic of topics) {
      const starts = await this.#admin.endsOf(topicPrefix + topic);
      const known = await this.#stored();
      const moved = starts.map(({ partition, low }) => low - (known.get(nameOf(topic, partition)) ?? 0n));
      if (moved.some((by) => by !== 0n)) found.push({ topic, starts, isLost: moved.some((by) => by > 0n) });
    }
    return found;
  }

  async #stored(): Promise<ReadonlyMap<string, bigint>> {
    if (this.#known) return this.#known;
    const { rows } = await this.#client.query<{ topic: Topic; partition: number; record: string }>(
      'select topic, partition, record from topic_start',
    );
    return (this.#known = new Map(
      rows.map(({ topic, partition, record }) => [nameOf(topic, partition), BigInt(record)]),
    ));
  }

  async #sendAgain(topic: Topic): Promise<number> {
    for (let events = 0; ;) {
      const { rowCount } = await this.#client.query(
        `update outbox set sent_at = null
         where id = any(array(select id from outbox where topic = $1 and sent_at is not null limit ${EVENTS_AT_ONCE}))`,
        [topic],
      );
      events += rowCount ?? 0;
      if (!rowCount) return events;
    }
  }

  /** Last: what a crash leaves half done is found again. */
  async #store(topic: Topic, starts: readonly { partition: number; low: bigint }[]): Promise<void> {
    await this.#client.query(
      `insert into topic_start (topic, partition, record)
       select $1, partition, record from unnest($2::int[], $3::bigint[]) as start (partition, record)
       on conflict (topic, partition) do update set record = excluded.record`,
      [topic, starts.map(({ partition }) => partition), starts.map(({ low }) => String(low))],
    );
    this.#known = null;
  }
}

const nameOf = (topic: Topic, partition: number): string => `${topic}/${partition}`;
