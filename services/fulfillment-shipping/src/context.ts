import type { UserServiceClient } from '@estampa/contracts/identity/v1/identity';
import type { Caller } from '@estampa/kit/call';
import type { RpcClient } from '@estampa/kit/grpc-client';
import type { Log } from '@estampa/kit/log';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ParcelSize, Party } from './domain/label-request.ts';
import type { ShippingAggregator } from './domain/shipping-aggregator.ts';

/** What a use case may touch. */
export type Context = {
  em: EntityManager;
  caller: Caller | null;
  now: () => Date;
  log: Log;
  aggregator: ShippingAggregator;
  users: RpcClient<typeof UserServiceClient.service>;
  labels: LabelSettings;
};

export type LabelSettings = {
  sender: Party;
  parcel: ParcelSize;
  /** Before the second attempt; it doubles from there. */
  retryMs: number;
  /** How long a worker has a shipment for itself; longer than any one request to the provider takes. */
  leaseMs: number;
};
