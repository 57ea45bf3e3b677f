import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@estampa/kernel/topics';
import { SERVICE_NAMES } from '@estampa/kernel/topics';
import { takeLock } from '@estampa/stack/checkout-lock';
import { generateContracts } from '@estampa/stack/commands/gen';
import { type Infrastructure, startInfrastructure, type Step } from '@estampa/stack/infrastructure/infrastructure';
import { type Marketplace, type MarketplaceOptions, startMarketplace } from '@estampa/stack/marketplace';
import { LOCAL } from '@estampa/stack/paths';
import { bundleLibraries } from '@estampa/stack/processes/bundled-libraries';
import { fillCompileCache } from '@estampa/stack/processes/compile-cache';
import { stopLeftovers } from '@estampa/stack/processes/leftovers';
import { readOrMakeSecrets } from '@estampa/stack/secrets';
import { PROCESS_NAMES } from '@estampa/stack/topology';
import pg from 'pg';
import { asaasHands, type Hands, sandboxOf } from '../e2e/provider-hands.ts';
import { openShop, type Shop } from '../e2e/shop.ts';
import { Journal } from './load/journal.ts';
import { Clocks } from './stage/clocks.ts';
import { PostgresPair } from './stage/postgres-pair.ts';
import { dropSmallDisks, SmallDisks } from './stage/small-disks.ts';

/** A marketplace of its own that may be broken, with a shop on it. */
export interface Stage extends AsyncDisposable {
  readonly infrastructure: Infrastructure;
  readonly postgres: PostgresPair;
  /** Those of the servers' data, where a fault has requested them. */
  readonly disks: SmallDisks | null;
  readonly clocks: Clocks;
  readonly marketplace: Marketplace;
  readonly shop: Shop;
  readonly sandbox: ReturnType<typeof sandboxOf>;
  /** What buyers and banks do at the payment provider. */
  readonly provider: Hands;
  /** What the people of this stage got responses about. */
  readonly journal: Journal;
  /** For looking into the databases of the services. */
  readonly databases: Readonly<Record<ServiceName, pg.Pool>>;
}

const DIRECTORY = join(LOCAL, 'faults');
const DATA = /^(postgres.*|kafka|s3|sandbox)$/;
const CONNECTIONS_MAX = 2;
const CONNECT_DEADLINE_MS = 2_000;
const INTERRUPTED = 130;

/**
 * What waits for long in production, so that nobody is bothered, waits shortly here: retries of labels and emails, and the lease of
 * a label, which is made of the deadline of its requests.
 */
const ENVIRONMENT: NonNullable<MarketplaceOptions['environment']> = {
  identity: { IDENTITY_ARGON2_MEMORY_KIB: '1024', IDENTITY_ARGON2_PASSES: '1', IDENTITY_EMAIL_CLAIM_MS: '3000' },
  'fulfillment-shipping': { LABEL_RETRY_MS: '1000', MELHORENVIO_TIMEOUT_MS: '500' },
  all: { RATE_LIMITS: 'off' },
};

function environmentWith(clocks: Clocks): typeof ENVIRONMENT {
  const own = PROCESS_NAMES.map((name) => [name, { ...ENVIRONMENT[name], ...clocks.environmentOf(name) }]);
  return { ...ENVIRONMENT, ...Object.fromEntries(own) };
}

/** By the short session of other local brokers, one that a busy machine makes wait would fence itself. */
const KAFKA_SETTINGS = { 'broker.session.timeout.ms': '6000' };
/** A small disk is full only when it is filled. */
const SETTINGS_ON_SMALL_DISKS = { max_wal_size: '256MB' };

/** Servers, all processes and a shop, on data and ports of their own, beside whatever else runs. */
export async function openStage(step: Step, hasSmallDisks = false): Promise<Stage> {
  const lock = takeLock(DIRECTORY);
  if (!lock) throw new Error('Another run of faults is at work in this checkout: wait for it or end it first.');
  await using resources = new AsyncDisposableStack();
  resources.defer(() => lock.release());
  const drop = async () => {
    await stopLeftovers(DIRECTORY);
    dropSmallDisks(DIRECTORY);
    const data = readdirSync(DIRECTORY).filter((name) => DATA.test(name));
    for (const name of data) rmSync(join(DIRECTORY, name), { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void drop().finally(() => process.exit(INTERRUPTED)));
  await drop();
  resources.defer(drop);

  await Promise.all([step('contracts', generateContracts), step('libraries', bundleLibraries)]);
  await step('compile cache', fillCompileCache);
  const secrets = readOrMakeSecrets(join(DIRECTORY, 'secrets.json'));
  const place = { directory: DIRECTORY, secrets, ports: 'free', step } as const;
  const disks = hasSmallDisks ? resources.use(new SmallDisks(DIRECTORY)) : null;
  const started = await startInfrastructure({
    ...place,
    kafkaSettings: KAFKA_SETTINGS,
    ...(hasSmallDisks && { postgresSettings: SETTINGS_ON_SMALL_DISKS }),
  });
  resources.defer(() => started.stop());
  const postgres = resources.use(await PostgresPair.open(DIRECTORY, started));
  const infrastructure = behind(postgres, started);
  const clocks = new Clocks(join(DIRECTORY, 'clocks'));
  const marketplace = await startMarketplace({ ...place, infrastructure, environment: environmentWith(clocks) });
  resources.defer(() => marketplace.stop());
  const shop = await step('a shop', () => openShop(marketplace.gatewayUrl));
  const databases = connect(marketplace);
  resources.defer(async () => void (await Promise.all(Object.values(databases).map((pool) => pool.end()))));

  const sandbox = sandboxOf(marketplace.sandboxUrl);
  const owned = resources.move();
  return {
    infrastructure,
    postgres,
    disks,
    clocks,
    marketplace,
    shop,
    sandbox,
    provider: asaasHands(sandbox, (person) => person),
    databases,
    journal: new Journal(),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** The same servers, but whichever PostgreSQL serves. */
const behind = (postgres: PostgresPair, started: Infrastructure): Infrastructure => ({
  ...started,
  postgres: { url: postgres.url },
  servers: {
    ...started.servers,
    get postgres() {
      return postgres.primary;
    },
  },
});

function connect({ surroundings: { databaseUrls } }: Marketplace): Stage['databases'] {
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
