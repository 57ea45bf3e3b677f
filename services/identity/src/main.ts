import { type Call, newCall } from '@estampa/kit/call';
import { connectDb } from '@estampa/kit/db';
import { serveGrpc } from '@estampa/kit/grpc-server';
import { createKafka } from '@estampa/kit/kafka';
import { createLog } from '@estampa/kit/log';
import { serveOps } from '@estampa/kit/ops-server';
import { startOutboxRelay } from '@estampa/kit/outbox-relay';
import { untilShutdown } from '@estampa/kit/shutdown';
import type { EntityManager } from '@mikro-orm/postgresql';
import { createAdapters } from './adapters/adapters.ts';
import { readConfig } from './config.ts';
import type { Context } from './context.ts';
import { entities } from './db/entities.ts';
import { migrations } from './db/migrations.ts';
import { startJobs } from './jobs.ts';
import { services } from './rpc/services.ts';
import { makeFirstAdmin } from './usecases/make-first-admin.ts';

const config = readConfig();
const log = createLog('identity', config.LOG_LEVEL);

// Acquired top to bottom, released bottom to top: traffic stops first, the database closes last.
await using resources = new AsyncDisposableStack();
const orm = resources.use(await connectDb(config.DATABASE_URL, entities, migrations));
const kafka = createKafka('identity', config.KAFKA_BROKERS, log);
const adapters = resources.use(await createAdapters(config));
const context = (em: EntityManager, { caller }: Call): Context => ({ ...adapters, em, caller, now: () => new Date() });
await makeFirstAdmin(context(orm.em.fork(), newCall({ requestId: 'start' })), config);
const topicPrefix = config.KAFKA_TOPIC_PREFIX;
resources.use(await startOutboxRelay({ databaseUrl: config.DATABASE_URL, kafka, topicPrefix, log }));
resources.use(startJobs({ orm, log, context }));
const reflection = config.NODE_ENV !== 'production';
resources.use(await serveGrpc({ host: config.HOST, port: config.GRPC_PORT, orm, log, context, reflection, services }));
const ops = resources.use(await serveOps(config.HOST, config.OPS_PORT, [() => orm.em.fork().execute('select 1')]));

log.info('ready');
await untilShutdown();
ops.drain();
