import { SellerProductServiceClient } from '@estampa/contracts/catalog/v1/catalog';
import { UserServiceClient } from '@estampa/contracts/identity/v1/identity';
import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { grpcClient } from '@estampa/kit/grpc-client';
import { asaas } from './adapters/asaas.ts';
import type { Config } from './config.ts';
import type { Outside } from './context.ts';

/** What lies beyond this service: the payment gateway and the other services, with their settings. */
export function connectOutside(config: Config, resources: AsyncDisposableStack): Outside {
  return {
    gateway: asaas({
      baseUrl: config.ASAAS_BASE_URL,
      apiKey: config.ASAAS_API_KEY,
      webhookToken: config.ASAAS_WEBHOOK_TOKEN,
    }),
    peers: {
      users: resources.use(grpcClient(UserServiceClient, config.IDENTITY_ADDRESS, 'orders-payments')),
      sellerProducts: resources.use(grpcClient(SellerProductServiceClient, config.CATALOG_ADDRESS, 'orders-payments')),
      storefront: resources.use(grpcClient(StorefrontServiceClient, config.STOREFRONT_ADDRESS, 'orders-payments')),
    },
    settings: {
      returnUrl: config.CHECKOUT_RETURN_URL,
      recoverAfterMs: config.PAYMENT_RECOVER_AFTER_MS,
      attemptTimeoutMs: config.PAYMENT_ATTEMPT_TIMEOUT_MS,
    },
  };
}
