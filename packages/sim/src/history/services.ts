import type { Dependencies } from '@estampa/orders-payments/context';
import { consumers as ordersConsumers } from '@estampa/orders-payments/consumers/consumers';
import { entities as ordersEntities } from '@estampa/orders-payments/db/entities';
import { migrations as ordersMigrations } from '@estampa/orders-payments/db/migrations';
import { jobs as ordersJobs } from '@estampa/orders-payments/jobs';
import { prune as ordersPrune } from '@estampa/orders-payments/prune';
import { services as ordersServices } from '@estampa/orders-payments/rpc/services';
import { consumers as payoutsConsumers } from '@estampa/payouts/consumers/consumers';
import { entities as payoutsEntities } from '@estampa/payouts/db/entities';
import { migrations as payoutsMigrations } from '@estampa/payouts/db/migrations';
import { jobs as payoutsJobs } from '@estampa/payouts/jobs';
import { services as payoutsServices } from '@estampa/payouts/rpc/services';
import type { Random } from '@estampa/stack/random';
import type { SimProcess } from '../environment/sim-process.ts';
import type { Database } from '../postgres/database.ts';
import { bookGateway } from '../provider/book-gateway.ts';
import type { ChargeBook } from '../provider/charge-book.ts';
import { peersOf } from './peers.ts';
import type { Service } from './replica.ts';

/* The composition roots of the services that are simulated, with our own ports in place of the outside. */

export const ordersPayments = (database: Database, book: ChargeBook, random: Random): Service<Dependencies> => ({
  name: 'orders-payments',
  database,
  entities: ordersEntities,
  migrations: ordersMigrations,
  dependencies: (process) => dependenciesOf(process, book, random),
  services: ordersServices,
  consumers: ordersConsumers,
  jobs: ordersJobs,
  prune: ordersPrune,
});

export const payouts = (database: Database): Service<object> => ({
  name: 'payouts',
  database,
  entities: payoutsEntities,
  migrations: payoutsMigrations,
  dependencies: () => ({}),
  services: payoutsServices,
  consumers: payoutsConsumers,
  jobs: payoutsJobs,
  prune: [],
});

function dependenciesOf(process: SimProcess, book: ChargeBook, random: Random): Dependencies {
  const gateway = bookGateway(book, process, random);
  return {
    gateways: { default: gateway, all: [gateway], named: (name) => (name === gateway.name ? gateway : undefined) },
    peers: peersOf(process, random, book),
    settings: {
      expiryDays: { usual: 7, boleto: 10 },
      quoteKeys: [],
      returnUrl: 'https://store.example/orders',
      recoverAfterMs: 5_000,
      attemptTimeoutMs: 3_000,
      allowsDevPay: false,
      takesClientAmounts: true,
    },
  };
}
