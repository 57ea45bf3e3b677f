import type { Dependencies as FulfillmentDependencies } from '@estampa/fulfillment-shipping/context';
import { consumers as fulfillmentConsumers } from '@estampa/fulfillment-shipping/consumers/consumers';
import { entities as fulfillmentEntities } from '@estampa/fulfillment-shipping/db/entities';
import { migrations as fulfillmentMigrations } from '@estampa/fulfillment-shipping/db/migrations';
import { jobs as fulfillmentJobs } from '@estampa/fulfillment-shipping/jobs';
import { services as fulfillmentServices } from '@estampa/fulfillment-shipping/rpc/services';
import { currentCall, serviceCaller } from '@estampa/kit/rpc/call';
import type { ServiceName } from '@estampa/kernel/topics';
import type { Dependencies, Peers } from '@estampa/orders-payments/context';
import { consumers as ordersConsumers } from '@estampa/orders-payments/consumers/consumers';
import { entities as ordersEntities } from '@estampa/orders-payments/db/entities';
import { migrations as ordersMigrations } from '@estampa/orders-payments/db/migrations';
import { jobs as ordersJobs } from '@estampa/orders-payments/jobs';
import { prune as ordersPrune } from '@estampa/orders-payments/prune';
import { services as ordersServices } from '@estampa/orders-payments/rpc/services';
import type { Dependencies as PayoutsDependencies } from '@estampa/payouts/context';
import { consumers as payoutsConsumers } from '@estampa/payouts/consumers/consumers';
import { BY_HAND } from '@estampa/payouts/dependencies';
import { entities as payoutsEntities } from '@estampa/payouts/db/entities';
import { migrations as payoutsMigrations } from '@estampa/payouts/db/migrations';
import { jobs as payoutsJobs } from '@estampa/payouts/jobs';
import { services as payoutsServices } from '@estampa/payouts/rpc/services';
import type { Random } from '@estampa/stack/random';
import type { SimProcess } from '../environment/sim-process.ts';
import type { Database } from '../postgres/database.ts';
import { bookGateway } from '../provider/book-gateway.ts';
import type { ChargeBook } from '../provider/charge-book.ts';
import { invoiceIssuer } from '../provider/invoice-issuer.ts';
import { labelAggregator, TIMEOUT_MS } from '../provider/label-aggregator.ts';
import type { LabelBook } from '../provider/label-book.ts';
import { peersOf } from './peers.ts';
import type { Request, Service } from './replica.ts';
import type { Services, World } from './world.ts';

/* The composition roots of the services that are simulated, with our own ports in place of the outside. */

export type Databases = Record<'orders' | 'payouts' | 'fulfillment' | 'catalog' | 'media', Database>;

/** All through which money passes. */
export const moneyServices =
  (databases: Databases, invoices: Random | null) =>
  ({ book, labels, callFor }: World, random: Random, ofLabels: Random): Services => ({
    'orders-payments': ordersPayments(databases.orders, book, random.fork(), peersOf, invoices),
    payouts: payouts(databases.payouts),
    'fulfillment-shipping': fulfillmentShipping(databases.fulfillment, labels, ofLabels.fork(), callFor),
  });

type PeersOf = (process: SimProcess, random: Random, book: ChargeBook) => Peers;

/** Histories compare the ledger with the orders themselves and send no e-mails, and further jobs would take draws from the others. */
const WITHOUT = ['match-movements', 'post-order-emails', 'find-uninvoiced', 'count-invoices', 'count-disputes'];
const ISSUING = 'continue-invoices';

export const ordersPayments = (
  database: Database,
  book: ChargeBook,
  random: Random,
  peers: PeersOf,
  /** What the issuer of invoices draws from; null: there is none. */
  invoices: Random | null = null,
): Service<Dependencies> => ({
  name: 'orders-payments',
  database,
  entities: ordersEntities,
  migrations: ordersMigrations,
  dependencies: (process) => ({
    ...dependenciesOf(process, book, random, peers),
    fiscal: invoices && { issuer: invoiceIssuer(book, process, invoices.fork()), since: new Date(0) },
  }),
  services: ordersServices,
  consumers: ordersConsumers,
  jobs: ordersJobs.filter(({ name }) => !WITHOUT.includes(name) && (invoices !== null || name !== ISSUING)),
  prune: ordersPrune,
});

