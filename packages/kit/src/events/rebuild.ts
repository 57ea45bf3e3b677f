import { locksOf, type Portion, portions } from './apply-events.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import { type Call, newCall, runInCall, serviceCaller } from '../rpc/call.ts';
import { ownerAddress, type PostgresAddress } from '../postgres/address.ts';
import type { ServiceConfig } from '../service/config.ts';
import type { Consumer } from './consumers.ts';
import type { BaseContext } from '../service/context.ts';
import { exitOnCrash } from '../service/shutdown.ts';
import { connectDb, type MigrationClass, type Orm } from '../postgres/connect.ts';
import type { Event } from './event.ts';
import { lockStates } from './state-locks.ts';
import type { KafkaClient } from './kafka/client.ts';
import { createKafka } from './kafka/connect.ts';
import { createLog, type Log } from '../telemetry/log.ts';
import { kindOf } from './outbox.ts';
import { sessionOptions } from '../postgres/session-settings.ts';
import { swapTables } from '../postgres/table-swap.ts';
import { TopicReplay } from './topic-replay.ts';

/** Where the new tables grow. Before the live ones in the search path, so that what is not rebuilt is found there. */
const SCHEMA = 'rebuild';
const REBUILD_LOCK = 7_301_005;
/** The inbox is made anew too: what is read here says nothing of what the live model has applied. */
const ALSO_MADE = ['inbox'];
const EVENTS_AT_ONCE = 200;
const REPORT_EVERY_MS = 2_000;

/** `collect`: source rows are only stored, to be derived all at once. `follow`: each event is applied as usual. */
export type RebuildPhase = 'collect' | 'follow';

/** A service's tables that are made from events alone, and how they are made. */
export type ReadModel<C> = {
  service: string;
  config: ServiceConfig;
  migrations: readonly MigrationClass[];
  consumers: readonly Consumer<C>[];
  tables: readonly string[];
  context: (base: BaseContext, phase: RebuildPhase) => C;
  /** Derives everything from the collected rows; reports its progress. */
  derive: (em: EntityManager, report: (done: number) => void) => Promise<unknown>;
  /** Does at once what events have left for jobs. */
  finishLeftovers: (em: EntityManager) => Promise<unknown>;
  /** Corrects what the service's own tables say, while nothing is consumed; returns the events that wait for nothing any more. */
  complete: (tx: EntityManager) => Promise<readonly string[]>;
  /** Marks everything as changed, in the last statement. */
  changed: (tx: EntityManager) => Promise<unknown>;
};

/**
 * Rebuilds the tables of a read model from the topics while the service goes on: beside the live ones, from the beginning of
 * all topics; then, while the inbox is locked so that nothing is applied, up to their very end; then they replace
 * the live ones. Until that one transaction commits the live model is untouched.
 */
export async function rebuildReadModel<C>(readModel: ReadModel<C>): Promise<void> {
  const log = createLog(`${readModel.service}-rebuild`, readModel.config.LOG_LEVEL);
  exitOnCrash(log);
  try {
    await rebuild(readModel, log);
  } catch (error) {
    log.error({ err: error }, 'not rebuilt, the live tables are as they were');
    process.exitCode = 1;
  }
}

async function rebuild<C>(readModel: ReadModel<C>, log: Log): Promise<void> {
  const { service, config, migrations, tables } = readModel;
  await using resources = new AsyncDisposableStack();
  const database = ownerAddress(config);
  resources.use(await theOnlyOne(database));
  const live = resources.use(await connectDb(database, [], migrations));
  await dropSchema(live);
  await live.em.fork().execute(`create schema ${SCHEMA}`);
  resources.defer(() => dropSchema(live));
  const fresh = resources.use(await connectDb(database, [], migrations, { schema: SCHEMA }));
  await retainOnly(fresh, [...tables, ...ALSO_MADE]);

  const kafka = await createKafka(`${service}-rebuild`, config, log);
  const groupId = resources.use(await ownGroup(kafka, `${config.KAFKA_TOPIC_PREFIX}${service}-rebuild-`)).id;
  const reader = new Reader(readModel, fresh, log);
  const topics = readModel.consumers.map(({ topic }) => config.KAFKA_TOPIC_PREFIX + topic);
  await mustBeComplete(kafka, topics);
  const replay = resources.use(
    new TopicReplay({ kafka, groupId, topics, apply: (topic, events) => reader.apply(topic, events) }),
  );

  const telling = every(REPORT_EVERY_MS, (fields: object, message: string) => log.info(fields, message));
  await replay.caughtUp((read, of) => telling({ read, of }, 'reading the topics'));
  (await replay.pause(() => reader.follow())).release();
  await readModel.derive(fresh.em.fork(), (products) => telling({ products }, 'deriving'));
  await replay.caughtUp();
  await reader.mustHaveAppliedAll(live);
  await fresh.em.fork().execute(tables.map((table) => `analyze ${SCHEMA}.${table}`).join('; '));
  await swapTables({ ...readModel, live, fresh, schema: SCHEMA, replay, log });
  await reader.mustHaveAppliedAll(live).catch((error: unknown) => log.warn({ err: error }, 'rebuilt, with gaps'));
  log.info({ events: reader.count }, 'rebuilt');
}

/** Applies what is read, without a word about it in the live inbox. */
class Reader<C> {
  count = 0;
  #phase: RebuildPhase = 'collect';
  readonly #failed: Event[] = [];
  readonly #byTopic: ReadonlyMap<string, Consumer<C>>;
  readonly #readModel: ReadModel<C>;
  readonly #orm: Orm;
  readonly #log: Log;

