import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withDatabase } from '@estampa/stack/infrastructure/databases';
import { Api } from '@estampa/stack/demo/api';
import { signIn } from '@estampa/stack/demo/people';
import type { Step } from '@estampa/stack/infrastructure/infrastructure';
import { REPOSITORY } from '@estampa/stack/paths';
import { ADMIN } from '@estampa/stack/topology';
import type { BenchStack } from '../stack/bench-stack.ts';
import { checkSown } from './check-sown.ts';
import { Copies, MODEL_ORDER_NUMBER, type Origin } from './copies.ts';
import { makeModel } from './model.ts';
import type { DatabaseUrls } from './copied-tables.ts';
import { ORDER_SAMPLES } from './order-samples.ts';
import { ownOf, readModel } from './read-model.ts';
import { sow } from './sow.ts';
import { sown, type Size, sizeOf, type World } from './world.ts';

/** Rows are copied alike at every scale, and checking all of many takes longer than copying them. */
const CHECKED_SCALE_MAX = 1;

interface Sown {
  readonly origin: Origin;
  readonly schema: string;
}

/** Very many copies of what was made through the public API, or what an earlier run has left. */
export async function seed(stack: BenchStack, step: Step, size: Size = sizeOf(1)): Promise<World> {
  const { directory, marketplace, addresses, isFresh } = stack;
  if (!isFresh && isSown(directory, size)) return new Copies(readSown(directory)!.origin).world;

  const urls = superuserUrls(addresses.postgres.url, marketplace.surroundings.databaseUrls as DatabaseUrls);
  const api = new Api(marketplace.gatewayUrl);
  const model = await step('model store, products and orders', async () => {
    await withDatabase(urls['orders-payments'], async (client) => {
      await client.query(`select setval('order_number', ${MODEL_ORDER_NUMBER - 1})`);
      // A tenth of the copies is unpaid and old, and to cancel them would be measured with all else.
      await client.query(`update order_expiry set due_at = now() + interval '1 year'`);
    });
    const admin = await signIn(api, ADMIN);
    return makeModel({ api, admin, sandboxUrl: marketplace.sandboxUrl, ordersUrl: urls['orders-payments'] });
  });
  const sources = await step('rows of the model', () => readModel(urls, model));
  const copies = new Copies({ size, model, madeAt: Date.now(), own: ownOf(model, sources) });
  await step(sown(size), () => sow(urls, copies, sources, step));
  if (size.scale <= CHECKED_SCALE_MAX) await step('checks of what was sown', () => checkSown(stack, urls));
  const world: Sown = { origin: copies.origin, schema: schema() };
  writeFileSync(fileIn(directory), JSON.stringify(world));
  return copies.world;
}

/** Whether a directory's servers have just this data, of the orders and in the tables of today. */
export function isSown(directory: string, { scale, stores }: Size): boolean {
  const found = readSown(directory);
  return found?.schema === schema() && found.origin.size.scale === scale && found.origin.size.stores === stores;
}

const fileIn = (directory: string): string => join(directory, 'world.json');

const readSown = (directory: string): Sown | undefined =>
  existsSync(fileIn(directory)) ? (JSON.parse(readFileSync(fileIn(directory), 'utf8')) as Sown) : undefined;

/** Tables are what their migrations make them; orders are told apart by their samples. */
function schema(): string {
  const migrations = globSync('services/*/src/db/migrations/*.ts', { cwd: REPOSITORY }).toSorted();
  return createHash('sha256').update(migrations.join('\n')).update(JSON.stringify(ORDER_SAMPLES)).digest('hex');
}

function superuserUrls(superuserUrl: string, urls: DatabaseUrls): DatabaseUrls {
  const all = Object.entries(urls).map(([service, url]) => {
    const { pathname } = new URL(url);
    return [service, Object.assign(new URL(superuserUrl), { pathname }).href];
  });
  return Object.fromEntries(all) as DatabaseUrls;
}