/** Without a provider it does nothing. */
const RETURNS_EVERY_MS = 24 * 60 * 60_000;
/** There is no storage beside the ledger here, and nobody reads reports: a job with nothing to do would take draws from the others. */
const UNUSED_JOBS = ['store-ledger-head', 'add-ledger-sums'];

const payouts = (database: Database): Service<PayoutsDependencies> => ({
  name: 'payouts',
  database,
  entities: payoutsEntities,
  migrations: payoutsMigrations,
  dependencies: () => BY_HAND,
  services: payoutsServices,
  consumers: payoutsConsumers,
  jobs: payoutsJobs(RETURNS_EVERY_MS).filter(({ name }) => !UNUSED_JOBS.includes(name)),
  prune: [],
});

const TRACKED_EVERY_MS = 60 * 60_000;
/** As its composition root has it: a call, and the requests of one step. */
const LABEL_LEASE_MS = 5_000 + 6 * TIMEOUT_MS;
const TRACKING_LEASE_MS = TIMEOUT_MS + 5_000;
const LABEL_RETRY_MS = 15_000;

const fulfillmentShipping = (
  database: Database,
  labels: LabelBook,
  random: Random,
  callFor: World['callFor'],
): Service<FulfillmentDependencies> => ({
  name: 'fulfillment-shipping',
  database,
  entities: fulfillmentEntities,
  migrations: fulfillmentMigrations,
  dependencies: (process) => ({
    aggregator: labelAggregator(labels, process, random),
    quote: () => Promise.resolve([]),
    quoteKeys: [],
    renewAccount: () => Promise.resolve(),
    users: peersOf(process, random, labels).users,
    orders: peerClient('fulfillment-shipping', ['getOrder', 'getOrderItem', 'getRecipient'], (request) =>
      callFor(process, 'orders-payments', request),
    ),
    labels: {
      sender: SENDER,
      fiscalMode: 'declaration',
      parcel: PARCEL,
      retryMs: LABEL_RETRY_MS,
      leaseMs: LABEL_LEASE_MS,
    },
    tracking: { everyMs: TRACKED_EVERY_MS, leaseMs: TRACKING_LEASE_MS },
  }),
  services: fulfillmentServices,
  consumers: fulfillmentConsumers,
  jobs: fulfillmentJobs(TRACKED_EVERY_MS),
  prune: [],
});

/** Calls on behalf of whoever called, or else as the service itself. */
export function peerClient<C>(
  service: ServiceName,
  names: readonly (keyof C & string)[],
  call: (request: Request) => Promise<unknown>,
): C {
  const method = (name: string) => (message: unknown) =>
    call({ method: name, message, caller: currentCall()?.caller ?? serviceCaller(service), idempotency: null });
  return Object.fromEntries(names.map((name) => [name, method(name)])) as C;
}

const SENDER = {
  name: 'A workshop',
  document: '11222333000181',
  email: 'workshop@demo.example',
  phone: '+551133334444',
  cep: '01310-100',
  street: 'Avenida Paulista',
  number: '1',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
  country: 'BR',
};
const PARCEL = { lengthCm: 30, widthCm: 20, heightCm: 5, heightPerItemCm: 1, weightKg: 0.2, weightPerItemKg: 0.1 };

function dependenciesOf(process: SimProcess, book: ChargeBook, random: Random, peers: PeersOf) {
  const gateway = bookGateway(book, process, random);
  return {
    gateways: {
      default: gateway,
      all: [gateway],
      named: (name: string) => (name === gateway.name ? gateway : undefined),
    },
    peers: peers(process, random, book),
    settings: {
      expiryDays: { usual: 7, boleto: 10 },
      quoteKeys: [],
      receipts: { url: '', keys: [] },
      returnUrl: 'https://store.example/orders',
      recoverAfterMs: 5_000,
      attemptTimeoutMs: 3_000,
      allowsDevPay: false,
      takesClientAmounts: true,
      providerFeeBearer: 'platform',
    },
  } satisfies Omit<Dependencies, 'fiscal'>;
}
