import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { takeLock } from '@estampa/stack/checkout-lock';
import { generateContracts } from '@estampa/stack/commands/gen';
import { type Infrastructure, startInfrastructure, type Step } from '@estampa/stack/infrastructure/infrastructure';
import { fillWallet } from '@estampa/stack/demo/purchase';
import { startMarketplace } from '@estampa/stack/marketplace';
import { LOCAL } from '@estampa/stack/paths';
import { bundleLibraries } from '@estampa/stack/processes/bundled-libraries';
import { fillCompileCache } from '@estampa/stack/processes/compile-cache';
import { stopLeftovers } from '@estampa/stack/processes/leftovers';
import { readOrMakeSecrets } from '@estampa/stack/secrets';
import { PROCESS_NAMES } from '@estampa/stack/topology';
import { openShop } from '../e2e/shop.ts';
import { Clocks } from '../src/clocks.ts';
import { type InUse, putToUse, SHORT_WAITS } from './stage/in-use.ts';
import { PostgresPair } from './stage/postgres-pair.ts';
import { dropSmallDisks, SmallDisks } from './stage/small-disks.ts';

/** A marketplace in use that may be broken, on servers of its own. */
export interface Stage extends InUse, AsyncDisposable {
  readonly infrastructure: Infrastructure;
  readonly postgres: PostgresPair;
  /** Those of the servers' data, where a fault has requested them. */
  readonly disks: SmallDisks | null;
  readonly clocks: Clocks;
}

const DIRECTORY = join(LOCAL, 'faults');
const DATA = /^(postgres.*|kafka|s3|sandbox)$/;
const INTERRUPTED = 130;

function environmentWith(clocks: Clocks): typeof SHORT_WAITS {
  const own = PROCESS_NAMES.map((name) => [name, { ...SHORT_WAITS[name], ...clocks.environmentOf(name) }]);
  return { ...SHORT_WAITS, ...Object.fromEntries(own) };
}

/** By the short session of other local brokers, one that a busy machine makes wait would fence itself. */
const KAFKA_SETTINGS = { 'broker.session.timeout.ms': '6000' };
/** A small disk is full only when it is filled. */
const SETTINGS_ON_SMALL_DISKS = { max_wal_size: '256MB' };

/** A place with data and ports of its own, beside whatever else runs; it is dropped with the resources. */
export async function openPlace(step: Step, resources: AsyncDisposableStack) {
  const lock = takeLock(DIRECTORY);
  if (!lock) throw new Error('Another run of faults is at work in this checkout: wait for it or end it first.');
  resources.defer(() => lock.release());
  const drop = async () => {
    await stopLeftovers(DIRECTORY);
    dropSmallDisks(DIRECTORY);
    const data = readdirSync(DIRECTORY).filter((name) => DATA.test(name));
    for (const name of data) rmSync(join(DIRECTORY, name), { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void drop().finally(() => process.exit(INTERRUPTED)));
  await drop();
  resources.defer(drop);

  await Promise.all([step('contracts', generateContracts), step('libraries', bundleLibraries)]);
  await step('compile cache', () => fillCompileCache('processes'));
  const secrets = readOrMakeSecrets(join(DIRECTORY, 'secrets.json'));
  return { directory: DIRECTORY, secrets, ports: 'free', step } as const;
}

/** Servers, all processes and a shop. */
export async function openStage(step: Step, hasSmallDisks = false): Promise<Stage> {
  await using resources = new AsyncDisposableStack();
  const place = await openPlace(step, resources);
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
  await fillWallet(marketplace.sandboxUrl);
  const shop = await step('a shop', () => openShop(marketplace.gatewayUrl));
  const inUse = resources.use(putToUse(marketplace, infrastructure, shop));
  const owned = resources.move();
  return {
    ...inUse,
    infrastructure,
    postgres,
    disks,
    clocks,
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
