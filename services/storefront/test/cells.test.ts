import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { newId } from '@estampa/kernel/ids';
import { eventually } from '@estampa/testing/eventually';
import { startMarketplace } from '@estampa/testing/marketplace';
import type { ServiceView } from '@estampa/testing/service-view';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { READ_MODEL_TABLES } from '../src/db/rebuilt-tables.ts';
import {
  artwork,
  demoIds,
  emit,
  fullProduct,
  gallery,
  type Ids,
  order,
  product,
  profile,
  render,
} from './announcements.ts';
import { CDN_URL } from './storefront.ts';

const DEADLINE_MS = 120_000;
/** Some 300 events in all; the peak of a day of 50,000 writes by sellers brings 174 a minute. */
const SHOPS = 12;
const VERSIONS = 15;

const resources = new AsyncDisposableStack();
let east: ServiceView;
let west: ServiceView;
beforeAll(async () => {
  const home = resources.use(
    await startMarketplace({ only: ['storefront'], environment: { storefront: { CDN_URL } } }),
  );
  east = home.service('storefront');
  const sameTopics = { KAFKA_TOPIC_PREFIX: home.surroundings.prefix, KAFKA_GROUP: 'storefront-west', CDN_URL };
  const other = resources.use(
    await startMarketplace({ only: ['storefront'], environment: { storefront: sameTopics } }),
  );
  west = other.service('storefront');
}, DEADLINE_MS);
afterAll(() => resources.disposeAsync(), DEADLINE_MS);

/** All that is made of events; when each was told is each cell's own. */
async function readModel({ database }: ServiceView): Promise<Record<string, unknown[]>> {
  const tables = READ_MODEL_TABLES.map(async (table) => {
    const text = `select (to_jsonb(t) - 'told_at')::text as row from ${table} t order by 1`;
    return [table, (await database.query<{ row: string }>(text)).rows.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}

const titlesIn = async ({ database }: ServiceView): Promise<string[]> =>
  (await database.query<{ title: string }>('select title from store_product')).rows.map(({ title }) => title);

/** What visitors get. */
const pagesOf = (cell: ServiceView, shops: readonly Ids[]): Promise<(string | undefined)[]> =>
  Promise.all(
    shops.map(async ({ seller, product: id }) => {
      const { document } = await cell.client(StorefrontServiceClient).getStoreProduct({ store: seller, product: id });
      return document?.etag;
    }),
  );

it(
  'two storefronts of one topic show the same once the one that was cut off is back',
  async () => {
    const [first, ...others] = Array.from({ length: SHOPS }, demoIds);
    await emit(east, fullProduct(first!));
    await eventually(async () => expect(await readModel(west)).toEqual(await readModel(east)));

    west.process.freeze();
    await emit(east, [
      ...others.flatMap((ids) => [
        ...fullProduct(ids),
        ...Array.from({ length: VERSIONS }, (_one, at) => product(ids, { title: `Título ${at}` }, at + 2)),
        render(ids, 'frente', {}, 2),
        gallery(ids, [{ isPrimary: true }]),
        order(newId(), ids),
      ]),
      product(first!, { status: 'archived' }, 2),
      artwork(others[0]!, { title: 'Outra' }, 2),
      profile(others[1]!, { storeStatus: 'draft' }, 2),
    ]);
    expect(await titlesIn(east)).toContain(`Título ${VERSIONS - 1}`);
    expect(await titlesIn(west)).toEqual(['Camiseta da onça']);
    west.process.thaw();

    // What comes after all that was missed, of the same partition.
    await emit({ publish: east.publish, client: west.client }, [product(first!, { title: 'Fim' }, 3)]);
    await eventually(async () => expect(await readModel(west)).toEqual(await readModel(east)));
    const shown = others.slice(2);
    expect(await pagesOf(west, shown)).toEqual(await pagesOf(east, shown));
  },
  DEADLINE_MS,
);
