import { FulfillmentServiceService } from '@estampa/contracts/fulfillment/v1/fulfillment';
import type { Call } from '@estampa/kit/call';
import { startConsumers } from '@estampa/kit/consumers';
import { connectDb } from '@estampa/kit/db';
import { implement, serveGrpc } from '@estampa/kit/grpc-server';
import { Applied } from '@estampa/kit/inbox';
import { createKafka } from '@estampa/kit/kafka';
import { createLog } from '@estampa/kit/log';
import { serveOps } from '@estampa/kit/ops-server';
import { startOutboxRelay } from '@estampa/kit/outbox-relay';
import { settledService } from '@estampa/kit/settled';
import { untilShutdown } from '@estampa/kit/shutdown';
import type { EntityManager } from '@mikro-orm/postgresql';
import { readConfig } from './config.ts';
import { orders } from './consumers/orders.ts';
import type { Context } from './context.ts';
import { entities } from './db/entities.ts';
import { migrations } from './db/migrations.ts';
import { startLabelJob, startTrackingJob } from './jobs.ts';
import { connectOutside } from './outside.ts';
import { fulfillment } from './rpc/fulfillment.ts';

const service = 'fulfillment-shipping';
const config = readConfig();
const { HOST: host, GRPC_PORT: port, DATABASE_URL: databaseUrl, KAFKA_TOPIC_PREFIX: topicPrefix } = config;
const log = createLog(service, config.LOG_LEVEL);

// Acquired top to bottom, released bottom to top: traffic stops first, the database closes last.
await using resources = new AsyncDisposableStack();
const orm = resources.use(await connectDb(databaseUrl, entities, migrations));
const kafka = createKafka(service, config.KAFKA_BROKERS, log);
const outside = connectOutside(config, service);
resources.use(outside.users);
const always = { now: () => new Date(), log, ...outside };
const context = (em: EntityManager, { caller }: Call): Context => ({ em, caller, ...always });
const applied = new Applied();
const consumers = [orders];
const services = [implement(FulfillmentServiceService, fulfillment), settledService(orm, applied, consumers)];
const reflection = config.NODE_ENV !== 'production';
resources.use(await startOutboxRelay({ databaseUrl, kafka, topicPrefix, log }));
resources.use(startLabelJob({ orm, log, context }));
resources.use(startTrackingJob({ orm, log, context }, config.TRACKING_POLL_MS));
resources.use(await startConsumers({ service, kafka, topicPrefix, orm, log, applied, consumers, context }));
resources.use(await serveGrpc({ host, port, orm, log, context, reflection, services }));
const ops = resources.use(await serveOps(host, config.OPS_PORT, [() => orm.em.fork().execute('select 1')]));

log.info('ready');
await untilShutdown();
ops.drain();
