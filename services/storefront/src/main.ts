import type { Call } from '@estampa/kit/call';
import { startConsumers } from '@estampa/kit/consumers';
import { connectDb } from '@estampa/kit/db';
import { serveGrpc } from '@estampa/kit/grpc-server';
import { Applied } from '@estampa/kit/inbox';
import { createKafka } from '@estampa/kit/kafka';
import { createLog } from '@estampa/kit/log';
import { serveOps } from '@estampa/kit/ops-server';
import { settledService } from '@estampa/kit/settled';
import { untilShutdown } from '@estampa/kit/shutdown';
import type { EntityManager } from '@mikro-orm/postgresql';
import { PageCache } from './adapters/page-cache.ts';
import { readConfig } from './config.ts';
import { consumers } from './consumers/consumers.ts';
import type { Context } from './context.ts';
import { readChangeMark } from './db/change-mark.ts';
import { migrations } from './db/migrations.ts';
import { services } from './rpc/services.ts';

const service = 'storefront';
const config = readConfig();
const { HOST: host, GRPC_PORT: port, DATABASE_URL: databaseUrl, KAFKA_TOPIC_PREFIX: topicPrefix } = config;
const reflection = config.NODE_ENV !== 'production';
const log = createLog(service, config.LOG_LEVEL);

// Acquired top to bottom, released bottom to top: traffic stops first, the database closes last.
await using resources = new AsyncDisposableStack();
const orm = resources.use(await connectDb(databaseUrl, [], migrations));
const kafka = createKafka(service, config.KAFKA_BROKERS, log);
const pages = new PageCache(() => readChangeMark(orm.em.fork()));
const context = (em: EntityManager, { caller }: Call): Context => ({ em, caller, pages });
const applied = new Applied();
const answering = [...services, settledService(orm, applied, consumers)];
resources.use(await startConsumers({ service, kafka, topicPrefix, orm, log, applied, consumers, context }));
resources.use(await serveGrpc({ host, port, orm, log, context, reflection, services: answering }));
const ops = resources.use(await serveOps(host, config.OPS_PORT, [() => orm.em.fork().execute('select 1')]));
log.info('ready');
await untilShutdown();
ops.drain();
