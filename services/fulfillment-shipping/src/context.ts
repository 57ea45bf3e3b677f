import type { UserServiceClient } from '@estampa/contracts/identity/v1/user';
import type { OrderServiceClient } from '@estampa/contracts/orders/v1/order';
import type { BaseContext } from '@estampa/kit/service/context';
import type { RpcClient } from '@estampa/kit/rpc/client';
import type { QuotePurpose } from './adapters/cached-quotes.ts';
import type { FiscalMode, ParcelSize, Sender } from './domain/label-request.ts';
import type { ShippingAggregator } from './domain/shipping-aggregator.ts';
import type { Quote, Trip } from './domain/shipping-quote.ts';

export type Dependencies = {
  aggregator: ShippingAggregator;
  /** The aggregator's prices, cheapest first, as they were some minutes ago at most. */
  quote: (trip: Trip, purpose: QuotePurpose) => Promise<readonly Quote[]>;
  /** What quotes are signed with, the present one first; with none they are not. */
  quoteKeys: readonly string[];
  /** Renews our account at the aggregator when that is due. */
  renewAccount: () => Promise<void>;
  users: RpcClient<typeof UserServiceClient.service>;
  orders: RpcClient<typeof OrderServiceClient.service>;
  labels: LabelSettings;
  tracking: TrackingSettings;
};

/** What a use case may touch. */
export type Context = BaseContext & Dependencies;

export type LabelSettings = {
  sender: Sender;
  fiscalMode: FiscalMode;
  parcel: ParcelSize;
  /** Before the second attempt; it doubles from there. */
  retryMs: number;
  /** How long a worker has a shipment for itself; longer than any one request to the provider takes. */
  leaseMs: number;
};

export type TrackingSettings = {
  /** How often each parcel is polled. */
  everyMs: number;
  /** The lease of the parcels that a worker polls; longer than one request takes. */
  leaseMs: number;
};
