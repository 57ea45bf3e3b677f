import type { Call } from '@estampa/kit/call';
import { startConsumers } from '@estampa/kit/consumers';
import { connectDb } from '@estampa/kit/db';
import { serveGrpc } from '@estampa/kit/grpc-server';
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
import { entities } from './db/entities.ts';
import { migrations } from './db/migrations.ts';
import { Jobs } from './jobs.ts';
import { connectOutside } from './outside.ts';
import { services } from './rpc/services.ts';

const config = readConfig();
const { DATABASE_URL: databaseUrl, KAFKA_TOPIC_PREFIX: topicPrefix, HOST: host, GRPC_PORT: port } = config;
const [service, reflection] = ['orders-payments', config.NODE_ENV !== 'production'];
const log = createLog(service, config.LOG_LEVEL);

// Acquired top to bottom, released bottom to top: traffic stops first, the database closes last.
await using resources = new AsyncDisposableStack();
const orm = resources.use(await connectDb(databaseUrl, entities, migrations));
const kafka = createKafka(service, config.KAFKA_BROKERS, log);
const outside = { log, now: () => new Date(), wake: new Jobs(), ...connectOutside(config, resources) };
const context = (em: EntityManager, { caller }: Call) => ({ em, caller, ...outside });
const hearing = { service, applied: new Applied(), consumers: [fulfillment], context };
const serving = [...services, settledService(orm, hearing.applied, hearing.consumers)];
resources.use(await startOutboxRelay({ databaseUrl, kafka, topicPrefix, log }));
resources.use(await startConsumers({ ...hearing, kafka, topicPrefix, orm, log }));
resources.use(outside.wake.start({ orm, log, context }));
resources.use(await serveGrpc({ host, port, orm, log, context, reflection, services: serving }));
const ops = resources.use(await serveOps(host, config.OPS_PORT, [() => orm.em.fork().execute('select 1')]));

log.info('ready');
await untilShutdown();
ops.drain();
