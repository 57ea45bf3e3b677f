import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import type { Kafka, Producer } from 'kafkajs';

type Broker = { initProducerId(request: { transactionalId?: string; transactionTimeout: number }): Promise<unknown> };
type Cluster = {
  findControllerBroker(): Promise<Broker>;
  findGroupCoordinator(of: { groupId: string; coordinatorType: number }): Promise<Broker>;
};

const require = createRequire(import.meta.url);
const cluster = (require('kafkajs/src/cluster/index.js') as { prototype: Cluster }).prototype;
const broker = (require('kafkajs/src/broker/index.js') as { prototype: Broker }).prototype;
const { findControllerBroker } = cluster;
const { initProducerId } = broker;

const TRANSACTION_COORDINATOR = 1;
const RETRIES = 8;
const fence = new AsyncLocalStorage<string>();

cluster.findControllerBroker = function (this: Cluster) {
  const groupId = fence.getStore();
  if (!groupId) return findControllerBroker.call(this);
  return this.findGroupCoordinator({ groupId, coordinatorType: TRANSACTION_COORDINATOR });
};

broker.initProducerId = function (this: Broker, request) {
  const transactionalId = fence.getStore();
  return initProducerId.call(this, transactionalId ? { ...request, transactionalId } : request);
};

/**
 * A producer that ends the right of every earlier one of the same name. Kafka gives it the name's producer id with a higher
 * epoch; once a partition has a record of it, what an earlier one still has under way there is refused, so nothing older can
 * come after something newer. It costs one request at the start: kafkajs knows such ids only together with transactions, which
 * would cost two more requests for every batch, so the id is asked for here in its place.
 */
export async function fencedProducer(kafka: Kafka, name: string): Promise<Producer> {
  const producer = kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    retry: { retries: RETRIES },
  });
  await fence.run(name, () => producer.connect());
  return producer;
}
