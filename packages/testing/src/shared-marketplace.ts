import { createHash } from 'node:crypto';
import type * as stack from '@estampa/stack/marketplace';
import { HOST } from '@estampa/stack/ports';
import { gatewayUrl, PROCESS_NAMES, sandboxUrl, type ProcessName, type Surroundings } from '@estampa/stack/topology';
import { onceInRun } from './once-in-run.ts';

/** What makes two marketplaces the same, so that one will do. */
export type Shared = Pick<stack.MarketplaceOptions, 'only' | 'environment'>;

/**
 * A marketplace with these processes and settings, shared by all test files of the folder that request it: the first one
 * starts it, and it ends with the last file of the folder. A test that uses it finds its own records by their ids, counts nothing else, and
 * disturbs no process.
 */
export async function sharedMarketplace(
  options: Shared,
  folder: string,
  start: () => Promise<stack.Marketplace>,
): Promise<stack.Marketplace> {
  const name = createHash('sha256')
    .update(JSON.stringify([folder, options]))
    .digest('hex')
    .slice(0, 16);
  return seen(await onceInRun(`shared-${name}`, async () => (await start()).surroundings));
}

/** What is left to the end of the folder to stop. */
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
