import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@estampa/kernel/topics';
import { generateContracts } from '@estampa/stack/commands/gen';
import { type Infrastructure, startInfrastructure } from '@estampa/stack/infrastructure/infrastructure';
import { choosePorts, type Marketplace, migrate, startMarketplace } from '@estampa/stack/marketplace';
import { LOCAL } from '@estampa/stack/paths';
import { HOST } from '@estampa/stack/ports';
import { bundleLibraries } from '@estampa/stack/processes/bundled-libraries';
import { stopLeftovers } from '@estampa/stack/processes/leftovers';
import { makeSecrets, type Secrets } from '@estampa/stack/secrets';
import { createStep } from '@estampa/stack/terminal';
import { addressVariable, PROCESS_NAMES, sandboxUrl, type Surroundings } from '@estampa/stack/topology';
import pc from 'picocolors';
import { sandboxOf } from '../e2e/provider-hands.ts';
import { openShop } from '../e2e/shop.ts';
import { checkOutRelease, lastRelease } from './checkout.ts';
import { runSteps } from './steps.ts';
import { Visitors } from './visitors.ts';

const DIRECTORY = join(LOCAL, 'upgrade', 'drill');
const PARTITIONS = 3;
const INTERRUPTED = 130;
/** As operators run it: elsewhere a gateway rejects the fields that only the other version declares. */
const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_TLS: 'disable',
  GRPC_TLS: 'off',
  RATE_LIMITS: 'off',
  CHECKOUT_CLIENT_AMOUNTS: 'on',
};
const CHEAP_HASHES = { IDENTITY_ARGON2_MEMORY_KIB: '1024', IDENTITY_ARGON2_PASSES: '1' };
/** No release has a sandbox: both versions use the one of this checkout. */
const RELEASED = PROCESS_NAMES.filter((name) => name !== 'sandbox');

type Ports = Surroundings['ports'];

/**
 * Upgrades a marketplace in use from the last release to this version, rolls it back and upgrades it again, with replicas of both
 * versions beside each other in between. 0 if nobody noticed.
 */
export async function upgradeDrill(): Promise<number> {
  const step = createStep();
  await stopLeftovers(DIRECTORY);
  rmSync(DIRECTORY, { recursive: true, force: true });
  mkdirSync(DIRECTORY, { recursive: true });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stopAll().finally(() => process.exit(INTERRUPTED)));
  const release = lastRelease();
  const checkout = await step(`release ${release.version} is installed`, () => checkOutRelease(release));
  await Promise.all([generateContracts(), bundleLibraries()]);

  const secrets = makeSecrets();
  const infrastructure = await startInfrastructure({ directory: DIRECTORY, secrets, ports: 'free', step });
  try {
    const versions = await versionsOn(infrastructure, secrets, checkout);
    const old = await step(`release ${release.version} serves`, () => versions.startOld());
    const shop = await openShop(old.gatewayUrl);
    const visitors = new Visitors(shop);
    const wrongs = await runSteps({
      step,
      infrastructure,
      versions,
      old,
      shop,
      visitors,
      sandbox: sandboxOf(old.sandboxUrl),
    }).finally(() => report(visitors));
    for (const wrong of wrongs) console.log(pc.red(wrong));
    return visitors.failures.length + wrongs.length === 0 ? 0 : 1;
  } finally {
    await stopAll();
    await infrastructure.stop();
  }
}

function report({ phases, failures }: Visitors): void {
  for (const { name, rounds, orders, late, failures: own } of phases)
    console.log(`${name}: ${rounds} rounds, ${orders} orders, ${late} writes shown late, ${own.length} failures`);
  for (const failure of failures) console.log(pc.red(failure));
}

const stopAll = async (): Promise<void> => {
  for (const name of ['old', 'new']) await stopLeftovers(join(DIRECTORY, name));
  await stopLeftovers(DIRECTORY);
};

export type Versions = {
  startOld(): Promise<Marketplace>;
  /** What a release does before anything of it starts. */
  migrate(): Promise<void>;
  startNew(): Promise<Marketplace>;
};

/** Both versions, on the same databases, topics, bucket and sandbox; each process calls the replicas of either version. */
async function versionsOn(infrastructure: Infrastructure, secrets: Secrets, checkout: string): Promise<Versions> {
  const oldPorts = await choosePorts('free');
  const newPorts: Ports = { ...(await choosePorts('free')), sandbox: oldPorts.sandbox };
  const peers = Object.fromEntries(
    SERVICE_NAMES.map((name) => [
      addressVariable(name),
      [oldPorts, newPorts].map((ports) => `${HOST}:${ports[name].port}`).join(','),
    ]),
  );
  const shared = {
    infrastructure,
    secrets,
    partitions: PARTITIONS,
    environment: {
      all: { ...PRODUCTION, ...peers },
      sandbox: { NODE_ENV: 'development', PUBLIC_URL: sandboxUrl({ ports: oldPorts }) },
      identity: CHEAP_HASHES,
    },
  };
  let surroundings: Surroundings | undefined;
  return {
    async startOld() {
      const old = await startMarketplace({ ...shared, directory: join(DIRECTORY, 'old'), ports: oldPorts, checkout });
      ({ surroundings } = old);
      return old;
    },
    async migrate() {
      const { checkout: _release, ...ours } = surroundings!;
      await Promise.all(SERVICE_NAMES.map((name) => migrate(name, ours, PRODUCTION)));
    },
    startNew: () => startMarketplace({ ...shared, directory: join(DIRECTORY, 'new'), ports: newPorts, only: RELEASED }),
  };
}
