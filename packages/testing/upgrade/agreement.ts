import { withDatabase } from '@estampa/stack/infrastructure/databases';
import { once } from 'node:events';
import { SERVICE_NAMES } from '@estampa/kernel/topics';
import type { Marketplace } from '@estampa/stack/marketplace';
import { HOST } from '@estampa/stack/ports';
import { environmentOf, runOnce } from '@estampa/stack/processes/node-process';
import type { Shop } from '../e2e/shop.ts';
import { eventually } from '../src/eventually.ts';

const UNSENT_WITHIN_MS = 60_000;

/** Publishes again at once what would be a day later; says for how many the first event was ignored. */
export async function mustBeForgotten(
  { api, storeSlug }: Shop,
  { gatewayUrl, surroundings }: Marketplace,
): Promise<number> {
  const followers = async () => (await api.at(gatewayUrl).client.getStore({ store_slug: storeSlug })).followersCount;
  const before = await followers();
  await withDatabase(surroundings.databaseUrls.identity!, (database) =>
    database.query('update user_account set erase_at = now() where deleted_at is not null'),
  );
  await eventually(async () => {
    const count = await followers();
    if (count !== 0) throw new Error(`${count} people follow who deleted their accounts`);
    return true;
  });
  return before;
}

/** Names what is wrong, once every event was sent and consumed. */
export async function wrongsOf(marketplace: Marketplace): Promise<string[]> {
  await eventually(async () => (await unsent(marketplace)).length === 0, { deadlineMs: UNSENT_WITHIN_MS });
  await eventually(async () => (await lagging(marketplace)).length === 0, { deadlineMs: UNSENT_WITHIN_MS });
  return [
    ...(await counted(marketplace, 'select from dead_letter')).map((found) => `dead letters of ${found}`),
    ...(await script(marketplace, 'payouts', 'check-ledger.ts')),
    ...(await script(marketplace, 'media-render', 'check-storage.ts')),
  ];
}

export const unsent = (marketplace: Marketplace): Promise<string[]> =>
  counted(marketplace, 'select from outbox where sent_at is null');

async function counted({ surroundings }: Marketplace, query: string): Promise<string[]> {
  const found = SERVICE_NAMES.map(async (name) => {
    const { rowCount } = await withDatabase(surroundings.databaseUrls[name]!, (database) => database.query(query));
    return rowCount === 0 ? [] : [`${name}: ${rowCount}`];
  });
  return (await Promise.all(found)).flat();
}

const LAG = /^kafka_consumer_lag_events\{[^}]*\} (\S+)$/gm;

/** Those that have not consumed all of a topic yet, or cannot say so. */
async function lagging({ surroundings }: Marketplace): Promise<string[]> {
  const found = SERVICE_NAMES.map(async (name) => {
    const page = await (await fetch(`http://${HOST}:${surroundings.ports[name].opsPort}/metrics`)).text();
    return [...page.matchAll(LAG)].every(([, events]) => events === '0') ? [] : [name];
  });
  return (await Promise.all(found)).flat();
}

async function script(
  { surroundings }: Marketplace,
  service: 'payouts' | 'media-render',
  name: string,
): Promise<string[]> {
  const child = runOnce(`services/${service}/src/${name}`, environmentOf(service, surroundings));
  child.stdout?.resume();
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0 ? [] : [`${name} of ${service} found differences`];
}
