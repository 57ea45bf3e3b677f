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
const REPLAYS = 0.2;
/** Every other page is long enough to be stored compressed. */
const TEXT_CHARACTERS = 2_000;

/** What the replicas of storefront share: a version of each store's page, and which changed in which order. */
class Database {
  readonly versions = new Map(STORES.map((store) => [store, 1]));
  readonly changes: string[] = [];
  /** As its standby has it, which has come so far. */
  readonly replayed = new Map(this.versions);
  #position = 0;

  commit(store: string): number {
    const version = this.versions.get(store)! + 1;
    this.versions.set(store, version);
    this.changes.push(`store:${store}`);
    return version;
  }

  /** The standby comes as far as the primary is. */
  replay(): void {
    for (const [store, version] of this.versions) this.replayed.set(store, version);
    this.#position = this.changes.length;
  }

  /** What is read by a call that names a position, or none. */
  versionFor(store: string, readPosition: string | null): number {
    const isReached = readPosition !== null && Number.parseInt(readPosition.slice(2), 16) <= this.#position;
    return (isReached ? this.replayed : this.versions).get(store)!;
  }

  since(mark: string): { mark: string; everything: boolean; names: string[]; readPosition: string } {
    const readPosition = positionOf(this.changes.length);
    const present = { mark: `at ${this.changes.length}`, everything: mark === '', readPosition };
    return { ...present, names: mark === '' ? [] : this.changes.slice(Number(mark.slice('at '.length))) };
  }
}

/** As PostgreSQL writes it. */
const positionOf = (count: number): string => `0/${count.toString(16).toUpperCase()}`;

/** `wrong`: storefront reports the position before the change. */
type Standby = 'none' | 'right' | 'wrong';

type Faults = {
  standby?: Standby;
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
  { lags = false, standby = 'none', pages, readsOn = true }: Faults = {},
): Promise<Freshness> {
  const [database, freshness, random] = [new Database(), new Freshness(), randomNumbers(1)];
  await using resources = new AsyncDisposableStack();
  const gateways = await Promise.all(
    Array.from({ length: 3 }, async () => resources.use(await startGateway({ ...(pages && { pages }) }))),
  );
  const replicas = gateways.map(({ services }) => replicaOf(services, database, { random, lags, standby }));
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
      if (random() < REPLAYS) database.replay();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return freshness;
}

const pick = <T>(all: readonly T[], random: () => number): T => all[Math.floor(random() * all.length)]!;

type Ways = { random: () => number; lags: boolean; standby: Standby };

function replicaOf(services: StandIns, database: Database, { random, lags, standby }: Ways) {
  let thawed: Promise<unknown> = Promise.resolve();
  let before = database.since('');
  const pause = async () => {
    await thawed;
    for (let steps = Math.floor(random() * PAUSE_STEPS_MAX); steps > 0; steps -= 1) await new Promise(setImmediate);
  };
  const changes = async ({ mark, viewers }: GetPageChangesRequest) => {
    await pause();
    const present = database.since(mark);
    if (standby === 'none') present.readPosition = '';
    if (standby === 'wrong') present.readPosition = positionOf(database.changes.length - present.names.length);
    const found = lags && mark !== '' ? { ...before, everything: false } : present;
    before = present;
    await pause();
    if (random() < FAILURES) throw new DomainError('unavailable', 'database_unavailable', 'Try again');
    return { ...found, opinions: viewers.map(() => ({ likedProductIds: [], followedStoreIds: [] })) };
  };
  services.reply('storefront.getPageChanges', changes);
  services.reply('storefront.pollPageChanges', async ({ check }) => ({ changes: await changes(check) }));
  services.reply('storefront.getStore', async ({ store }: { store: string }, { readPosition }) => {
    await pause();
    const version = database.versionFor(store, readPosition);
    await pause();
    const text = `${version} `.padEnd(STORES.indexOf(store) % 2 === 0 ? 0 : TEXT_CHARACTERS, 'x');
    const json = Buffer.from(JSON.stringify({ text }));
    return { document: { json, etag: `"${version}"`, names: [`store:${store}`], relatedNames: [], holes: [] } };
  });
  return {
    freeze() {
      thawed = new Promise((resolve) => setTimeout(resolve, FROZEN_MS));
    },
  };
}
