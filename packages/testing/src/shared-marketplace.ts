import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as stack from '@estampa/stack/marketplace';
import { HOST } from '@estampa/stack/ports';
import { gatewayUrl, PROCESS_NAMES, sandboxUrl, type ProcessName, type Surroundings } from '@estampa/stack/topology';
import { waitFor } from '@estampa/stack/wait';
import { currentTestRun } from './test-run.ts';

/** What makes two marketplaces the same, so that one will do. */
export type Shared = Pick<stack.MarketplaceOptions, 'only' | 'environment'>;

const START_DEADLINE_MS = 180_000;

/**
 * A marketplace with these processes and settings, shared by all test files of the run that request it: the first one
 * starts it, and it ends with the run. A test that uses it finds its own records by their ids, counts nothing else, and
 * disturbs no process.
 */
export async function sharedMarketplace(
  options: Shared,
  start: () => Promise<stack.Marketplace>,
): Promise<stack.Marketplace> {
  const { directory } = currentTestRun();
  const name = createHash('sha256').update(JSON.stringify(options)).digest('hex').slice(0, 16);
  const place = join(directory, `shared-${name}`);
  const file = join(place, 'surroundings.json');
  mkdirSync(directory, { recursive: true });
  if (isFirst(place)) await publish(start(), file);
  await waitFor('a shared marketplace', () => existsSync(file), { deadlineMs: START_DEADLINE_MS });
  const said = JSON.parse(readFileSync(file, 'utf8')) as { surroundings: Surroundings } | { failure: string };
  if ('failure' in said) throw new Error(`The shared marketplace did not start: ${said.failure}`);
  return seen(said.surroundings);
}

/** Making a directory is done by one process alone. */
function isFirst(place: string): boolean {
  try {
    mkdirSync(place);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Writes the outcome atomically, for the files that wait for it. */
async function publish(starting: Promise<stack.Marketplace>, file: string): Promise<void> {
  const outcome = await starting.then(
    ({ surroundings }) => ({ surroundings }),
    (error: unknown) => ({ failure: String(error) }),
  );
  writeFileSync(`${file}.new`, JSON.stringify(outcome));
  renameSync(`${file}.new`, file);
}

/** What is left to the run to stop. */
const seen = (surroundings: Surroundings): stack.Marketplace => ({
  gatewayUrl: gatewayUrl(surroundings),
  sandboxUrl: sandboxUrl(surroundings),
  surroundings,
  processes: Object.fromEntries(
    PROCESS_NAMES.map((name) => [name, untouchable(name)]),
  ) as stack.Marketplace['processes'],
  address: (name) => `${HOST}:${surroundings.ports[name].port}`,
  stop: async () => undefined,
});

const untouchable = (name: ProcessName) =>
  new Proxy({} as stack.Marketplace['processes'][ProcessName], {
    get() {
      throw new Error(`${name} is shared with other test files: start one of your own to disturb it`);
    },
  });
