import {
  ProductTypeServiceService,
  SellerProductServiceService,
  TemplateServiceService,
} from '@estampa/contracts/catalog/v1/catalog';
import type { Call } from '@estampa/kit/call';
import { connectDb } from '@estampa/kit/db';
import { implement, serveGrpc } from '@estampa/kit/grpc-server';
import { createKafka } from '@estampa/kit/kafka';
import { createLog } from '@estampa/kit/log';
import { serveOps } from '@estampa/kit/ops-server';
import { startOutboxRelay } from '@estampa/kit/outbox-relay';
import { untilShutdown } from '@estampa/kit/shutdown';
import type { EntityManager } from '@mikro-orm/postgresql';
import { connectPeers } from './adapters/peers.ts';
import { readConfig } from './config.ts';
import type { Context } from './context.ts';
import { entities } from './db/entities.ts';
import { migrations } from './db/migrations.ts';
import { productTypes } from './rpc/product-types.ts';
import { sellerProducts } from './rpc/seller-products.ts';
import { templates } from './rpc/templates.ts';

const config = readConfig();
const { HOST: host, DATABASE_URL: databaseUrl, KAFKA_TOPIC_PREFIX: topicPrefix } = config;
const log = createLog('catalog', config.LOG_LEVEL);

// Acquired top to bottom, released bottom to top: traffic stops first, the database closes last.
await using resources = new AsyncDisposableStack();
const orm = resources.use(await connectDb(databaseUrl, entities, migrations));
const kafka = createKafka('catalog', config.KAFKA_BROKERS, log);
const peers = connectPeers(config, resources);
const context = (em: EntityManager, { caller }: Call): Context => ({ em, caller, now: () => new Date(), ...peers });
const services = [
  implement(ProductTypeServiceService, productTypes),
  implement(TemplateServiceService, templates),
  implement(SellerProductServiceService, sellerProducts),
];
const reflection = config.NODE_ENV !== 'production';
resources.use(await startOutboxRelay({ databaseUrl, kafka, topicPrefix, log }));
resources.use(await serveGrpc({ host, port: config.GRPC_PORT, orm, log, context, reflection, services }));
const ops = resources.use(await serveOps(host, config.OPS_PORT, [() => orm.em.fork().execute('select 1')]));
log.info('ready');
await untilShutdown();
ops.drain();
