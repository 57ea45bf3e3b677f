import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { newId } from '@estampa/kernel/ids';
import { type Caller, type IdempotencyKey, newCall, runInCall } from '@estampa/kit/rpc/call';
import { waitFor } from '@estampa/stack/wait';
import { eventually } from '@estampa/testing/eventually';
import type { ServiceUnderTest } from '@estampa/testing/start-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoIds, type Ids, product, emit, fullProduct } from './announcements.ts';
import { startStorefront, withoutSearch } from './storefront.ts';

const DEADLINE_MS = 120_000;
const CROWD = 400;
/** Ten times the service's connections: enough to contend for every row, even on a slow machine. */
const AT_ONCE = 100;
const COME_AGAIN_MS = 1_000;

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startStorefront();
});
afterAll(() => service?.stop());

const person = (userId = newId()): Caller => ({ userId, roles: ['customer'], sellerProfileId: null, sessionId: null });
const as = (caller: Caller | null, idempotency: IdempotencyKey | null = null) =>
  service.client(StorefrontServiceClient, { caller, idempotency });
const read = ({ document }: { document?: { json: Buffer } | undefined }) => JSON.parse(document!.json.toString());
const storePage = async (store: string) => read(await as(null).getStore({ store }));
const productPage = async ({ seller, product: id }: Ids) =>
  read(await as(null).getStoreProduct({ store: seller, product: id }));
const like = (caller: Caller, { seller, product: id }: Ids) => as(caller).toggleLike({ store: seller, product: id });
const follow = (caller: Caller, { seller }: Ids) => as(caller).toggleFollow({ store: seller });
const remainingRows = async ({ seller }: Ids) =>
  (await service.database.query('select from count_change where seller_profile_id = $1', [seller])).rowCount;

async function aProductOnSale(): Promise<Ids> {
  const ids = demoIds();
  await emit(service, fullProduct(ids));
  return ids;
}

/** A transaction that has locked these rows and stays open. */
async function lockRows(ids: Ids) {
  const client = await service.database.connect();
  await client.query('begin');
  await client.query('select from product_count where id = $1 for update', [ids.product]);
  await client.query('select from store where id = $1 for update', [ids.seller]);
  return async () => {
    await client.query('commit');
    client.release();
  };
}

