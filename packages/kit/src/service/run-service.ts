import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '@estampa/kernel/topics';
import type { EntityManager } from '@mikro-orm/postgresql';
import { auditService } from './audit-service.ts';
import { startBackground } from './background.ts';
import { type Call, newCall, serviceCaller } from '../rpc/call.ts';
import type { ServiceConfig } from './config.ts';
import {
  databaseAddress,
  ownerAddress,
  type PostgresAddress,
  readAddress,
  servingRole,
  sessionAddress,
} from '../postgres/address.ts';
import type { Consumer } from '../events/consumers.ts';
import type { BaseContext } from './context.ts';
import { databaseClock } from '../postgres/database-clock.ts';
import { checkDatabase } from '../postgres/database-check.ts';
import { connectDb, type Entity, type MigrationClass, type Orm } from '../postgres/connect.ts';
import { grantUse } from '../postgres/migrate.ts';
import { measureDelivery } from '../events/delivery-metrics.ts';
import { type Connect, connector } from '../rpc/client.ts';
import { checkCallersOf, grpcTls } from '../rpc/tls.ts';
import { type Implementation, serveGrpc } from '../rpc/server.ts';
import type { Job } from './jobs.ts';
import { createKafka } from '../events/kafka/connect.ts';
import { connectReplica, type Replica } from '../postgres/replica.ts';
import { outboxPartitions } from '../events/outbox-partitions.ts';
import { createLog, type Log } from '../telemetry/log.ts';
import { type ReadinessCheck, serveOps } from './ops-server.ts';
import { patiently } from './retry-start.ts';
import { auditPrune, type PruneRule } from './prune.ts';
import { settingsAmiss } from '../postgres/session-settings.ts';
import { settledService } from '../events/settled.ts';
import { endProcess, exitOnCrash, exitWhileStarting, untilShutdown } from './shutdown.ts';
import { startTracing } from '../telemetry/tracing.ts';

/** What a service connects its outside with; what it puts into `resources` is released before the database. */
export type Surroundings = {
  resources: AsyncDisposableStack;
  connect: Connect;
  orm: Orm;
  /** The time of the database. */
  now: () => Date;
  log: Log;
};

/** What distinguishes one service from another. */
export type ServiceDefinition<Dependencies extends object> = {
  name: ServiceName;
  config: ServiceConfig;
  entities?: readonly Entity[];
  migrations: readonly MigrationClass[];
  /** Connects what the service talks to beside its database and Kafka; use cases find it in their context. */
  dependencies: (surroundings: Surroundings) => Dependencies | Promise<Dependencies>;
  services: readonly Implementation<BaseContext & Dependencies>[];
  consumers: readonly Consumer<BaseContext & Dependencies>[];
  jobs: readonly Job<BaseContext & Dependencies>[];
  /** Rows of its own that are no longer needed; those of the kit are pruned anyway. */
  prune: readonly PruneRule[];
  /** Runs before anything is served, and again when the database was unreachable. */
  prepare?: (context: BaseContext & Dependencies) => Promise<unknown>;
  /** Beside the database, what must respond for the service to be ready. */
  checks?: (dependencies: Dependencies) => readonly ReadinessCheck[];
};

type ConnectDatabase = (address: PostgresAddress, migrates: boolean) => Promise<Orm & AsyncDisposable>;

/** `main.ts migrate` only brings the database up to date, so that a new version finds it so before its first process starts. */
const MIGRATE = 'migrate';

/**
 * Runs one service until it is stopped. Acquired top to bottom, released bottom to top: readiness goes first, then
 * traffic, then its consumers and jobs, then the relay with the last events; the database and the ops
 * page close last.
 */
export async function runService<Dependencies extends object>(
  definition: ServiceDefinition<Dependencies>,
): Promise<void> {
  const { name, config, services, entities = [], consumers, jobs } = definition;
  const { HOST: host, KAFKA_TOPIC_PREFIX: topicPrefix, KAFKA_GROUP: group } = config;
  const [database, session] = [databaseAddress(config), sessionAddress(config)];
  const log = createLog(name, config.LOG_LEVEL);
  exitOnCrash(log);
  const started = exitWhileStarting(log);
  const connectDatabase: ConnectDatabase = (address, migrates) => {
    const options = { poolMax: config.DATABASE_POOL_MAX, migrates };
    return patiently(() => connectDb(address, entities, definition.migrations, options), log);
  };

  await using resources = new AsyncDisposableStack();
  resources.defer(endProcess);
  if (process.argv[2] === MIGRATE) return await migrateFor(config, connectDatabase, log);
  const ops = resources.use(await serveOps(host, config.OPS_PORT));
  resources.use(await startTracing(name, config, log));
  // In production a role that serves need not own tables, and a start never waits for them while others serve.
  const orm = resources.use(await connectDatabase(database, config.NODE_ENV !== 'production'));
  for (const amiss of await patiently(() => settingsAmiss(orm), log)) log.warn(amiss, 'a setting of the database role');
  const replica = resources.use(await connectReads(config, orm, log));
  const [tls, kafka] = [grpcTls(config), await createKafka(name, config, log)];
  const connect = connector(serviceCaller(name), tls, resources);
  const { now } = resources.use(await patiently(() => databaseClock(orm), log));
  const dependencies = await definition.dependencies({ resources, connect, orm, now, log });
  const context = (em: EntityManager, call: Call): BaseContext & Dependencies => {
    const reads = replica?.readsFor(em, call) ?? em;
    return { em, reads, call, caller: call.caller, now, log, wake: (job) => call.wakes.add(job), ...dependencies };
  };
  await patiently(async () => definition.prepare?.(context(orm.em.fork(), newCall({ requestId: 'start' }))), log);

  const { watch, wake, consuming } = await startBackground(resources, {
    service: name,
    orm,
    log,
    kafka,
    topicPrefix,
    group,
    session,
    context,
    consumers,
    jobs: [...jobs, outboxPartitions(config)],
    prune: [...definition.prune, ...auditPrune(config.AUDIT_KEPT_DAYS)],
    retention: config,
    lanes: config.OUTBOX_LANES,
  });
  resources.use(measureDelivery(consuming));
  resources.use(
    await serveGrpc({
      orm,
      log,
      context,
      wake,
      host,
      port: config.GRPC_PORT,
      services: [...services, settledService(watch, consumers), auditService()],
      reflection: config.NODE_ENV !== 'production',
      drainMs: config.DRAIN_CALLS_MS,
      tls,
      checkAccess: checkCallersOf(name),
    }),
  );

  const readiness = resources.use(checkDatabase(database));
  ops.ready([readiness.check, ...(definition.checks?.(dependencies) ?? [])]);
  log.info('ready');
  started();
  log.info({ signal: await untilShutdown() }, 'stopping');
  ops.drain();
  await pause(config.DRAIN_NOTICE_MS);
}

/** The tables as this version needs them, which the role that serves may use. */
async function migrateFor(config: ServiceConfig, connectDatabase: ConnectDatabase, log: Log): Promise<void> {
  await using orm = await connectDatabase(ownerAddress(config), true);
  const role = servingRole(config);
  if (role !== null) await grantUse(orm.em.fork(), role);
  log.info('migrated');
}

/** Null where the primary serves all reads. */
async function connectReads(config: ServiceConfig, orm: Orm, log: Log): Promise<Replica | null> {
  const address = readAddress(config);
  const options = { orm, poolMax: config.DATABASE_READ_POOL_MAX, log };
  return address && patiently(() => connectReplica(address, options), log);
}
