import { randomUUID } from 'node:crypto';
import type { Client, SellerProductStatus, UpdateSellerProductBody, UpdateSellerProfileBody } from '@estampa/client';
import { Api } from '@estampa/stack/demo/api';
import { signIn } from '@estampa/stack/demo/people';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../src/eventually.ts';
import { startMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { metric } from '../src/metric.ts';
import { itServesNoPageThatIsOutOfDate } from './fresh-pages.ts';
import { draftOf, openShop, PASSWORD, sellerOf, SHOP, type Shop, STORE_SLUG } from './shop.ts';

const BOOT_DEADLINE_MS = 240_000;
const REPLACED_WITHIN_MS = 10_000;
const TEST_DEADLINE_MS = 120_000;
const PARTITIONS = 6;
const TOPICS_SUBSCRIBED = ['identity.v1', 'catalog.v1', 'media.v1', 'orders.v1'];
const ROUNDS = 12;
/** With one aggregate each, these reach every partition with near certainty. */
const PRODUCTS = 12;

let first: TestMarketplace;
let second: TestMarketplace;
let third: TestMarketplace;
let doors: TestMarketplace[];
let shop: Shop;
let sellers: Api[];
let products: string[];

/**
 * Three replicas of catalog, storefront and the gateway; each gateway calls all replicas of a service. The second one has an
 * identity and a media-render of its own beside it.
 */
beforeAll(async () => {
  first = await startMarketplace({ only: SHOP, partitions: PARTITIONS });
  shop = await openShop(first.gatewayUrl);
  const only = ['catalog', 'storefront'] as const;
  [second, third] = [
    await startMarketplace({ replicasOf: first, only: [...only, 'identity', 'media-render'] }),
    await startMarketplace({ replicasOf: first, only }),
  ];
  const all = (name: (typeof only)[number]) => [first, second, third].map((one) => one.address(name)).join(',');
  const both = { CATALOG_ADDRESS: all('catalog'), STOREFRONT_ADDRESS: all('storefront') };
  const own = { IDENTITY_ADDRESS: second.address('identity'), MEDIA_RENDER_ADDRESS: second.address('media-render') };
  doors = [];
  for (const gateway of [both, { ...both, ...own }, both])
    doors.push(await startMarketplace({ replicasOf: first, only: ['gateway'], environment: { gateway } }));
  const credentials = { email: sellerOf(STORE_SLUG), password: PASSWORD };
  sellers = await Promise.all(doors.map(({ gatewayUrl }) => signIn(new Api(gatewayUrl), credentials)));
  products = [];
  for (let number = 1; number <= PRODUCTS; number += 1)
    products.push((await draftOf(shop.seller, shop.productType, shop.artwork, `steady-${number}`)).id);
}, BOOT_DEADLINE_MS);

afterAll(async () => {
  for (const one of [...(doors ?? []), third, second, first]) await one?.stop();
}, BOOT_DEADLINE_MS);

it(
  'shows a settled write through every gateway, whichever replica wrote and applied it',
  async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const slug = `round-${round}`;
      const draft = await draftOf(sellers[round % 3]!, shop.productType, shop.artwork, slug);
      const published = await sellers[(round + 1) % 3]!.client.exchange('updateSellerProduct', {
        id: draft.id,
        body: { status: 'active' },
      });
      const seen = await Promise.all(
        doors.map(({ gatewayUrl }) => fetch(`${gatewayUrl}/stores/${STORE_SLUG}/products/${slug}`)),
      );

      expect([published.status, published.headers.get('estampa-settled')]).toEqual([200, null]);
      expect(seen.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
  },
  TEST_DEADLINE_MS,
);

describe('cached pages of the gateways', () => {
  const page = () => `/stores/${STORE_SLUG}/products/${shop.product.id}`;
  const everywhere = (path: string) =>
    Promise.all(
      doors.flatMap(({ gatewayUrl }, entry) => [
        fetch(gatewayUrl + path).then((response) => response.text()),
        sellers[entry]!.send('GET', path).then((response) => response.text()),
      ]),
    );
  const newOption: Change = (client, labelPt) => {
    const [key, values] = [`o${labelPt.slice(-8)}`, [{ value: 'one', labelPt: 'Um' }]];
    const body = { key, labelPt, inputType: 'select', displayBehavior: 'filter', values } as const;
    return client.exchange('createOption', { id: shop.productType.id, body: { ...body, values } });
  };
  type Change = (client: Client, text: string) => Promise<{ status: number; headers: Headers }>;
  const ofStore = (client: Client, body: UpdateSellerProfileBody) => client.exchange('updateSellerProfile', { body });
  const ofProduct = (client: Client, body: UpdateSellerProductBody) =>
    client.exchange('updateSellerProduct', { id: shop.product.id, body });
  const list = `/stores/${STORE_SLUG}/products?limit=100&sort=price_asc`;
  const store = `/stores/${STORE_SLUG}`;
  const writes: [what: string, by: 'seller' | 'admin', change: Change, shownOn: string[]][] = [
    ['a title', 'seller', (client, title) => ofProduct(client, { title }), ['page', list]],
    ['a description', 'seller', (client, description) => ofProduct(client, { description }), ['page']],
    ['a biography', 'seller', (client, bio) => ofStore(client, { bio }), [store]],
    ["a store's name", 'seller', (client, storeName) => ofStore(client, { storeName }), [store, 'page', list]],
    ['the options of a type', 'admin', newOption, ['page']],
  ];

  it.each(writes)(
    'show a settled change of %s at once, to visitors and viewers, through each of them',
    async (_what, by, change, shownOn) => {
      const paths = shownOn.map((path) => (path === 'page' ? page() : path));
      for (let round = 1; round <= 3; round += 1) {
        for (const path of paths) await everywhere(path);
        const [text, entry] = [`Round ${round} ${randomUUID().slice(0, 8)}`, doors[round % 3]!];

        const written = await change(shop[by].client.at(entry.gatewayUrl), text);
        const seen = await Promise.all(paths.map(everywhere));

        expect([written.status, written.headers.get('estampa-settled')]).toEqual([by === 'admin' ? 201 : 200, null]);
        expect(seen.flat().filter((one) => !one.includes(text))).toEqual([]);
      }
    },
    TEST_DEADLINE_MS,
  );

  it(
    'are never served after a product went off sale, however many requests there are',
    async () => {
      const enough = new AbortController();
      const seen: { begunAt: number; endedAt: number; status: number }[] = [];
      const request = async (iteration: number) => {
        for (let entry = iteration; !enough.signal.aborted; entry += 1) {
          const begunAt = performance.now();
          const { status } = await fetch(doors[entry % 3]!.gatewayUrl + page());
          seen.push({ begunAt, endedAt: performance.now(), status });
        }
      };
      const requesting = Promise.all(Array.from({ length: 6 }, (_one, iteration) => request(iteration)));
      const write = async (round: number, status: SellerProductStatus) => {
        const begunAt = performance.now();
        await shop.seller
          .at(doors[round % 3]!.gatewayUrl)
          .client.updateSellerProduct({ id: shop.product.id, body: { status } });
        return { begunAt, endedAt: performance.now() };
      };

      for (let round = 1; round <= 4; round += 1) {
        const hidden = await write(round, 'paused');
        const requested = seen.length;
        await eventually(() => expect(seen.length).toBeGreaterThan(requested + 24));
        const shown = await write(round + 1, 'active');
        const between = seen.filter(({ begunAt, endedAt }) => begunAt > hidden.endedAt && endedAt < shown.begunAt);
        expect(new Set(between.map(({ status }) => status))).toEqual(new Set([404]));
        expect(
          await Promise.all(doors.map(async ({ gatewayUrl }) => (await fetch(gatewayUrl + page())).status)),
        ).toEqual([200, 200, 200]);
      }
      enough.abort();
      await requesting;
    },
    TEST_DEADLINE_MS,
  );
});

itServesNoPageThatIsOutOfDate(() => ({ shop, gateways: doors, sellers, replicas: [second, third] }));

describe.each([
  { what: 'killed', fail: (name: 'storefront' | 'catalog') => second.processes[name].kill('SIGKILL') },
  { what: 'frozen', fail: async (name: 'storefront' | 'catalog') => third.processes[name].freeze() },
])('a replica that is $what', ({ what, fail }) => {
  const heal = async (name: 'storefront' | 'catalog') => {
    if (what === 'frozen') third.processes[name].thaw();
    else await second.processes[name].restart();
  };

  it(
    'is replaced: writes of every partition are settled again, and every page is read',
    async () => {
      await fail('storefront');

      await eventually(async () => expect(await settledRound()).toEqual(products.map(() => 'settled')), {
        deadlineMs: REPLACED_WITHIN_MS,
      });
      await eventually(async () => expect(await readsRound()).toEqual([200, 200, 200]), {
        deadlineMs: REPLACED_WITHIN_MS,
      });
      await heal('storefront');
    },
    TEST_DEADLINE_MS,
  );

  it(
    'stops taking calls: the others serve all of them',
    async () => {
      await fail('catalog');

      await eventually(async () => expect(await settledRound()).toEqual(products.map(() => 'settled')), {
        deadlineMs: REPLACED_WITHIN_MS,
      });
      await heal('catalog');
    },
    TEST_DEADLINE_MS,
  );
});

it(
  'applies no event twice, also those that were delivered again to another replica',
  async () => {
    // The killed replica took its counters along: what it had applied is missing in the sum, never too much.
    const counts = TOPICS_SUBSCRIBED.flatMap((topic) =>
      [first, second, third].map((one) =>
        metric(one.service('storefront').opsUrl, 'events_consumed_total', { topic, outcome: 'applied' }),
      ),
    );
    const applied = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    // Afterwards, since what is still being applied has its mark before it is counted.
    const { rows } = await first.service('storefront').database.query('select count(*)::int from inbox');

    expect(applied).toBeGreaterThan(0);
    expect(applied).toBeLessThanOrEqual(rows[0].count);
    expect(await versionsSeen()).toEqual(products.map(() => 'one row'));
  },
  TEST_DEADLINE_MS,
);

/** Writes to every product once, through alternating gateways. */
async function settledRound(): Promise<string[]> {
  const title = `Shirt ${performance.now()}`;
  return Promise.all(
    products.map(async (id, index) => {
      const response = await sellers[index % 3]!.send('PATCH', `/seller-products/me/${id}`, { title });
      if (!response.ok) return `status ${response.status}`;
      return response.headers.get('estampa-settled') === null ? 'settled' : 'lags';
    }),
  );
}

async function readsRound(): Promise<number[]> {
  const responses = doors.map(({ gatewayUrl }) => fetch(`${gatewayUrl}/stores/${STORE_SLUG}/products`));
  return (await Promise.all(responses)).map(({ status }) => status);
}

async function versionsSeen(): Promise<string[]> {
  const { rows } = await first
    .service('storefront')
    .database.query('select count(*)::int from seller_product where id = any($1) group by id', [products]);
  return rows.map(({ count }) => (count === 1 ? 'one row' : `${count} rows`));
}
