import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ServiceName, SERVICE_NAMES, TOPICS } from '@estampa/kernel/topics';
import pc from 'picocolors';
import type { Json } from '../demo/api.ts';
import { copyTree } from '../drill/copy-tree.ts';
import { copyDatabases, publishAgain, restoreDatabases } from '../drill/database-copy.ts';
import { DrillShop } from '../drill/drill-shop.ts';
import { firstDifference } from '../drill/first-difference.ts';
import { copyTopics, restoreTopics } from '../cluster/topic-copy.ts';
import { createTopics, kafkaAt } from '../infrastructure/topics.ts';
import { startInfrastructure, type Infrastructure, type Step } from '../infrastructure/infrastructure.ts';
import { startMarketplace, type Marketplace } from '../marketplace.ts';
import { LOCAL } from '../paths.ts';
import { bundleLibraries } from '../processes/bundled-libraries.ts';
import { stopLeftovers } from '../processes/leftovers.ts';
import { environmentOf, runOnce } from '../processes/node-process.ts';
import { readOrMakeSecrets } from '../secrets.ts';
import { seedDemo } from '../seed-demo.ts';
import { describeStack, type Login } from '../stack-file.ts';
import { createStep } from '../terminal.ts';
import { waitFor } from '../wait.ts';
import { generateContracts } from './gen.ts';

const DIRECTORY = join(LOCAL, 'drill');
const BACKUP = join(DIRECTORY, 'backup');
const LOST = ['postgres', 'kafka', 's3'];
const PARTITIONS = 3;
const SETTLE_DEADLINE_MS = 60_000;
/** Covers clock skew between us and the databases, and the time that publishing takes. */
const OVERLAP_MS = 60_000;
const INTERRUPTED = 130;

type Up = { infrastructure: Infrastructure; marketplace: Marketplace; shop: DrillShop };

/**
 * Backs up a marketplace of its own while it serves, loses all of its servers' data, restores it, and checks what came back. Beside
 * whatever else runs: its data lie in `.local/drill`, its ports are free ones.
 */
export async function drill(): Promise<number> {
  await stopLeftovers(DIRECTORY);
  rmSync(DIRECTORY, { recursive: true, force: true });
  mkdirSync(BACKUP, { recursive: true });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stopLeftovers(DIRECTORY).finally(() => process.exit(INTERRUPTED)));
  await Promise.all([generateContracts(), bundleLibraries()]);
  try {
    return (await runDrill(createStep())) ? 0 : 1;
  } finally {
    await stopLeftovers(DIRECTORY);
  }
}

/** True when all that was lost came back. */
async function runDrill(step: Step): Promise<boolean> {
  const before = await step('a marketplace is up', () => start([]));
  const stack = describeStack(before.marketplace, before.infrastructure);
  const logins = [...stack.logins, ...(await seedDemo(stack, step))];
  const first = new DrillShop(before.marketplace.gatewayUrl, logins);
  await step('an order is placed, paid and labelled', () => first.buy());
  const expected = await first.readBack();

  const copiedFrom = new Date(Date.now() - OVERLAP_MS);
  await step('topics are copied', async () =>
    copyTopics(await kafkaAt(before.infrastructure.kafka.brokers), TOPICS, join(BACKUP, 'topics')),
  );
  await step('databases are copied', () =>
    copyDatabases(before.infrastructure.postgres.url, join(DIRECTORY, 'postgres'), join(BACKUP, 'postgres')),
  );
  await step('storage is copied', () => copyTree(join(DIRECTORY, 's3'), join(BACKUP, 's3')));
  const later = await step('another order, which no copy has', () => first.buy());

  await step('everything is lost', async () => {
    await before.marketplace.stop();
    await before.infrastructure.stop();
    for (const name of LOST) rmSync(join(DIRECTORY, name), { recursive: true });
  });
  const begun = performance.now();
  await step('databases and storage are brought back', async () => {
    await restoreDatabases(join(BACKUP, 'postgres'), join(DIRECTORY, 'postgres'));
    await copyTree(join(BACKUP, 's3'), join(DIRECTORY, 's3'));
  });
  const after = await step('servers, topics and services start', () => start(logins, copiedFrom));
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  try {
    const failed = await checkAll(after, { expected, later, before: before.marketplace });
    console.log(
      `${failed === 0 ? pc.green('restored') : pc.red('not restored')} in ${minutes} min, ${failed} checks failed`,
    );
    return failed === 0;
  } finally {
    await after.marketplace.stop();
    await after.infrastructure.stop();
  }
}

