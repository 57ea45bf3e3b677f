import { DomainError } from '@estampa/kernel/errors';
import type { GetPageChangesRequest } from '@estampa/contracts/storefront/v1/page_changes';
import { Freshness } from '@estampa/testing/freshness';
import { randomNumbers } from '@estampa/testing/random-numbers';
import { type Options, startGateway } from './gateway.ts';
import type { StandIns } from './stand-ins.ts';

const STORES = ['a', 'b', 'c', 'd'];
const CLIENTS = 12;
const WRITES = 0.1;
const PAUSE_STEPS_MAX = 4;
const FAILURES = 0.01;
const FREEZES = 0.002;
const FROZEN_MS = 150;
/** Every other page is long enough to be stored compressed. */
const TEXT_CHARACTERS = 2_000;

/** What the replicas of storefront share: a version of each store's page, and which changed in which order. */
class Database {
  readonly versions = new Map(STORES.map((store) => [store, 1]));
  readonly changes: string[] = [];

  commit(store: string): number {
    const version = this.versions.get(store)! + 1;
    this.versions.set(store, version);
    this.changes.push(`store:${store}`);
    return version;
  }

  since(mark: string): { mark: string; everything: boolean; names: string[] } {
    const present = { mark: `at ${this.changes.length}`, everything: mark === '' };
    return { ...present, names: mark === '' ? [] : this.changes.slice(Number(mark.slice('at '.length))) };
  }
}

type Faults = {
  /** What is wrong with a replica: it reports changes as of a poll before. */
  lags?: boolean;
  pages?: Options['pages'];
  /** Reads on after a page that is out of date, too. */
  readsOn?: boolean;
};

/**
 * Gateways before replicas of one storefront whose pages change all the time; replicas fail polls, take their time, and hang. Reads
 * until there are so many responses; they must show what was committed before their requests.
 */
export async function readUnderWrites(
  count: number,
  { lags = false, pages, readsOn = true }: Faults = {},
): Promise<Freshness> {
  const [database, freshness, random] = [new Database(), new Freshness(), randomNumbers(1)];
  await using resources = new AsyncDisposableStack();
  const gateways = await Promise.all(
    Array.from({ length: 3 }, async () => resources.use(await startGateway({ ...(pages && { pages }) }))),
  );
  const replicas = gateways.map(({ services }) => replicaOf(services, database, { random, lags }));
  const read = async () => {
    const [store, gateway] = [pick(STORES, random), pick(gateways, random)];
    const request = freshness.request(store);
    const response = await fetch(`${gateway.url}/stores/${store}`);
    const { text } = (await response.json()) as { text?: string };
    if (response.status === 200) freshness.received(request, Number.parseInt(text!, 10));
  };
  const write = () => {
    const store = pick(STORES, random);
    freshness.wrote(store, database.commit(store));
  };
  const isWanted = () => freshness.responses < count && (readsOn || freshness.stale.length === 0);
  const client = async () => {
    while (isWanted()) {
      await read();
      if (random() < WRITES) write();
      if (random() < FREEZES) pick(replicas, random).freeze();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return freshness;
}

const pick = <T>(all: readonly T[], random: () => number): T => all[Math.floor(random() * all.length)]!;

function replicaOf(services: StandIns, database: Database, { random, lags }: { random: () => number; lags: boolean }) {
  let thawed: Promise<unknown> = Promise.resolve();
  let before = database.since('');
  const pause = async () => {
    await thawed;
    for (let steps = Math.floor(random() * PAUSE_STEPS_MAX); steps > 0; steps -= 1) await new Promise(setImmediate);
  };
  const changes = async ({ mark, viewers }: GetPageChangesRequest) => {
    await pause();
    const present = database.since(mark);
    const found = lags && mark !== '' ? { ...before, everything: false } : present;
    before = present;
    await pause();
    if (random() < FAILURES) throw new DomainError('unavailable', 'database_unavailable', 'Try again');
    return { ...found, opinions: viewers.map(() => ({ likedProductIds: [], followedStoreIds: [] })) };
  };
  services.reply('storefront.getPageChanges', changes);
  services.reply('storefront.pollPageChanges', async ({ check }) => ({ changes: await changes(check) }));
  services.reply('storefront.getStore', async ({ store }: { store: string }) => {
    await pause();
    const version = database.versions.get(store)!;
    await pause();
    const text = `${version} `.padEnd(STORES.indexOf(store) % 2 === 0 ? 0 : TEXT_CHARACTERS, 'x');
    const json = Buffer.from(JSON.stringify({ text }));
    return { document: { json, etag: `"${version}"`, names: [`store:${store}`], holes: [] } };
  });
  return {
    freeze() {
      thawed = new Promise((resolve) => setTimeout(resolve, FROZEN_MS));
    },
  };
}
