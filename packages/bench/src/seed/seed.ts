import { withDatabase } from '@estampa/stack/infrastructure/databases';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@estampa/kernel/topics';
import { Api } from '@estampa/stack/demo/api';
import { signIn } from '@estampa/stack/demo/people';
import type { Step } from '@estampa/stack/infrastructure/infrastructure';
import { ADMIN } from '@estampa/stack/topology';
import type { BenchStack } from '../stack/bench-stack.ts';
import { planCopies } from './copies.ts';
import { makeModel } from './model.ts';
import { readRows } from './rows.ts';
import { seedLikes } from './seed-likes.ts';
import { seedSales } from './seed-sales.ts';
import { seedOrders } from './seed-orders.ts';
import { derivePages, seedShop, type DatabaseUrls } from './seed-shop.ts';
import type { World } from './world.ts';

/** Some thousands of copies of what was made through the public API, or what an earlier run has left. */
export async function seed({ directory, marketplace, isFresh }: BenchStack, step: Step): Promise<World> {
  const file = join(directory, 'world.json');
  if (!isFresh && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as World;

  const urls = marketplace.surroundings.databaseUrls as DatabaseUrls;
  const api = new Api(marketplace.gatewayUrl);
  const model = await step('model store, products and orders', async () =>
    makeModel(api, await signIn(api, ADMIN), marketplace.sandboxUrl),
  );
  const renderIds = await withDatabase(urls['media-render'], (client) =>
    readRows(client, 'render', 't.artwork_id = $1', [model.artworkId]),
  );
  const copies = planCopies(
    model,
    renderIds.map((row) => (JSON.parse(row) as { id: string }).id),
  );
  await step('200 stores, 10,000 products', () => seedShop(urls, model, copies));
  await step('20,000 orders', () => seedOrders(urls, model, copies));
  await step('pages of all products', () => derivePages(urls.storefront));
  await step('sales of a year', () => seedSales(urls));
  await step('100,000 likes', () => seedLikes(urls, model, copies));
  await step('statistics of all tables', () =>
    Promise.all(SERVICE_NAMES.map((name) => withDatabase(urls[name], (client) => client.query('vacuum analyze')))),
  );
  const world = { model, stores: copies.shown, customerEmails: copies.customers.map(({ email }) => email) };
  writeFileSync(file, JSON.stringify(world));
  return world;
}
