import type { SellerProductServiceService } from '@estampa/contracts/catalog/v1/seller_product';
import type { FulfillmentServiceService } from '@estampa/contracts/fulfillment/v1/fulfillment';
import type { OrderEmailServiceService } from '@estampa/contracts/identity/v1/order_email';
import type { UserServiceService } from '@estampa/contracts/identity/v1/user';
import type { LedgerServiceService } from '@estampa/contracts/payouts/v1/ledger';
import type { StorefrontServiceService } from '@estampa/contracts/storefront/v1/storefront';
import type { BaseContext } from '@estampa/kit/service/context';
import type { RpcClient } from '@estampa/kit/rpc/client';
import type { ProviderFeeBearer } from './domain/order.ts';
import type { ExpiryDays } from './domain/order-expiry.ts';
import type { FiscalIssuer } from './adapters/fiscal-issuer.ts';
import type { Gateways } from './adapters/payment-gateway.ts';

export type Peers = {
  users: RpcClient<typeof UserServiceService>;
  orderEmails: RpcClient<typeof OrderEmailServiceService>;
  sellerProducts: RpcClient<typeof SellerProductServiceService>;
  storefront: RpcClient<typeof StorefrontServiceService>;
  fulfillment: RpcClient<typeof FulfillmentServiceService>;
  ledger: RpcClient<typeof LedgerServiceService>;
};

export type Settings = {
  /** Where the hosted payment page redirects the buyer. */
  returnUrl: string;
  /** How long a request may work on an unfinished payment before the background job continues it. */
  recoverAfterMs: number;
  /** Total time for calls to the provider while the buyer waits. */
  attemptTimeoutMs: number;
  /** For development: allows marking an order as paid without a provider. */
  allowsDevPay: boolean;
  /**
   * If true, shipping price and discount are taken from the checkout; else shipping costs what it is quoted at, without discount.
   */
  takesClientAmounts: boolean;
  /** Frozen by each checkout. */
  providerFeeBearer: ProviderFeeBearer;
  expiryDays: ExpiryDays;
  /** Keys that verify signed shipping quotes. */
  quoteKeys: readonly string[];
  /** Where receipts are shown, and the keys of their links: the first signs, without one there are no links. */
  receipts: { url: string; keys: readonly string[] };
};

export type Dependencies = {
  gateways: Gateways;
  /** Who issues invoices of what is paid from then on; null: nobody. */
  fiscal: { issuer: FiscalIssuer; since: Date } | null;
  peers: Peers;
  settings: Settings;
};

/** Dependencies of the use cases. */
export type Context = BaseContext & Dependencies;