describe('a like', () => {
  it('is shown after the first call and gone after the second, on every page', async () => {
    const [ids, caller] = [await aProductOnSale(), person()];
    const counts = async () => {
      const [page, store] = [await productPage(ids), await storePage(ids.seller)];
      const list = read(await as(null).listStoreProducts({ store: ids.seller, sort: '', page: undefined }));
      return [
        page.likesCount,
        page.store.counters.likesReceivedCount,
        store.likesReceivedCount,
        list.products[0].likesCount,
      ];
    };

    expect(await like(person(), ids)).toEqual({ isLiked: true, likesCount: 1 });
    expect(await like(caller, ids)).toEqual({ isLiked: true, likesCount: 2 });
    expect(await counts()).toEqual([2, 2, 2, 2]);
    expect(await like(caller, ids)).toEqual({ isLiked: false, likesCount: 1 });
    expect(await counts()).toEqual([1, 1, 1, 1]);
  });

  it('accepts the slugs of store and product as well as their ids', async () => {
    const [ids, caller] = [await aProductOnSale(), person()];
    const { storeSlug } = await storePage(ids.seller);

    await as(caller).toggleLike({ store: storeSlug, product: `onca-${ids.product}` });

    expect(await like(caller, ids)).toEqual({ isLiked: false, likesCount: 0 });
  });

  it('is what products can be ordered by', async () => {
    const ids = await aProductOnSale();
    const other = { ...ids, product: newId() };
    await emit(service, [product(other, { createdAt: new Date(0) })]);

    await like(person(), other);

    const list = read(await as(null).listStoreProducts({ store: ids.seller, sort: 'popular', page: undefined }));
    expect(list.products.map(({ id }: { id: string }) => id)).toEqual([other.product, ids.product]);
  });

  it.each(['draft', 'paused', 'archived'])('is not possible of a product that is %s', async (status) => {
    const [ids, other] = [await aProductOnSale(), await aProductOnSale()];
    await emit(service, [product(ids, { status }, 2)]);
    const notFound = { kind: 'not_found', reason: 'not_found' };

    await expect(like(person(), ids)).rejects.toMatchObject(notFound);
    for (const name of [ids.product, newId(), 'no-such-product', '%'])
      await expect(as(person()).toggleLike({ store: other.seller, product: name })).rejects.toMatchObject(notFound);
    await expect(as(null).toggleLike({ store: other.seller, product: other.product })).rejects.toMatchObject({
      kind: 'unauthenticated',
    });
  });

  it('is toggled once for one key', async () => {
    const [ids, caller] = [await aProductOnSale(), person()];
    const key = { key: 'once', scope: `${caller.userId} like`, bodyDigest: 'same' };
    const again = () =>
      as(caller, key).toggleLike({ store: ids.seller, product: ids.product }, { withIdempotencyKey: true });

    const responses = await Promise.all([again(), again(), again()]);

    expect([...responses, await again()]).toEqual(Array(4).fill({ isLiked: true, likesCount: 1 }));
    expect((await productPage(ids)).likesCount).toBe(1);
  });

  it('of one person is toggled by one call after the other', async () => {
    const [ids, caller] = [await aProductOnSale(), person()];
    const client = await service.database.connect();
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtextextended('social:' || $1, 0))`, [caller.userId]);
    const calls = [like(caller, ids), like(caller, ids), like(caller, ids)];
    await eventually(async () => {
      const { rows } = await client.query(
        `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      );
      expect(rows[0].waiting).toBe(calls.length);
    });
    await client.query('commit');
    client.release();

    const responses = (await Promise.all(calls)).map(({ isLiked, likesCount }) => `${isLiked} ${likesCount}`);

    expect(responses.toSorted()).toEqual(['false 0', 'true 1', 'true 1']);
    expect((await productPage(ids)).likesCount).toBe(1);
  });

  it('does not wait for a transaction that changes the same counters, and counts at once', async () => {
    const [ids, caller] = [await aProductOnSale(), person()];
    await like(person(), ids);
    const letGo = await lockRows(ids);

    expect(await like(caller, ids)).toEqual({ isLiked: true, likesCount: 2 });
    expect(await like(person(), ids)).toEqual({ isLiked: true, likesCount: 3 });
    expect(await like(caller, ids)).toEqual({ isLiked: false, likesCount: 2 });
    expect(await follow(caller, ids)).toEqual({ isFollowing: true, followersCount: 1 });
    const { likesCount, store } = await productPage(ids);
    expect([likesCount, store.counters.likesReceivedCount, store.counters.followersCount]).toEqual([2, 2, 1]);
    expect(await remainingRows(ids)).toBe(4);

    await letGo();
    await eventually(async () => expect(await remainingRows(ids)).toBe(0));
    const { rows } = await service.database.query(
      `select p.likes_count, s.likes_received_count, s.followers_count
       from product_count p join store s on s.id = p.seller_profile_id where p.id = $1`,
      [ids.product],
    );
    expect(rows).toEqual([{ likes_count: 2, likes_received_count: 2, followers_count: 1 }]);
  });

  it('stops counting when its product is archived, and counts again when it is back', async () => {
    const ids = await aProductOnSale();
    await like(person(), ids);
    const letGo = await lockRows(ids);
    await like(person(), ids);
    const archived = emit(service, [product(ids, { status: 'archived' }, 2)]);
    await letGo();
    await archived;

    expect((await storePage(ids.seller)).likesReceivedCount).toBe(0);
    await eventually(async () => expect(await remainingRows(ids)).toBe(0));
    expect((await storePage(ids.seller)).likesReceivedCount).toBe(0);

    await emit(service, [product(ids, {}, 3)]);
    const { likesCount, store } = await productPage(ids);
    expect([likesCount, store.counters.likesReceivedCount]).toEqual([2, 2]);
  });

  it('rewrites nothing of what is shown of the product', async () => {
    const ids = await aProductOnSale();
    const placeOf = () => service.database.query('select ctid, xmax from store_product where id = $1', [ids.product]);
    const { rows } = await placeOf();
    await like(person(), ids);

    expect((await placeOf()).rows).toEqual(rows);
  });

  it('changes the pages of its store, and no others', async () => {
    const [ids, other] = [await aProductOnSale(), await aProductOnSale()];
    const { mark } = await as(null).getPageChanges({ mark: '', viewers: [] });

    await like(person(), ids);
    await follow(person(), ids);
    const { everything, names: changed } = await as(null).getPageChanges({ mark, viewers: [] });
    const names = withoutSearch(changed);
    expect([everything, names.length]).toEqual([false, 5]);
    expect(names.every((name) => name.includes(ids.seller) || name === `store:loja-${ids.seller}`.slice(0, 36))).toBe(
      true,
    );
    expect(names.join()).not.toContain(other.seller);
  });
});

describe('many people', () => {
  it(
    'who like one product at the same time are all counted',
    async () => {
      const [ids, people] = [await aProductOnSale(), Array.from({ length: CROWD }, () => person())];
      const storefront = service.client(StorefrontServiceClient);
      const once = (caller: Caller, key: string) =>
        runInCall(
          newCall({ requestId: newId(), caller, idempotency: { key, scope: caller.userId, bodyDigest: key } }),
          () => storefront.toggleLike({ store: ids.seller, product: ids.product }, { withIdempotencyKey: true }),
        );
      /** Retries until the request gets through. */
      const untilResponded = (caller: Caller, key: string) =>
        waitFor('a response', () => once(caller, key), { deadlineMs: DEADLINE_MS, everyMs: COME_AGAIN_MS });

      const all = async (some: readonly Caller[], key: string) => {
        const waiting = [...some];
        const lane = async () => {
          for (let caller = waiting.pop(); caller; caller = waiting.pop()) await untilResponded(caller, key);
        };
        await Promise.all(Array.from({ length: AT_ONCE }, lane));
      };

      await all(people, 'like');
      expect((await productPage(ids)).likesCount).toBe(CROWD);
      expect((await storePage(ids.seller)).likesReceivedCount).toBe(CROWD);

      const leaving = people.slice(0, CROWD / 4);
      await all(leaving, 'no more');
      const left = CROWD - leaving.length;
      expect((await productPage(ids)).likesCount).toBe(left);

      await eventually(async () => expect(await remainingRows(ids)).toBe(0), { deadlineMs: DEADLINE_MS });
      const { rows } = await service.database.query(
        `select p.likes_count, s.likes_received_count,
           (select count(*)::int from product_like l where l.seller_product_id = p.id) as likes
         from product_count p join store s on s.id = p.seller_profile_id where p.id = $1`,
        [ids.product],
      );
      expect(rows).toEqual([{ likes_count: left, likes_received_count: left, likes: left }]);
    },
    DEADLINE_MS,
  );
});
