import { SERVICE_NAMES, type ServiceName } from '@estampa/kernel/topics';
import type { Infrastructure } from '@estampa/stack/infrastructure/infrastructure';
import type { Marketplace, MarketplaceOptions } from '@estampa/stack/marketplace';
import pg from 'pg';
import { asaasHands, type Hands, sandboxOf } from '../../e2e/provider-hands.ts';
import type { Shop } from '../../e2e/shop.ts';
import { Journal } from '../load/journal.ts';

type Servers = Pick<Infrastructure, 'kafka' | 'mail' | 'servers'>;

/** A marketplace with a shop that people use, and all that is compared of it. */
export interface InUse {
  readonly infrastructure: Servers;
  readonly marketplace: Marketplace;
  readonly shop: Shop;
  readonly sandbox: ReturnType<typeof sandboxOf>;
  /** What buyers and banks do at the payment provider. */
  readonly provider: Hands;
  /** What these people got responses about. */
  readonly journal: Journal;
  /** For looking into the databases of the services. */
  readonly databases: Readonly<Record<ServiceName, pg.Pool>>;
}

/**
 * What waits for long in production, so that nobody is bothered, waits shortly here: retries of labels and emails, and the lease of
 * a label, which is made of the deadline of its requests.
 */
export const SHORT_WAITS: NonNullable<MarketplaceOptions['environment']> = {
  identity: { IDENTITY_ARGON2_MEMORY_KIB: '1024', IDENTITY_ARGON2_PASSES: '1', IDENTITY_EMAIL_CLAIM_MS: '3000' },
  'fulfillment-shipping': { LABEL_RETRY_MS: '1000', MELHORENVIO_TIMEOUT_MS: '500' },
  all: { RATE_LIMITS: 'off' },
};

const CONNECTIONS_MAX = 2;
const CONNECT_DEADLINE_MS = 2_000;

/** Nobody but this journal's people must have ordered, been paid or opened accounts there. */
export function putToUse(marketplace: Marketplace, infrastructure: Servers, shop: Shop): InUse & AsyncDisposable {
  const sandbox = sandboxOf(marketplace.sandboxUrl);
  const databases = connect(marketplace);
  return {
    infrastructure,
    marketplace,
    shop,
    sandbox,
    provider: asaasHands(sandbox, (person) => person),
    databases,
    journal: new Journal(),
    async [Symbol.asyncDispose]() {
      await Promise.all(Object.values(databases).map((pool) => pool.end()));
    },
  };
}

function connect({ surroundings: { databaseUrls } }: Marketplace): InUse['databases'] {
  const pools = SERVICE_NAMES.map((name) => {
    const pool = new pg.Pool({
      connectionString: databaseUrls[name],
      max: CONNECTIONS_MAX,
      connectionTimeoutMillis: CONNECT_DEADLINE_MS,
      query_timeout: CONNECT_DEADLINE_MS,
    });
    // The server may stop under an idle connection; the next query opens a new one.
    pool.on('error', () => {});
    return [name, pool] as const;
  });
  return Object.fromEntries(pools) as Record<ServiceName, pg.Pool>;
}