/** With `publishFrom`, fills topics and reopens outboxes before any service consumes or publishes. */
async function start(logins: readonly Login[], publishFrom: Date | null = null): Promise<Up> {
  const secrets = readOrMakeSecrets(join(DIRECTORY, 'secrets.json'));
  const infrastructure = await startInfrastructure({ directory: DIRECTORY, secrets, ports: 'free' });
  try {
    if (publishFrom) {
      await createTopics(infrastructure.kafka.brokers, TOPICS, { prefix: '', partitions: PARTITIONS });
      await restoreTopics(await kafkaAt(infrastructure.kafka.brokers), TOPICS, join(BACKUP, 'topics'));
      await publishAgain(
        SERVICE_NAMES.map((name) => databaseUrlOf(infrastructure, name)),
        publishFrom,
      );
    }
    const marketplace = await startMarketplace({
      infrastructure,
      secrets,
      directory: DIRECTORY,
      ports: 'free',
      partitions: PARTITIONS,
    });
    return { infrastructure, marketplace, shop: new DrillShop(marketplace.gatewayUrl, logins) };
  } catch (error) {
    await infrastructure.stop();
    throw error;
  }
}

function databaseUrlOf({ postgres }: Infrastructure, name: ServiceName): string {
  const url = new URL(postgres.url);
  url.pathname = name.replaceAll('-', '_');
  return url.href;
}

type Expectation = { expected: Json; later: string; before: Marketplace };

/** Each prints its line; how many of them failed. */
async function checkAll({ marketplace, shop }: Up, { expected, later, before }: Expectation): Promise<number> {
  // The gateway writes its address as it responds. What the sandbox said of its own is stored, and read anew where a label is reconciled.
  const here = (shown: Json): Json =>
    JSON.parse(
      JSON.stringify(shown)
        .replaceAll(before.gatewayUrl, marketplace.gatewayUrl)
        .replaceAll(before.sandboxUrl, marketplace.sandboxUrl),
    );
  const checks: [string, () => Promise<boolean>][] = [
    [
      'store, product, orders, payouts and artworks look as before',
      () => isShown(async () => here(await shop.readBack()), here(expected)),
    ],
    ['every image on them is available', () => areThere(shop.imagesIn(here(expected)))],
    ['the order that no copy has is unknown', async () => !(await shop.knowsOrder(later))],
    ['every balance is right', () => isFine(marketplace, 'payouts', 'check-ledger.ts')],
    ['records and storage agree', () => isFine(marketplace, 'media-render', 'check-storage.ts')],
    ['an order can be placed, paid and labelled', async () => (await shop.buy()) !== ''],
    ['nothing was dead-lettered', () => isNothingDeadLettered(marketplace)],
  ];
  let failed = 0;
  for (const [name, check] of checks) {
    const reason = await check().then(
      (isTrue) => (isTrue ? null : 'no'),
      (error: Error) => error.message,
    );
    console.log(reason === null ? `${pc.green('✓')} ${name}` : `${pc.red('✗')} ${name}: ${reason}`);
    if (reason !== null) failed += 1;
  }
  return failed;
}

/** Waits until the page equals what was expected; throws with the first difference. */
async function isShown(readBack: () => Promise<Json>, expected: Json): Promise<boolean> {
  let difference: string | null = null;
  const checked = async () => {
    difference = firstDifference(expected, await readBack());
    return difference === null;
  };
  return waitFor('what was shown before', checked, { deadlineMs: SETTLE_DEADLINE_MS }).catch((error: Error) => {
    throw new Error(difference ?? error.message);
  });
}

async function areThere(urls: readonly string[]): Promise<boolean> {
  const responses = await Promise.all(urls.map(async (url) => (await fetch(url)).ok));
  return urls.length > 0 && responses.every(Boolean);
}

async function isFine({ surroundings }: Marketplace, service: ServiceName, script: string): Promise<boolean> {
  const child = runOnce(`services/${service}/src/${script}`, environmentOf(service, surroundings));
  child.stdout?.resume();
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0;
}

async function isNothingDeadLettered({ surroundings }: Marketplace): Promise<boolean> {
  const pages = await Promise.all(
    SERVICE_NAMES.map(async (name) =>
      (await fetch(`http://127.0.0.1:${surroundings.ports[name].opsPort}/metrics`)).text(),
    ),
  );
  return pages.every((page) =>
    [...page.matchAll(/^dead_letters\{[^}]*\} (\S+)$/gm)].every(([, count]) => count === '0'),
  );
}
