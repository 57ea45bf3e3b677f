import type { Call } from '@estampa/kit/call';
import { startConsumers } from '@estampa/kit/consumers';
import { connectDb } from '@estampa/kit/db';
import { implement, serveGrpc } from '@estampa/kit/grpc-server';
import { Applied } from '@estampa/kit/inbox';
import { createKafka } from '@estampa/kit/kafka';
import { createLog } from '@estampa/kit/log';
import { serveOps } from '@estampa/kit/ops-server';
import { settledService } from '@estampa/kit/settled';
import { untilShutdown } from '@estampa/kit/shutdown';
import { StorefrontServiceService } from '@estampa/contracts/storefront/v1/storefront';
import type { EntityManager } from '@mikro-orm/postgresql';
import { PageCache } from './adapters/page-cache.ts';
import { readConfig } from './config.ts';
import { consumers } from './consumers/consumers.ts';
import type { Context } from './context.ts';
import { readChangeMark } from './db/change-mark.ts';
import { migrations } from './db/migrations.ts';
import { storefront } from './rpc/storefront.ts';

const config = readConfig();
const { HOST: host, GRPC_PORT: port, KAFKA_TOPIC_PREFIX: topicPrefix } = config;
const log = createLog('storefront', config.LOG_LEVEL);

// Acquired top to bottom, released bottom to top: traffic stops first, the database closes last.
await using resources = new AsyncDisposableStack();
const orm = resources.use(await connectDb(config.DATABASE_URL, [], migrations));
const kafka = createKafka('storefront', config.KAFKA_BROKERS, log);
const pages = new PageCache(() => readChangeMark(orm.em.fork()));
const context = (em: EntityManager, { caller }: Call): Context => ({ em, caller, pages });
const applied = new Applied();
resources.use(
  await startConsumers({ service: 'storefront', kafka, topicPrefix, orm, log, applied, consumers, context }),
);
const services = [implement(StorefrontServiceService, storefront), settledService(orm, applied, consumers)];
const reflection = config.NODE_ENV !== 'production';
resources.use(await serveGrpc({ host, port, orm, log, context, reflection, services }));
const ops = resources.use(await serveOps(host, config.OPS_PORT, [() => orm.em.fork().execute('select 1')]));

log.info('ready');
await untilShutdown();
ops.drain();