  constructor(readModel: ReadModel<C>, orm: Orm, log: Log) {
    const { KAFKA_TOPIC_PREFIX: prefix } = readModel.config;
    this.#byTopic = new Map(readModel.consumers.map((consumer) => [prefix + consumer.topic, consumer]));
    this.#readModel = readModel;
    this.#orm = orm;
    this.#log = log;
  }

  follow(): void {
    this.#phase = 'follow';
  }

  async apply(topic: string, all: readonly Event[]): Promise<void> {
    const consumer = this.#byTopic.get(topic)!;
    const events = all.filter(({ key }) => consumer.on[kindOf(key)]);
    // One by one while others derive: of two that take their locks in one order none waits for the other for ever.
    const atOnce = this.#phase === 'collect' ? EVENTS_AT_ONCE : 1;
    for (let start = 0; start < events.length; start += atOnce) {
      await this.#applySome(consumer, events.slice(start, start + atOnce));
    }
    this.count += events.length;
  }

  /** What the live model could not apply either may be missing; anything else must not be lost. */
  async mustHaveAppliedAll(live: Orm): Promise<void> {
    const deadLettered = await live.em
      .fork()
      .execute<{ id: string }[]>('select event_id as id from dead_letter where event_id = any(?::uuid[])', [
        `{${this.#failed.map(({ id }) => id).join(',')}}`,
      ]);
    const known = new Set(deadLettered.map(({ id }) => id));
    const lost = this.#failed.filter(({ id }) => !known.has(id));
    if (lost.length === 0) return;
    const [first] = lost;
    throw new Error(`${lost.length} events cannot be applied, the first is ${first!.id} of ${first!.key}`);
  }

  async #applySome(consumer: Consumer<C>, events: readonly Event[]): Promise<void> {
    try {
      await this.#orm.em.fork().transactional(async (tx) => {
        await lockStates(tx, locksOf(consumer.on, events));
        const results: unknown[] = [];
        for (const portion of portions(consumer.on, events)) results.push(...(await this.#applyPortion(tx, portion)));
        await consumer.conclude?.(this.#contextOf(tx, this.#callFor(events.at(-1)!)), results);
      });
    } catch (error) {
      if (events.length > 1) {
        for (const event of events) await this.#applySome(consumer, [event]);
        return;
      }
      const { id, topic, key } = events[0]!;
      this.#log.error({ err: error, eventId: id, topic, key }, 'event not applied');
      this.#failed.push(events[0]!);
    }
  }

  #applyPortion(tx: EntityManager, { subscription, some }: Portion<C>): Promise<readonly unknown[]> {
    const call = this.#callFor(some[0]!);
    return runInCall(call, () => subscription.apply(this.#contextOf(tx, call), some));
  }

  #callFor({ requestId, traceparent }: Event): Call {
    return newCall({ requestId, traceparent, caller: serviceCaller(this.#readModel.service) });
  }

  #contextOf(tx: EntityManager, call: Call): C {
    const base = { em: tx, call, caller: call.caller, now: () => new Date(), log: this.#log, wake: () => {} };
    return this.#readModel.context(base, this.#phase);
  }
}

/** Its connection has the lock, so the lock ends with the process, however that ends. */
async function theOnlyOne({ url, ssl }: PostgresAddress): Promise<AsyncDisposable> {
  const client = new pg.Client({ ...sessionOptions(), connectionString: url, ssl, application_name: 'rebuild' });
  await client.connect();
  client.on('error', () => undefined);
  const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [REBUILD_LOCK]);
  if (!rows[0].taken) {
    await client.end();
    throw new Error('Another rebuild of this read model is running');
  }
  return { [Symbol.asyncDispose]: () => client.end() };
}

/** What has lost its first records would give a model without what they said. */
async function mustBeComplete(kafka: KafkaClient, topics: readonly string[]): Promise<void> {
  await using admin = await kafka.admin();
  for (const topic of topics) {
    const ends = await admin.endsOf(topic);
    if (ends.some(({ low }) => low > 0n))
      throw new Error(`${topic} has lost its first records: refill it first (docs/operations/backup.md)`);
  }
}

async function dropSchema(orm: Orm): Promise<void> {
  await orm.em.fork().execute(`drop schema if exists ${SCHEMA} cascade`);
}

async function retainOnly(fresh: Orm, tables: readonly string[]): Promise<void> {
  const em = fresh.em.fork();
  const rows = await em.execute<{ name: string }[]>('select tablename as name from pg_tables where schemaname = ?', [
    SCHEMA,
  ]);
  const others = rows.map(({ name }) => name).filter((name) => !tables.includes(name));
  await em.execute(`drop table ${others.map((name) => `${SCHEMA}."${name}"`).join(', ')} cascade`);
}

/** A consumer group for this run alone. Those that killed runs have left go first. */
async function ownGroup(kafka: KafkaClient, prefix: string): Promise<AsyncDisposable & { id: string }> {
  const id = `${prefix}${Date.now()}`;
  const drop = async () => {
    await using admin = await kafka.admin();
    const left = (await admin.listGroups()).filter((groupId) => groupId.startsWith(prefix));
    // One whose reader was just killed still has a member; the next run finds it again.
    await Promise.allSettled(left.map((groupId) => admin.deleteGroup(groupId)));
  };
  await drop();
  return { id, [Symbol.asyncDispose]: drop };
}

function every<A extends unknown[]>(ms: number, run: (...args: A) => void): (...args: A) => void {
  let next = 0;
  return (...args) => {
    if (Date.now() < next) return;
    next = Date.now() + ms;
    run(...args);
  };
}
