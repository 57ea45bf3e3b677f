import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';

/*
 * All that is changed inside kafkajs 2.2.4, whose last release is of 2023. All changes are of its prototypes, so they apply to every
 * client of the process; loading this module makes them.
 */

type RequestQueue = { pending: unknown[]; throttledUntil: number; scheduleCheckPendingRequests(): void };
type Broker = { initProducerId(request: { transactionalId?: string; transactionTimeout: number }): Promise<unknown> };
type Cluster = {
  findControllerBroker(): Promise<Broker>;
  findGroupCoordinator(of: { groupId: string; coordinatorType: number }): Promise<Broker>;
};
type ConsumerGroup = { memberId: string | null; cluster: object; connect(): Promise<void>; leave(): Promise<void> };

const require = createRequire(import.meta.url);
const prototypeOf = (path: string): unknown => (require(path) as { prototype: unknown }).prototype;
const requestQueue = prototypeOf('kafkajs/src/network/requestQueue/index.js') as RequestQueue;
const cluster = prototypeOf('kafkajs/src/cluster/index.js') as Cluster;
const broker = prototypeOf('kafkajs/src/broker/index.js') as Broker;
const consumerGroup = prototypeOf('kafkajs/src/consumer/consumerGroup.js') as ConsumerGroup;

const { scheduleCheckPendingRequests } = requestQueue;

/**
 * kafkajs checks its empty request queues every millisecond, for as long as a connection lives: 3 % of a core for a process that
 * does nothing. There is something to check only while requests wait.
 */
requestQueue.scheduleCheckPendingRequests = function (this: RequestQueue): void {
  if (this.pending.length > 0 || this.throttledUntil > Date.now()) scheduleCheckPendingRequests.call(this);
};

const TRANSACTION_COORDINATOR = 1;
const fence = new AsyncLocalStorage<string>();
const { findControllerBroker } = cluster;
const { initProducerId } = broker;

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
 * Producers that connect within `connect` get the producer id of this name with a higher epoch. kafkajs knows such ids only in
 * transactions, which cost two more requests for every batch; so the id is requested here instead.
 */
export const fencedAs = <T>(name: string, connect: () => Promise<T>): Promise<T> => fence.run(name, connect);

/** The last member of each consumer, by its cluster object, while its group has not confirmed that it left. */
const notLeft = new WeakMap<object, string>();
const { connect, leave } = consumerGroup;

/**
 * A member whose broker is gone cannot leave, and kafkajs joins as another one once the broker is back, which gets no partitions until
 * the session of the first has ended: 6 s. So it joins as the same one; a broker that no longer knows it says so, and it joins anew.
 */
consumerGroup.connect = async function (this: ConsumerGroup) {
  this.memberId ??= notLeft.get(this.cluster) ?? null;
  await connect.call(this);
};

consumerGroup.leave = async function (this: ConsumerGroup) {
  if (this.memberId) notLeft.set(this.cluster, this.memberId);
  await leave.call(this);
  notLeft.delete(this.cluster);
};
