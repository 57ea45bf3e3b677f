import { SellerProductServiceClient } from '@estampa/contracts/catalog/v1/catalog';
import { UserServiceClient } from '@estampa/contracts/identity/v1/identity';
import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { grpcClient } from '@estampa/kit/grpc-client';
import { asaas } from './adapters/asaas.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';

const NAME = 'orders-payments';

/** Everything beyond the own database that a use case may reach: the gateway, the other services, their settings. */
export const connectOutside = (
  config: Config,
  resources: AsyncDisposableStack,
): Pick<Context, 'gateway' | 'peers' | 'settings'> => ({
  gateway: asaas({
    baseUrl: config.ASAAS_BASE_URL,
    apiKey: config.ASAAS_API_KEY,
    webhookToken: config.ASAAS_WEBHOOK_TOKEN,
  }),
  peers: {
    users: resources.use(grpcClient(UserServiceClient, config.IDENTITY_ADDRESS, NAME)),
    sellerProducts: resources.use(grpcClient(SellerProductServiceClient, config.CATALOG_ADDRESS, NAME)),
    storefront: resources.use(grpcClient(StorefrontServiceClient, config.STOREFRONT_ADDRESS, NAME)),
  },
  settings: {
    returnUrl: config.CHECKOUT_RETURN_URL,
    recoverAfterMs: config.PAYMENT_RECOVER_AFTER_MS,
    attemptTimeoutMs: config.PAYMENT_ATTEMPT_TIMEOUT_MS,
  },
});
