import { UserServiceClient } from '@estampa/contracts/identity/v1/user';
import { OrderServiceClient } from '@estampa/contracts/orders/v1/order';
import { DEFAULT_DEADLINE_MS } from '@estampa/kit/rpc/client';
import { measured } from '@estampa/kit/telemetry/provider-metrics';
import type { Surroundings } from '@estampa/kit/service/run-service';
import { fixedToken } from './adapters/access-tokens.ts';
import { cachedQuotes } from './adapters/cached-quotes.ts';
import { melhorEnvio } from './adapters/melhor-envio.ts';
import { renewTokens } from './adapters/melhor-envio-tokens.ts';
import { oauthTokens, type RenewedTokens } from './adapters/oauth-tokens.ts';
import type { Config } from './config.ts';
import type { Dependencies } from './context.ts';
import { tokenStore } from './db/carrier-token-repository.ts';
import { ProviderError } from './domain/shipping-aggregator.ts';

/** The most requests that a label step sends to the aggregator: search, cart, add, and our account renewed for one of them. */
const REQUESTS_PER_STEP = 6;
/** To store what the aggregator said. */
const TRACKING_MARGIN_MS = 5_000;

type Given = Pick<Surroundings, 'connect' | 'orm' | 'now' | 'log'>;

/** What lies beyond this service: the aggregator and who knows the buyer, with who sends what. */
export function connectDependencies(config: Config, given: Given): Dependencies {
  const { MELHORENVIO_TIMEOUT_MS: timeoutMs, SHIPPING_SENDER: sender, account } = config;
  const renewed = 'application' in account ? renewedTokens(config, account.application, given) : null;
  const access = {
    apiUrl: config.MELHORENVIO_API_URL ?? `${config.MELHORENVIO_BASE_URL}/api/v2/me`,
    tokens: 'token' in account ? fixedToken(account.token) : renewed!,
    webhookSecrets: account.webhookSecrets,
    contactEmail: sender.email,
    timeoutMs,
  };
  const services = { usual: config.MELHORENVIO_SERVICE_ID, offered: config.MELHORENVIO_SERVICE_IDS };
  const aggregator = measured(
    melhorEnvio(access, services, sender.cep),
    ['quote', 'addToCart', 'findByTag', 'read', 'purchase', 'generate', 'printUrl', 'drop', 'cancel', 'track'],
    kindOf,
  );
  return {
    aggregator,
    quote: cachedQuotes(aggregator.quote, given.now),
    quoteKeys: config.SHIPPING_QUOTE_KEYS,
    renewAccount: async () => renewed?.renewInBackground(),
    users: given.connect(UserServiceClient, config.IDENTITY_ADDRESS),
    orders: given.connect(OrderServiceClient, config.ORDERS_PAYMENTS_ADDRESS),
    labels: {
      sender,
      parcel: config.SHIPPING_PARCEL,
      fiscalMode: config.SHIPPING_FISCAL_MODE,
      retryMs: config.LABEL_RETRY_MS,
      leaseMs: DEFAULT_DEADLINE_MS + REQUESTS_PER_STEP * timeoutMs,
    },
    tracking: { everyMs: config.TRACKING_POLL_MS, leaseMs: timeoutMs + TRACKING_MARGIN_MS },
  };
}

type Application = { clientId: string; clientSecret: string; refreshToken: string };

function renewedTokens(config: Config, application: Application, { orm, now, log }: Given): RenewedTokens {
  const { MELHORENVIO_TIMEOUT_MS: timeoutMs, SHIPPING_SENDER: sender } = config;
  const tokenUrl = `${config.MELHORENVIO_BASE_URL}/oauth/token`;
  const requested = { ...application, tokenUrl, timeoutMs, contactEmail: sender.email };
  const provider = { name: 'melhorenvio', renew: (token: string) => renewTokens(requested, token) };
  return oauthTokens({
    store: tokenStore(() => orm.em.fork(), application),
    renew: measured(provider, ['renew'], kindOf).renew,
    timeoutMs,
    now,
    log,
  });
}

const kindOf = (error: unknown): string => (error instanceof ProviderError ? error.kind : 'failed');
