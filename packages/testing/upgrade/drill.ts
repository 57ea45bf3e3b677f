import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { generateContracts } from '@estampa/stack/commands/gen';
import { startInfrastructure } from '@estampa/stack/infrastructure/infrastructure';
import { LOCAL } from '@estampa/stack/paths';
import { bundleLibraries } from '@estampa/stack/processes/bundled-libraries';
import { stopLeftovers } from '@estampa/stack/processes/leftovers';
import { makeSecrets } from '@estampa/stack/secrets';
import { createStep } from '@estampa/stack/terminal';
import pc from 'picocolors';
import { sandboxOf } from '../e2e/provider-hands.ts';
import { openShop } from '../e2e/shop.ts';
import { checkOutRelease, lastRelease } from './checkout.ts';
import { runSteps } from './steps.ts';
import { versionsOn } from './versions.ts';
import { Visitors } from './visitors.ts';

const DIRECTORY = join(LOCAL, 'upgrade', 'drill');
const INTERRUPTED = 130;

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
    const versions = await versionsOn(DIRECTORY, infrastructure, secrets, checkout);
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
