import type { UserServiceClient } from '@estampa/contracts/identity/v1/identity';
import type { BaseContext } from '@estampa/kit/context';
import type { RpcClient } from '@estampa/kit/grpc-client';
import type { ParcelSize, Party } from './domain/label-request.ts';
import type { ShippingAggregator } from './domain/shipping-aggregator.ts';

export type Outside = {
  aggregator: ShippingAggregator;
  users: RpcClient<typeof UserServiceClient.service>;
  labels: LabelSettings;
};

/** What a use case may touch. */
export type Context = BaseContext & Outside;

export type LabelSettings = {
  sender: Party;
  parcel: ParcelSize;
  /** Before the second attempt; it doubles from there. */
  retryMs: number;
  /** How long a worker has a shipment for itself; longer than any one request to the provider takes. */
  leaseMs: number;
};
