import { randomUUID } from 'node:crypto';
import { SERVICE_NAMES } from '@estampa/kernel/topics';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkOut } from '@estampa/stack/demo/purchase';
import { Random } from '@estampa/stack/random';
import { eventually } from '../src/eventually.ts';
import { startMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { startOwnInfrastructure, type OwnInfrastructure } from '../src/own-infrastructure.ts';
import { disagreements } from '../faults/agreement/agreement.ts';
import { wrongsOfStorage } from '../faults/agreement/storage.ts';
import { POISON } from '../faults/kinds/poison.ts';
import { KILL } from '../faults/kinds/processes.ts';
import { PROVIDER } from '../faults/kinds/providers.ts';
import { POSTGRES } from '../faults/kinds/servers.ts';
import { Load } from '../faults/load/load.ts';
import { putToUse, SHORT_WAITS } from '../faults/stage/in-use.ts';
import { draftOf, openShop, type Shop, STORE_SLUG } from './shop.ts';
import { SteadyLoad, statusesOf } from './steady-load.ts';

const SEED = 1;
const ORDERS_BEFORE = 4;
/** Leases of what was under way end first. */
const AGREED_WITHIN_MS = 90_000;
const BOOT_DEADLINE_MS = 180_000;
/** Responses without PostgreSQL, enough for every client to have met the outage and reconnect attempts. */
const OUTCOMES_WITHOUT = 30;
/** So many say how things are. */
const USUAL_OUTCOMES = 40;
/** Responses after the restarts, enough for every client to be served by processes started without Kafka. */
const STEADY_OUTCOMES = 200;
const DEADLINE_MS = 60_000;
const CAUGHT_UP_WITHIN_MS = 30_000;
const TEST_DEADLINE_MS = 360_000;
const RESTARTED = ['storefront', 'catalog', 'gateway', 'orders-payments', 'payouts'] as const;

let own: OwnInfrastructure<'postgres' | 'kafka'>;
let marketplace: TestMarketplace;
let shop: Shop;

beforeAll(async () => {
  own = await startOwnInfrastructure('postgres', 'kafka');
  marketplace = await startMarketplace({ infrastructure: own, environment: SHORT_WAITS });
  shop = await openShop(marketplace.gatewayUrl);
}, BOOT_DEADLINE_MS);

afterAll(async () => {
  await marketplace?.stop();
  await own?.stop();
}, BOOT_DEADLINE_MS);

// First: what other tests do, its people do not know of.
it(
  'agrees in everything after strikes amid use: a kill, an outage, lost responses, an event that cannot be applied',
  async () => {
    await using inUse = putToUse(marketplace, own, shop);
    const random = new Random(SEED);
    const load = new Load(inUse, random.fork());
    await eventually(() => inUse.journal.orders.size >= ORDERS_BEFORE, { deadlineMs: DEADLINE_MS });

    await KILL.strike(inUse, 'orders-payments', random);
    await POSTGRES.strike(inUse, 'killed', random);
    await PROVIDER.strike(inUse, 'connections cut after the effect', random);
    await POISON.strike(inUse, 'an order', random);
    await load.stop();

    await eventually(async () => expect(await disagreements(inUse)).toEqual([]), { deadlineMs: AGREED_WITHIN_MS });
    // What is sold last may still be drawn for print when everything else agrees.
    await eventually(async () => expect(await wrongsOfStorage(inUse)).toEqual([]), { deadlineMs: DEADLINE_MS });
  },
  TEST_DEADLINE_MS,
);

it(
  'responds 503 during an outage of PostgreSQL, and recovers without the death of a process',
  async () => {
    const { seller, customer, productType, artwork } = shop;
    const draft = await draftOf(seller, productType, artwork, 'restarted');
    await using load = new SteadyLoad([
      (iteration) =>
        seller.send('PATCH', `/seller-products/me/${draft.id}`, { title: `Turn ${iteration}`, status: 'active' }),
      () => customer.send('GET', '/orders/me'),
      () => fetch(`${marketplace.gatewayUrl}/stores/${STORE_SLUG}/products`),
    ]);
    await eventually(() => load.outcomes.length >= USUAL_OUTCOMES, { deadlineMs: DEADLINE_MS });
    expect(statusesOf(load.outcomes)).toEqual([200]);

    const leaving = load.outcomes.length;
    await own.servers.postgres.stop();
    const gone = load.outcomes.length;
    await eventually(() => load.since(gone).length >= OUTCOMES_WITHOUT, { deadlineMs: DEADLINE_MS });
    await own.servers.postgres.restart();
    await eventually(() => expect(statusesOf(load.outcomes.slice(-USUAL_OUTCOMES))).toEqual([200]), {
      deadlineMs: DEADLINE_MS,
    });
    const away = load.since(leaving);
    await load.stop();

    expect(statusesOf(away)).toEqual([200, 503]);
    expect(SERVICE_NAMES.filter((name) => !isRunning(marketplace.processes[name].pid))).toEqual([]);
    await eventually(async () => {
      const response = await seller.client.exchange('updateSellerProduct', {
        id: draft.id,
        body: { title: 'The last word' },
      });
      expect([response.status, response.headers.get('estampa-settled')]).toEqual([200, null]);
    });
    expect((await shop.api.client.getStoreProduct({ store_slug: STORE_SLUG, product_slug: 'restarted' })).title).toBe(
      'The last word',
    );
  },
  TEST_DEADLINE_MS,
);

it(
  'loses no write while Kafka is away, lets every process start, and shows everything soon after',
  async () => {
    const { seller, customer, productType, artwork } = shop;
    const drafts: string[] = [];
    for (let number = 1; number <= 3; number += 1)
      drafts.push((await draftOf(seller, productType, artwork, `outage-${number}`)).id);
    const written = new Map<string, string>();
    const rename = (id: string) => async (iteration: number) => {
      const title = `Turn ${iteration}`;
      const response = await seller.send('PATCH', `/seller-products/me/${id}`, { title, status: 'active' });
      if (response.ok) written.set(id, title);
      return response;
    };

    const order = async () => {
      const key = { idempotencyKey: randomUUID() };
      return eventually(() => checkOut(shop.customer, [shop.line], key), { deadlineMs: DEADLINE_MS });
    };

    const placed = [await order()];
    await own.servers.kafka.stop();
    await using load = new SteadyLoad([
      ...drafts.map(rename),
      () => fetch(`${marketplace.gatewayUrl}/stores/${STORE_SLUG}`),
    ]);
    placed.push(await order());
    for (const name of RESTARTED) await marketplace.processes[name].restart();
    placed.push(await order());
    const afterRestarts = load.outcomes.length;
    await eventually(() => load.since(afterRestarts).length >= STEADY_OUTCOMES, { deadlineMs: DEADLINE_MS });
    const duringOutage = load.since(afterRestarts);
    await load.stop();
    await own.servers.kafka.restart();

    await eventually(() => expectShown(written), { deadlineMs: CAUGHT_UP_WITHIN_MS });
    // Writes are safe and say that views lag; only while their own process restarts may a request fail.
    expect(statusesOf(duringOutage)).toEqual([200]);
    expect(duringOutage.some(({ settled }) => !settled)).toBe(true);
    expect((await customer.client.listOwnOrders()).orders.map(({ id }) => id)).toEqual(
      expect.arrayContaining(placed.map(({ id }) => id)),
    );
  },
  TEST_DEADLINE_MS,
);

async function expectShown(written: ReadonlyMap<string, string>): Promise<void> {
  const { products } = await shop.api.client.listStoreProducts({ store_slug: STORE_SLUG, limit: 100 });
  const shown = new Map(products.map(({ id, title }) => [id, title]));
  expect(written.size).toBe(3);
  for (const [id, title] of written) expect(shown.get(id)).toBe(title);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
