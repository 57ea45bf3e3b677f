import { withDatabase } from '@estampa/stack/infrastructure/databases';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SERVICE_NAMES } from '@estampa/kernel/topics';
import { generateContracts } from '@estampa/stack/commands/gen';
import { type Infrastructure, startInfrastructure } from '@estampa/stack/infrastructure/infrastructure';
import { type Marketplace, startMarketplace } from '@estampa/stack/marketplace';
import { LOCAL } from '@estampa/stack/paths';
import { stopLeftovers } from '@estampa/stack/processes/leftovers';
import { makeSecrets } from '@estampa/stack/secrets';
import { createStep } from '@estampa/stack/terminal';
import { waitFor } from '@estampa/stack/wait';
import { dataDump } from '../src/data-dump.ts';
import { dumpObjects } from '../src/objects.ts';
import { JOURNAL, type Recorded, writeData } from '../src/released-data.ts';
import { checkOutRelease, lastRelease } from './checkout.ts';
import { fillMarketplace } from './released-shop.ts';

const DIRECTORY = join(LOCAL, 'upgrade', 'record');
/** Their events are in no topic: they are published after the upgrade. */
const UNSENT = ['identity', 'orders-payments'] as const;
const WRITTEN_WITHIN_MS = 30_000;
const CHEAP_HASHES = { IDENTITY_ARGON2_MEMORY_KIB: '1024', IDENTITY_ARGON2_PASSES: '1' };

/** The newest rows of what only grows: the others would make the records ten times as large, and `prune` deletes most of them in two days. */
const newest = (count: number, by: string): string => `order by ${by} desc limit ${count}`;
const ONLY = Object.fromEntries([
  ['outbox', 'where sent_at is null'],
  ['idempotency_key', newest(3, 'created_at')],
  ['payment_notice', newest(4, 'received_at')],
]);

const USAGE = `usage: npm run release:data [-- --here]

Lets the release that packages/testing/released/release.json names make example data, and writes them to its data folder.
  --here  the sources of this checkout make them, which are the release`;

/** Replaces the data by new ones. */
export async function recordRelease(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { here: { type: 'boolean' }, help: { type: 'boolean' } } });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const step = createStep();
  const release = lastRelease();
  await generateContracts();
  const checkout = values.here ? null : await step('the release is installed', () => checkOutRelease(release));
  await stopLeftovers(DIRECTORY);
  rmSync(DIRECTORY, { recursive: true, force: true });
  mkdirSync(DIRECTORY, { recursive: true });
  const secrets = makeSecrets();
  const infrastructure = await startInfrastructure({ directory: DIRECTORY, secrets, ports: 'free', step });
  try {
    const marketplace = await startMarketplace({
      infrastructure,
      secrets,
      directory: DIRECTORY,
      ports: 'free',
      partitions: 1,
      environment: { identity: CHEAP_HASHES },
      ...(checkout !== null && { checkout }),
      step,
    });
    const cut = () => step('Kafka stops', () => infrastructure.servers.kafka!.stop());
    const recorded = await step('data', () => fillMarketplace(marketplace, release.version, cut));
    await waitUntilWritten(marketplace);
    await Promise.all(Object.values(marketplace.processes).map((one) => one.kill('SIGKILL')));
    await step('written', async () =>
      writeData({ 'recorded.json': `${linesOf(recorded)}\n`, ...(await dump(marketplace, infrastructure)) }),
    );
    return 0;
  } finally {
    await infrastructure.stop();
    await stopLeftovers(DIRECTORY);
  }
}

async function waitUntilWritten({ surroundings }: Marketplace): Promise<void> {
  for (const name of UNSENT)
    await waitFor(`events of ${name} that were not sent`, () => hasUnsent(surroundings.databaseUrls[name]!), {
      deadlineMs: WRITTEN_WITHIN_MS,
    });
}

const hasUnsent = (url: string): Promise<boolean> =>
  withDatabase(
    url,
    async (database) => (await database.query('select from outbox where sent_at is null limit 1')).rowCount === 1,
  );

async function dump({ surroundings }: Marketplace, { objectStore }: Infrastructure): Promise<Record<string, string>> {
  const { databaseUrls, directory, bucket } = surroundings;
  const databases = await Promise.all(
    SERVICE_NAMES.map(
      async (name) =>
        [`${name}.sql`, await withDatabase(databaseUrls[name]!, (database) => dataDump(database, ONLY))] as const,
    ),
  );
  return {
    ...Object.fromEntries(databases),
    'objects.jsonl': await dumpObjects(objectStore, bucket),
    'sandbox.jsonl': lastStates(readFileSync(join(directory, 'sandbox', JOURNAL), 'utf8')),
  };
}

/** One response a line. */
const linesOf = (recorded: Recorded): string =>
  JSON.stringify({ ...recorded, shown: [] }, null, 1).replace(
    '"shown": []',
    () => `"shown": [\n${recorded.shown.map((one) => JSON.stringify(one)).join(',\n')}\n ]`,
  );

/** Of each record of the sandbox, in the order in which they were made; what it delivered to us has no use any more. */
function lastStates(journal: string): string {
  const states = new Map<string, string>();
  for (const line of journal.trimEnd().split('\n')) {
    const [table, id] = JSON.parse(line) as [string, string];
    if (table !== 'deliveries') states.set(`${table} ${id}`, line);
  }
  return [...states.values()].map((line) => `${line}\n`).join('');
}
