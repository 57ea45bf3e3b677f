import { SellerProductServiceClient } from '@estampa/contracts/catalog/v1/seller_product';
import { FulfillmentServiceClient } from '@estampa/contracts/fulfillment/v1/fulfillment';
import { OrderEmailServiceClient } from '@estampa/contracts/identity/v1/order_email';
import { UserServiceClient } from '@estampa/contracts/identity/v1/user';
import { LedgerServiceClient } from '@estampa/contracts/payouts/v1/ledger';
import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import type { Connect } from '@estampa/kit/rpc/client';
import { measured } from '@estampa/kit/telemetry/provider-metrics';
import { asaas } from './adapters/asaas.ts';
import { asaasInvoices } from './adapters/asaas-invoices.ts';
import { mercadoPago } from './adapters/mercado-pago.ts';
import { ProviderError } from '@estampa/kit/provider/provider-error';
import type { Gateways, PaymentGateway } from './adapters/payment-gateway.ts';
import { pausing } from './adapters/quota-pause.ts';
import { readTimed } from './adapters/read-times.ts';
import type { Config } from './config.ts';
import type { Dependencies } from './context.ts';
import type { Providers } from './provider-settings.ts';

/** Connects the payment providers and the other services. */
export function connectDependencies(config: Config, connect: Connect): Dependencies {
  return {
    gateways: gatewaysOf(config),
    fiscal: fiscalOf(config),
    peers: {
      users: connect(UserServiceClient, config.IDENTITY_ADDRESS),
      orderEmails: connect(OrderEmailServiceClient, config.IDENTITY_ADDRESS),
      sellerProducts: connect(SellerProductServiceClient, config.CATALOG_ADDRESS),
      storefront: connect(StorefrontServiceClient, config.STOREFRONT_ADDRESS),
      fulfillment: connect(FulfillmentServiceClient, config.FULFILLMENT_SHIPPING_ADDRESS),
      ledger: connect(LedgerServiceClient, config.PAYOUTS_ADDRESS),
    },
    settings: {
      expiryDays: { usual: config.CHECKOUT_EXPIRES_DAYS, boleto: config.CHECKOUT_EXPIRES_BOLETO_DAYS },
      providerFeeBearer: config.PROVIDER_FEE_BEARER,
      quoteKeys: config.SHIPPING_QUOTE_KEYS,
      receipts: { url: config.RECEIPT_URL ?? '', keys: config.RECEIPT_KEYS },
      returnUrl: config.CHECKOUT_RETURN_URL,
      recoverAfterMs: config.PAYMENT_RECOVER_AFTER_MS,
      attemptTimeoutMs: config.PAYMENT_ATTEMPT_TIMEOUT_MS,
      allowsDevPay: config.NODE_ENV !== 'production',
      takesClientAmounts:
        (config.CHECKOUT_CLIENT_AMOUNTS ?? (config.NODE_ENV === 'production' ? 'off' : 'on')) === 'on',
    },
  };
}

/** Each configured provider serves the payments that were created at it; one of them gets the new ones. */
function gatewaysOf({ PAYMENT_PROVIDER: newPaymentsBy, providers }: Config): Gateways {
  const gateways = new Map<string, PaymentGateway>();
  if (providers.asaas) gateways.set('asaas', timed(asaasOf(providers.asaas)));
  if (providers.mercadopago) gateways.set('mercadopago', timed(mercadoPagoOf(providers.mercadopago)));
  return {
    default: gateways.get(newPaymentsBy)!,
    all: [...gateways.values()],
    named: (provider) => gateways.get(provider),
  };
}

/** At the account that takes payments. */
function fiscalOf({ fiscal, providers: { asaas: account } }: Config): Dependencies['fiscal'] {
  if (!fiscal || !account) return null;
  const { since, service } = fiscal;
  const issuer = asaasInvoices({ baseUrl: account.ASAAS_BASE_URL, apiKey: account.ASAAS_API_KEY, service });
  const calls = ['issue', 'find', 'correct', 'cancel'] as const;
  return { since, issuer: measured(issuer, calls, failureOf) };
}

const failureOf = (error: unknown): string => (error instanceof ProviderError ? error.failure : 'failed');

const asaasOf = (settings: NonNullable<Providers['asaas']>): PaymentGateway =>
  asaas({
    baseUrl: settings.ASAAS_BASE_URL,
    apiKey: settings.ASAAS_API_KEY,
    webhookTokens: given(settings.ASAAS_WEBHOOK_TOKEN, settings.ASAAS_WEBHOOK_OTHER_TOKEN),
  });

const mercadoPagoOf = (settings: NonNullable<Providers['mercadopago']>): PaymentGateway =>
  mercadoPago({
    baseUrl: settings.MERCADOPAGO_BASE_URL,
    accessToken: settings.MERCADOPAGO_ACCESS_TOKEN,
    webhookSecrets: given(settings.MERCADOPAGO_WEBHOOK_SECRET, settings.MERCADOPAGO_WEBHOOK_OTHER_SECRET),
  });

const given = (...texts: (string | undefined)[]): string[] => texts.filter((text) => text !== undefined);

const timed = (gateway: PaymentGateway): PaymentGateway =>
  measured(
    readTimed(pausing(gateway)),
    [
      'ensureCustomer',
      'createCharge',
      'findCharge',
      'findByReference',
      'getPayment',
      'listPayments',
      'listNews',
      'listReturned',
      'listMovements',
      'updateCustomer',
      'cancel',
      'close',
      'refund',
    ],
    failureOf,
  );
