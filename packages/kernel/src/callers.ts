import type { ServiceName } from './topics.ts';

export type PeerName = ServiceName | 'gateway';

/** Who calls whom: what is not in this table is rejected, by services over TLS and by the network of a cluster. */
export const CALLERS: Readonly<Record<ServiceName, readonly PeerName[]>> = {
  identity: ['gateway', 'catalog', 'orders-payments', 'fulfillment-shipping'],
  catalog: ['gateway', 'orders-payments'],
  'media-render': ['gateway', 'identity', 'catalog'],
  storefront: ['gateway', 'orders-payments'],
  'orders-payments': ['gateway', 'identity', 'fulfillment-shipping'],
  'fulfillment-shipping': ['gateway', 'orders-payments'],
  payouts: ['gateway', 'identity', 'orders-payments'],
};
