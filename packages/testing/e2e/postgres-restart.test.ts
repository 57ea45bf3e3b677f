import { afterAll, beforeAll, expect, it } from 'vitest';
import { SERVICE_NAMES } from '@estampa/kernel/topics';
import { eventually } from '../src/eventually.ts';
import { startMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { startOwnInfrastructure, type OwnInfrastructure } from '../src/own-infrastructure.ts';
import { draftOf, openShop, type Shop, STORE_SLUG } from './shop.ts';
import { SteadyLoad, statusesOf } from './steady-load.ts';

const BOOT_DEADLINE_MS = 180_000;
const DEADLINE_MS = 30_000;
const TEST_DEADLINE_MS = 180_000;
/** Answers without PostgreSQL: every client has met its absence, and connections are being tried anew. */
const OUTCOMES_WITHOUT = 30;
const STEADY_OUTCOMES = 40;

let own: OwnInfrastructure<'postgres'>;
let marketplace: TestMarketplace;
let shop: Shop;

beforeAll(async () => {
  own = await startOwnInfrastructure('postgres');
  marketplace = await startMarketplace({ infrastructure: own });
  shop = await openShop(marketplace.gatewayUrl);
}, BOOT_DEADLINE_MS);

afterAll(async () => {
  await marketplace?.stop();
  await own?.stop();
}, BOOT_DEADLINE_MS);

it(
  'answers 503 while PostgreSQL is away, and as before when it is back; no process dies',
  async () => {
    const { seller, customer, productType, artwork } = shop;
    const draft = await draftOf(seller, productType, artwork, 'restarted');
    await using load = new SteadyLoad([
      (turn) => seller.send('PATCH', `/seller-products/me/${draft.id}`, { title: `Turn ${turn}`, status: 'active' }),
      () => customer.send('GET', '/orders/me'),
      () => fetch(`${marketplace.gatewayUrl}/stores/${STORE_SLUG}/products`),
    ]);
    await eventually(() => load.outcomes.length >= STEADY_OUTCOMES, { deadlineMs: DEADLINE_MS });
    expect(statusesOf(load.outcomes)).toEqual([200]);

    const leaving = load.outcomes.length;
    await own.servers.postgres.stop();
    const gone = load.outcomes.length;
    await eventually(() => load.since(gone).length >= OUTCOMES_WITHOUT, { deadlineMs: DEADLINE_MS });
    await own.servers.postgres.restart();
    await eventually(() => expect(statusesOf(load.outcomes.slice(-STEADY_OUTCOMES))).toEqual([200]), {
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

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
