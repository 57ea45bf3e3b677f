import type { SellerProductServiceService } from '@estampa/contracts/catalog/v1/seller_product';
import type { FulfillmentServiceService } from '@estampa/contracts/fulfillment/v1/fulfillment';
import type { UserServiceService } from '@estampa/contracts/identity/v1/user';
import type { StorefrontServiceService } from '@estampa/contracts/storefront/v1/storefront';
import type { BaseContext } from '@estampa/kit/service/context';
import type { RpcClient } from '@estampa/kit/rpc/client';
import type { ExpiryDays } from './domain/order-expiry.ts';
import type { Gateways } from './adapters/payment-gateway.ts';

export type Peers = {
  users: RpcClient<typeof UserServiceService>;
  sellerProducts: RpcClient<typeof SellerProductServiceService>;
  storefront: RpcClient<typeof StorefrontServiceService>;
  fulfillment: RpcClient<typeof FulfillmentServiceService>;
};

export type Settings = {
  /** Where the hosted payment page sends the buyer back to. */
  returnUrl: string;
  /** How long an unfinished payment waits for its buyer before the background work goes on with it. */
  recoverAfterMs: number;
  /** All calls to the gateway together, while the buyer waits. */
  attemptTimeoutMs: number;
  /** Development: an order can be taken for paid without a provider. */
  allowsDevPay: boolean;
  /** What a checkout says of shipping and discount is taken; else shipping costs what it is quoted at, and nothing is taken off. */
  takesClientAmounts: boolean;
  expiryDays: ExpiryDays;
  /** What a signed quote of shipping can be signed with. */
  quoteKeys: readonly string[];
};

export type Dependencies = {
  gateways: Gateways;
  peers: Peers;
  settings: Settings;
};

/** What a use case may touch. */
export type Context = BaseContext & Dependencies;
