import { UserServiceClient } from '@estampa/contracts/identity/v1/identity';
import { OrderServiceClient } from '@estampa/contracts/orders/v1/orders';
import { type Connect, DEFAULT_DEADLINE_MS } from '@estampa/kit/grpc-client';
import { measured } from '@estampa/kit/provider-metrics';
import { keptQuotes } from './adapters/kept-quotes.ts';
import { melhorEnvio } from './adapters/melhor-envio.ts';
import type { Config } from './config.ts';
import type { Outside } from './context.ts';
import { ProviderError } from './domain/shipping-aggregator.ts';

/** A label step asks the aggregator this often at most: search, cart, add. */
const REQUESTS_PER_STEP = 4;
/** To store what the aggregator said. */
const TRACKING_MARGIN_MS = 5_000;

/** What lies beyond this service: the aggregator and who knows the buyer, with who sends what. */
export function connectOutside(config: Config, connect: Connect): Outside {
  const { MELHORENVIO_TIMEOUT_MS: timeoutMs, SHIPPING_SENDER: sender } = config;
  const access = {
    baseUrl: config.MELHORENVIO_BASE_URL,
    token: config.MELHORENVIO_TOKEN,
    webhookSecret: config.MELHORENVIO_WEBHOOK_SECRET,
    timeoutMs,
  };
  const services = { usual: config.MELHORENVIO_SERVICE_ID, offered: config.MELHORENVIO_SERVICE_IDS };
  const aggregator = measured(
    melhorEnvio({ ...access, contactEmail: sender.email }, services, sender.cep),
    ['quote', 'addToCart', 'findByTag', 'read', 'purchase', 'generate', 'printUrl', 'cancel', 'track'],
    (error) => (error instanceof ProviderError ? error.kind : 'failed'),
  );
  return {
    aggregator,
    quote: keptQuotes(aggregator.quote, () => new Date()),
    users: connect(UserServiceClient, config.IDENTITY_ADDRESS),
    orders: connect(OrderServiceClient, config.ORDERS_PAYMENTS_ADDRESS),
    labels: {
      sender,
      parcel: config.SHIPPING_PARCEL,
      retryMs: config.LABEL_RETRY_MS,
      leaseMs: DEFAULT_DEADLINE_MS + REQUESTS_PER_STEP * timeoutMs,
    },
    tracking: { everyMs: config.TRACKING_POLL_MS, leaseMs: timeoutMs + TRACKING_MARGIN_MS },
  };
}
