import type { SellerProductChanged } from '@estampa/contracts/catalog/v1/events';
import type { Orm } from '@estampa/kit/postgres/connect';
import type { ObjectStore } from '@estampa/media-render/adapters/object-store';
import { isUnderWay } from '@estampa/orders-payments/domain/refund';
import { compareStorage } from '@estampa/media-render/usecases/storage/compare-storage';
import {
  leftBehind,
  lockedOrders,
  type Observers,
  wentBack,
  wrongsOfOrders,
  type Wrongs,
  wrongVersions,
} from '../history/invariants.ts';
import { withMachine } from '../environment/machine.ts';
import type { World } from '../history/world.ts';
import type { Bucket } from './bucket.ts';
import type { Quotes } from './fees.ts';
import { FEE_BASIS_POINTS } from './furnish.ts';
import { wrongImages } from './invariants-images.ts';

/** What is wrong between catalog and media-render when everything has come to rest, in storage, and with the orders of what was sold. */
export async function wrongsOfShop(
  world: World,
  bucket: Bucket,
  quotes: Quotes,
  observers: Observers,
): Promise<Wrongs> {
  const { catalog, media } = observers;
  const orders = await lockedOrders(observers.orders);
  const ofOrders = wrongsOfOrders(world, orders);
  const back = [...(await wentBack(catalog)), ...(await wentBack(media)), ...(await wentBack(observers.orders))];
  const fees = await quotes.wrongs(catalog, observers.orders, FEE_BASIS_POINTS);
  const final = [...world.failures, ...ofOrders.never, ...back, ...fees, ...world.records.wrongs()];
  const wrongs = [
    ...final,
    ...ofOrders.now,
    ...wrongVersions(world, STRICT),
    ...(await wrongsOfProducts(world, catalog, media)),
    ...(await wrongsOfReservations(media)),
    ...(await wrongsOfStorage(world, bucket, media)),
    ...(await wrongImages(world, bucket, media)),
    ...(await leftBehind('catalog', catalog)),
    ...(await leftBehind('media-render', media)),
    ...(await leftBehind('orders-payments', observers.orders)),
  ];
  return { wrongs, isFinal: final.length > 0, isRefunding: orders.some(({ refunds }) => refunds.some(isUnderWay)) };
}

/** Of these each version is published once; a render's is published again when it is requested again, and not when it failed. */
const STRICT = /^(?:seller_product|template|artwork|order):/;

type Product = { id: string; status: string; version: number; artworkId: string };

const PRODUCTS = 'select id, status, version, artwork_id as "artworkId" from seller_product';
const KNOWN = `select id, status, version, artwork_id as "artworkId", deleted from seller_product`;
const INACTIVE = `select id from artwork where status <> 'active'`;

/** media-render and readers of events know each product as catalog has it, and what is on sale shows an artwork that is active. */
async function wrongsOfProducts({ broker }: World, catalog: Orm, media: Orm): Promise<string[]> {
  const products = await rowsOf<Product>(catalog, PRODUCTS);
  const known = new Map((await rowsOf<Product & { deleted: boolean }>(media, KNOWN)).map((one) => [one.id, one]));
  const published = lastPublished(broker.recordsOf('catalog.v1'));
  const inactive = new Set((await rowsOf<{ id: string }>(media, INACTIVE)).map(({ id }) => id));
  const ids = new Set(products.map(({ id }) => id));
  return [
    ...products.flatMap(({ id, status, version, artworkId }) => {
      const copy = known.get(id);
      const last = published.get(id);
      return [
        ...(status === 'active' && inactive.has(artworkId)
          ? [`product ${id} is on sale, and its artwork inactive`]
          : []),
        ...(copy?.status === status && copy.version === version && !copy.deleted
          ? []
          : [`product ${id} is ${status}, and ${copy?.status ?? 'unknown'} to media-render`]),
        ...(last?.version === version && last.sellerProduct?.status === status
          ? []
          : [`product ${id} is ${status}, and ${last?.sellerProduct?.status} was published last`]),
      ];
    }),
    ...[...known.values()].flatMap(({ id, deleted }) =>
      ids.has(id) === deleted ? [`product ${id} was deleted, and is known to media-render`] : [],
    ),
  ];
}

const SALES_CHECKED_EVERY_MS = 250;

/** What is on sale shows an active artwork, at any time: when all has come to rest somebody may have mended it. */
export function checkSales(world: World, { catalog, media }: Observers, until: Promise<unknown>): void {
  let isOver = false;
  void until.finally(() => (isOver = true));
  let hasChanged = true;
  const { onTransactionEnd } = world.links;
  world.links.onTransactionEnd = (process) => {
    hasChanged = true;
    onTransactionEnd(process);
  };
  const check = async () => {
    if (isOver) return;
    if (!hasChanged) return void again();
    hasChanged = false;
    const products = await rowsOf<Product>(catalog, PRODUCTS);
    const inactive = new Set((await rowsOf<{ id: string }>(media, INACTIVE)).map(({ id }) => id));
    const wrong = products.find((one) => one.status === 'active' && inactive.has(one.artworkId));
    if (wrong) return void world.failures.push(`product ${wrong.id} went on sale, and its artwork was inactive`);
    again();
  };
  const again = () =>
    world.scheduler.schedule(SALES_CHECKED_EVERY_MS, null, 'what is on sale is looked at', () => withMachine(check));
  again();
}

function lastPublished(records: ReturnType<World['broker']['recordsOf']>): Map<string, SellerProductChanged> {
  const last = new Map<string, SellerProductChanged>();
  for (const { key, value } of records) {
    const [kind, id] = key!.toString().split(':');
    if (kind === 'seller_product') last.set(id!, JSON.parse(value!.toString()) as SellerProductChanged);
  }
  return last;
}

/** Each ends, by the sale or by its time. */
async function wrongsOfReservations(media: Orm): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(media, 'select seller_product_id as id from artwork_hold');
  return rows.map(({ id }) => `the artwork of product ${id} is still reserved`);
}

/** An upload or an image under way is expected for so long. */
const YOUNG_MS = 60 * 60_000;

/** By the check of media-render itself; and nothing that is due stays. */
async function wrongsOfStorage({ scheduler }: World, bucket: Bucket, media: Orm): Promise<string[]> {
  const wrongs: string[] = [];
  const store = {
    async *list() {
      yield Array.from(bucket.objects, ([key, { changedAt }]) => ({ key, changedAt }));
    },
    head: (key: string) => Promise.resolve(bucket.objects.get(key) ?? null),
  } as unknown as ObjectStore;
  const before = new Date(scheduler.now - YOUNG_MS);
  await compareStorage({ em: media.em.fork(), store }, before, ({ kind, key }) => wrongs.push(`${kind}: ${key}`));
  const due = await rowsOf<{ key: string }>(media, DUE, before);
  return [...wrongs, ...due.map(({ key }) => `discarded, and still there: ${key}`)];
}

const DUE = 'select key from discarded_object where due_at < ?';

const rowsOf = <R>(orm: Orm, sql: string, ...values: Date[]): Promise<R[]> => orm.em.fork().execute<R[]>(sql, values);
