import { PayoutServiceService } from '@estampa/contracts/payouts/v1/payouts';
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
import { fulfillment } from './consumers/fulfillment.ts';
import { orders } from './consumers/orders.ts';
import type { Context } from './context.ts';
import { entities } from './db/entities.ts';
import { migrations } from './db/migrations.ts';
import { payouts } from './rpc/payouts.ts';

const config = readConfig();
const { HOST: host, DATABASE_URL: databaseUrl, KAFKA_TOPIC_PREFIX: topicPrefix } = config;
const log = createLog('payouts', config.LOG_LEVEL);

// Acquired top to bottom, released bottom to top: traffic stops first, the database closes last.
await using resources = new AsyncDisposableStack();
const orm = resources.use(await connectDb(databaseUrl, entities, migrations));
const kafka = createKafka('payouts', config.KAFKA_BROKERS, log);
const context = (em: EntityManager, { caller }: Call): Context => ({ em, caller, now: () => new Date() });
const applied = new Applied();
const consumers = [orders, fulfillment];
const services = [implement(PayoutServiceService, payouts), settledService(orm, applied, consumers)];
const reflection = config.NODE_ENV !== 'production';
resources.use(await startOutboxRelay({ databaseUrl, kafka, topicPrefix, log }));
resources.use(await startConsumers({ service: 'payouts', kafka, topicPrefix, orm, log, applied, consumers, context }));
resources.use(await serveGrpc({ host, port: config.GRPC_PORT, orm, log, context, reflection, services }));
const ops = resources.use(await serveOps(host, config.OPS_PORT, [() => orm.em.fork().execute('select 1')]));

log.info('ready');
await untilShutdown();
ops.drain();
