import { randomNumbers } from '@estampa/stack/random';
import { pathOf, shuffledProducts } from '../load/popular-products.ts';
import { zipf } from '../load/zipf.ts';
import { Connection, requestBytes } from '../load/connection.ts';
import { bareExpress } from '../limits/bare-express.ts';
import type { Case, Ground, Prepared } from './case.ts';
import { expectResponse } from './expect.ts';
import { writesToOtherStores } from './writes.ts';

const POPULARITY_SEED = 1;
const WRITES_PER_SECOND = 20;
/** A page is made anew after a minute. */
const SEEN_MAX = 10_000;
const SEEN_AT_ONCE = 32;

/** One page, as when a product is in fashion. */
async function onePage({ stack, world }: Ground, token?: string): Promise<Prepared> {
  const store = world.stores[0]!;
  const product = store.products[0]!;
  const request = requestBytes({ path: pathOf(store, product), token });
  const right = Buffer.from(`"id":"${product.id}"`);
  const page = await readOnce(stack.marketplace.gatewayUrl, request);
  return {
    act: async (connection) => expectResponse(await connection.send(request), 200, right),
    limits: [bareExpress(page)],
  };
}

/** Any product, the popular ones more often. */
async function popularPages(ground: Ground): Promise<Prepared> {
  const { stack, world } = ground;
  const random = randomNumbers(POPULARITY_SEED);
  const { count, requestOf } = shuffledProducts(world.stores, random);
  const pick = zipf(count, random);
  return {
    async act(connection) {
      const { request, right } = requestOf(pick());
      expectResponse(await connection.send(request), 200, right);
    },
    limits: [bareExpress(await readOnce(stack.marketplace.gatewayUrl, requestOf(0).request))],
  };
}

/** The same when nothing is new any more, as after a day: every page was requested once, the popular ones last. */
async function popularPagesSeen(ground: Ground): Promise<Prepared> {
  const { stack, world } = ground;
  const { count, requestOf } = shuffledProducts(world.stores, randomNumbers(POPULARITY_SEED));
  let left = Math.min(count, SEEN_MAX);
  const client = async () => {
    const connection = new Connection(stack.marketplace.gatewayUrl);
    while (left > 0) {
      left -= 1;
      const { request, right } = requestOf(left);
      expectResponse(await connection.send(request), 200, right);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: SEEN_AT_ONCE }, client));
  return popularPages(ground);
}

async function underWrites(ground: Ground, prepare: (ground: Ground) => Promise<Prepared>): Promise<Prepared> {
  const prepared = await prepare(ground);
  const writes = await writesToOtherStores(ground, WRITES_PER_SECOND);
  const { pause, resume, stop: close } = writes;
  return { ...prepared, samples: { write: writes.timesMs }, pause, resume, close };
}

async function storeList({ stack, world }: Ground): Promise<Prepared> {
  const store = world.stores[0]!;
  const request = requestBytes({ path: `/stores/${store.slug}/products?limit=20` });
  const right = Buffer.from(`"storeSlug":"${store.slug}"`);
  const page = await readOnce(stack.marketplace.gatewayUrl, request);
  return {
    act: async (connection) => expectResponse(await connection.send(request), 200, right),
    limits: [bareExpress(page)],
  };
}

async function home({ stack }: Ground): Promise<Prepared> {
  const request = requestBytes({ path: '/discovery/home' });
  const page = await readOnce(stack.marketplace.gatewayUrl, request);
  return {
    act: async (connection) => expectResponse(await connection.send(request), 200, '"bestsellers":{"products":[{'),
    limits: [bareExpress(page)],
  };
}

/** What people type: a word of many titles, one of few, a store, a slip. */
const search = (): Prepared => searches(['camiseta', 'obra 77', 'artista loja 12', 'camizeta obra 5']);

/** The same of other numbers each time, more than a gateway stores. */
function variedSearch({ world }: Ground): Prepared {
  const artworks = world.size.artworksPerStore * world.stores.length;
  const texts = Array.from({ length: artworks }, (_none, at) => at + 1).flatMap((number) => [
    `camiseta ${number}`,
    `obra ${number}`,
    `artista loja ${1 + (number % world.stores.length)} obra ${number}`,
    `camizeta obra ${number}`,
  ]);
  return searches(texts);
}

function searches(texts: readonly string[]): Prepared {
  const requests = texts.map((text) => requestBytes({ path: `/discovery/search?q=${encodeURIComponent(text)}` }));
  return {
    async act(connection, iteration) {
      expectResponse(await connection.send(requests[iteration % requests.length]!), 200, '"artistsTotal":');
    },
  };
}

async function readOnce(url: string, request: Buffer): Promise<Buffer> {
  const connection = new Connection(url);
  const response = await connection.send(request);
  connection.close();
  expectResponse(response, 200);
  return Buffer.from(response.body);
}

export const pageCases: readonly Case[] = [
  ...[16, 64].map((clients) => ({
    name: `page-${clients}`,
    title: 'product page, anonymous',
    clients,
    prepare: (ground: Ground) => onePage(ground),
  })),
  {
    name: 'page-popular-16',
    title: 'product pages by popularity (Zipf)',
    clients: 16,
    prepare: popularPages,
  },
  {
    name: 'page-popular-seen-16',
    title: 'product pages by popularity, each requested before',
    clients: 16,
    prepare: popularPagesSeen,
  },
  {
    name: 'page-writes-16',
    title: `product page, ${WRITES_PER_SECOND} writes/s to other stores`,
    clients: 16,
    prepare: (ground) => underWrites(ground, onePage),
  },
  {
    name: 'page-popular-writes-16',
    title: `product pages by popularity, ${WRITES_PER_SECOND} writes/s`,
    clients: 16,
    prepare: (ground) => underWrites(ground, popularPages),
  },
  {
    name: 'page-popular-seen-writes-16',
    title: `product pages by popularity, each requested before, ${WRITES_PER_SECOND} writes/s`,
    clients: 16,
    prepare: (ground) => underWrites(ground, popularPagesSeen),
  },
  {
    name: 'page-token-16',
    title: 'product page with a token',
    clients: 16,
    prepare: async (ground) => onePage(ground, await ground.logins.token(ground.world.customerEmails[0]!)),
  },
  { name: 'home-16', title: 'home page, anonymous', clients: 16, prepare: home },
  { name: 'search-16', title: 'search over all stores', clients: 16, prepare: async () => search() },
  {
    name: 'search-varied-16',
    title: 'search over all stores, other words each time',
    clients: 16,
    prepare: async (ground) => variedSearch(ground),
  },
  { name: 'store-list-16', title: 'store list of 20, anonymous', clients: 16, prepare: storeList },
];
