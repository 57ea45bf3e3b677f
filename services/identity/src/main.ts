import { type Call, newCall } from '@estampa/kit/call';
import { connectDb } from '@estampa/kit/db';
import { serveGrpc } from '@estampa/kit/grpc-server';
import { createKafka } from '@estampa/kit/kafka';
import { createLog } from '@estampa/kit/log';
import { serveOps } from '@estampa/kit/ops-server';
import { startOutboxRelay } from '@estampa/kit/outbox-relay';
import { untilShutdown } from '@estampa/kit/shutdown';
import type { EntityManager } from '@mikro-orm/postgresql';
import { readConfig } from './config.ts';
import type { Context } from './context.ts';
import { entities } from './db/entities.ts';
import { migrations } from './db/migrations.ts';
import { startJobs } from './jobs.ts';
import { connectOutside } from './outside.ts';
import { services } from './rpc/services.ts';
import { makeFirstAdmin } from './usecases/make-first-admin.ts';

const service = 'identity';
const config = readConfig();
const { HOST: host, GRPC_PORT: port, DATABASE_URL: databaseUrl, KAFKA_TOPIC_PREFIX: topicPrefix } = config;
const reflection = config.NODE_ENV !== 'production';
const log = createLog(service, config.LOG_LEVEL);
const now = () => new Date();

// Acquired top to bottom, released bottom to top: traffic stops first, the database closes last.
await using resources = new AsyncDisposableStack();
const orm = resources.use(await connectDb(databaseUrl, entities, migrations));
const kafka = createKafka(service, config.KAFKA_BROKERS, log);
const outside = await connectOutside(config, resources);
const context = (em: EntityManager, { caller }: Call): Context => ({ em, caller, now, ...outside });
await makeFirstAdmin(context(orm.em.fork(), newCall({ requestId: 'start' })), config);
resources.use(await startOutboxRelay({ databaseUrl, kafka, topicPrefix, log }));
resources.use(startJobs({ orm, log, context }));
resources.use(await serveGrpc({ host, port, orm, log, context, reflection, services }));
const ops = resources.use(await serveOps(host, config.OPS_PORT, [() => orm.em.fork().execute('select 1')]));
log.info('ready');
await untilShutdown();
ops.drain();
