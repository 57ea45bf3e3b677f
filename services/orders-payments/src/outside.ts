import { SellerProductServiceClient } from '@estampa/contracts/catalog/v1/catalog';
import { UserServiceClient } from '@estampa/contracts/identity/v1/identity';
import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import type { Connect } from '@estampa/kit/grpc-client';
import { measured } from '@estampa/kit/provider-metrics';
import { asaas } from './adapters/asaas.ts';
import { type Gateways, type PaymentGateway, ProviderError } from './adapters/payment-gateway.ts';
import type { Config } from './config.ts';
import type { Outside } from './context.ts';

/** What lies beyond this service: the payment gateway and the other services, with their settings. */
export function connectOutside(config: Config, connect: Connect): Outside {
  return {
    gateways: gatewaysOf(config),
    peers: {
      users: connect(UserServiceClient, config.IDENTITY_ADDRESS),
      sellerProducts: connect(SellerProductServiceClient, config.CATALOG_ADDRESS),
      storefront: connect(StorefrontServiceClient, config.STOREFRONT_ADDRESS),
    },
    settings: {
      returnUrl: config.CHECKOUT_RETURN_URL,
      recoverAfterMs: config.PAYMENT_RECOVER_AFTER_MS,
      attemptTimeoutMs: config.PAYMENT_ATTEMPT_TIMEOUT_MS,
    },
  };
}

/** Every provider that is set up serves the payments that were made with it; one of them makes the new ones. */
function gatewaysOf(config: Config): Gateways {
  const gateways: Readonly<Record<string, PaymentGateway>> = {
    asaas: timed(
      asaas({
        baseUrl: config.ASAAS_BASE_URL,
        apiKey: config.ASAAS_API_KEY,
        webhookToken: config.ASAAS_WEBHOOK_TOKEN,
      }),
    ),
  };
  return { default: gateways[config.PAYMENT_PROVIDER]!, named: (provider) => gateways[provider] };
}

const timed = (gateway: PaymentGateway): PaymentGateway =>
  measured(
    gateway,
    [
      'ensureCustomer',
      'createCharge',
      'findCharge',
      'findByReference',
      'getPayment',
      'listPayments',
      'cancel',
      'refund',
    ],
    (error) => (error instanceof ProviderError ? error.failure : 'failed'),
  );
