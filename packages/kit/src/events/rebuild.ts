import type { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import { ownerAddress, type PostgresAddress } from '../postgres/address.ts';
import type { ServiceConfig } from '../service/config.ts';
import { exitOnCrash } from '../service/shutdown.ts';
import { connectDb, type MigrationClass, type Orm } from '../postgres/connect.ts';
import { createKafka } from './kafka/connect.ts';
import { createLog, type Log } from '../telemetry/log.ts';
import { sessionOptions } from '../postgres/session-settings.ts';
import { swapTables } from '../postgres/table-swap.ts';
import { type ReadFromEvents, RebuildReader } from './rebuild-reader.ts';
import { consumerGroup } from './member.ts';
import { mustBeComplete, ownGroup } from './rebuild-topics.ts';
import { TopicReplay } from './topic-replay.ts';

/** Where the new tables grow. Before the live ones in the search path, so that what is not rebuilt is found there. */
const SCHEMA = 'rebuild';
const REBUILD_LOCK = 7_301_005;
/** The inbox is made anew too: what is read here says nothing of what the live model has applied. */
const ALSO_MADE = ['inbox'];
const REPORT_EVERY_MS = 2_000;

/** A service's tables that are made from events alone, and how they are made. */
export type ReadModel<C> = ReadFromEvents<C> & {
  config: ServiceConfig;
  migrations: readonly MigrationClass[];
  tables: readonly string[];
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
  const topicPrefix = config.KAFKA_TOPIC_PREFIX;
  const groupId = resources.use(
    await ownGroup(kafka, `${consumerGroup({ topicPrefix, service, group: config.KAFKA_GROUP })}-rebuild-`),
  ).id;
  const reader = new RebuildReader(readModel, { orm: fresh, log, topicPrefix });
  const topics = readModel.consumers.map(({ topic }) => topicPrefix + topic);
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

function every<A extends unknown[]>(ms: number, run: (...args: A) => void): (...args: A) => void {
  let next = 0;
  return (...args) => {
    if (Date.now() < next) return;
    next = Date.now() + ms;
    run(...args);
  };
}
