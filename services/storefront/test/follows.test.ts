import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { newId } from '@estampa/kernel/ids';
import type { Caller, IdempotencyKey } from '@estampa/kit/rpc/call';
import type { ServiceUnderTest } from '@estampa/testing/start-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REACTIONS_MAX } from '../src/db/reaction-repository.ts';
import { demoIds, type Ids, product, profile, emit, fullProduct } from './announcements.ts';
import { startStorefront } from './storefront.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startStorefront();
});
afterAll(() => service?.stop());

const person = (userId = newId()): Caller => ({ userId, roles: ['customer'], sellerProfileId: null, sessionId: null });
const as = (caller: Caller | null, idempotency: IdempotencyKey | null = null) =>
  service.client(StorefrontServiceClient, { caller, idempotency });
const storePage = async (store: string) => JSON.parse((await as(null).getStore({ store })).document!.json.toString());
const follow = (caller: Caller, { seller }: Ids) => as(caller).toggleFollow({ store: seller });

describe('following', () => {
  it('begins with the first call and ends with the second', async () => {
    const [ids, caller] = [demoIds(), person()];
    await emit(service, [profile(ids, { storeStatus: 'unpublished' })]);

    expect(await follow(person(), ids)).toEqual({ isFollowing: true, followersCount: 1 });
    expect(await follow(caller, ids)).toEqual({ isFollowing: true, followersCount: 2 });
    expect((await storePage(ids.seller)).followersCount).toBe(2);
    expect(await follow(caller, ids)).toEqual({ isFollowing: false, followersCount: 1 });
    expect((await storePage(ids.seller)).followersCount).toBe(1);
  });

  it('counts on the page of the follower’s own store, and changes it', async () => {
    const [ids, other] = [demoIds(), demoIds()];
    await emit(service, [profile(ids), profile(other)]);
    const { mark } = await as(null).getPageChanges({ mark: '', viewers: [] });

    await follow(person(ids.user), other);

    expect([(await storePage(ids.seller)).followingCount, (await storePage(other.seller)).followingCount]).toEqual([
      1, 0,
    ]);
    const { names } = await as(null).getPageChanges({ mark, viewers: [] });
    expect(names).toEqual(expect.arrayContaining([`store:${ids.seller}`, `store:${other.seller}`]));
  });

  it('counts from before the follower had a store', async () => {
    const [ids, other] = [demoIds(), demoIds()];
    await emit(service, [profile(other)]);
    await follow(person(ids.user), other);

    await emit(service, [profile(ids)]);

    expect((await storePage(ids.seller)).followingCount).toBe(1);
  });

  it('is rejected for the person’s own store, and for one that is unknown or hidden', async () => {
    const [ids, hidden] = [demoIds(), demoIds()];
    await emit(service, [profile(ids), profile(hidden, { suspended: true })]);

    await expect(follow(person(ids.user), ids)).rejects.toMatchObject({ kind: 'invalid', reason: 'own_store' });
    for (const store of [hidden.seller, newId(), 'no-such-store', '%'])
      await expect(as(person()).toggleFollow({ store })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(as(null).toggleFollow({ store: ids.seller })).rejects.toMatchObject({ kind: 'unauthenticated' });
  });
});

describe('one idempotency key', () => {
  it('toggles a like and a follow once, however store and product are named', async () => {
    const [ids, caller] = [demoIds(), person()];
    await emit(service, fullProduct(ids));
    const { storeSlug } = await storePage(ids.seller);
    const names = [ids.seller, storeSlug].flatMap((store) =>
      [ids.product, `onca-${ids.product}`].map((name) => ({ store, product: name })),
    );
    // Scoped as the gateway does it: by the names in the path.
    const keyed = (route: string, named: object) =>
      as(caller, { key: 'named', scope: `${caller.userId} ${route} ${JSON.stringify(named)}`, bodyDigest: 'same' });
    const options = { withIdempotencyKey: true };

    for (const named of names) {
      expect(await keyed('like', named).toggleLike(named, options)).toEqual({ isLiked: true, likesCount: 1 });
      const followed = await keyed('follow', { store: named.store }).toggleFollow({ store: named.store }, options);
      expect(followed).toEqual({ isFollowing: true, followersCount: 1 });
    }
    const other = { ...ids, product: newId() };
    await emit(service, [product(other)]);
    const named = { store: storeSlug, product: other.product };
    expect(await keyed('like', named).toggleLike(named, options)).toEqual({ isLiked: true, likesCount: 1 });
  });
});

describe('likes and follows of a person', () => {
  it('are listed for them, newest first, ten thousand of each at most', async () => {
    const [ids, caller] = [demoIds(), person()];
    await emit(service, fullProduct(ids));
    await as(caller).toggleLike({ store: ids.seller, product: ids.product });
    await follow(caller, ids);
    await follow(person(), ids);
    const own = () => as(caller).listOwnReactions({});
    const add = (table: string, of: string, count: number) =>
      service.database.query(
        `insert into ${table} (id, user_id, ${of}, created_at)
         select gen_random_uuid(), $1, gen_random_uuid(), now() - interval '1 day' from generate_series(1, $2::int)`,
        [caller.userId, count],
      );

    const since = expect.any(Date);
    expect(await own()).toEqual({
      likes: [{ id: ids.product, createdAt: since }],
      follows: [{ id: ids.seller, createdAt: since }],
    });
    await add('product_like', 'seller_product_id', REACTIONS_MAX - 1);
    await add('follow', 'seller_profile_id', REACTIONS_MAX);
    const { likes, follows } = await own();
    expect([likes[0]!.id, likes.length]).toEqual([ids.product, REACTIONS_MAX]);
    expect([follows[0]!.id, follows.length]).toEqual([ids.seller, REACTIONS_MAX]);
    await expect(as(null).listOwnReactions({})).rejects.toMatchObject({ kind: 'unauthenticated' });
  });
});

describe('likes and follows of a deleted account', () => {
  it('no longer count on any page, however often the deletion is published', async () => {
    const [ids, caller] = [demoIds(), person()];
    await emit(service, fullProduct(ids));
    const like = (by: Caller) => as(by).toggleLike({ store: ids.seller, product: ids.product });
    for (const by of [person(), caller]) await like(by);
    await follow(caller, ids);
    const counts = async () => {
      const { likesReceivedCount, followersCount } = await storePage(ids.seller);
      const { document } = await as(null).getStoreProduct({ store: ids.seller, product: ids.product });
      return [JSON.parse(document!.json.toString()).likesCount, likesReceivedCount, followersCount];
    };
    expect(await counts()).toEqual([2, 2, 1]);
    const { mark } = await as(null).getPageChanges({ mark: '', viewers: [] });
    const { userId } = caller;

    for (let times = 1; times <= 2; times += 1) {
      await emit(service, [{ topic: 'identity.v1', key: `deleted_user:${userId}`, value: { userId, version: 3 } }]);

      expect(await counts()).toEqual([1, 1, 0]);
      expect(await as(caller).listOwnReactions({})).toEqual({ likes: [], follows: [] });
    }

    const { names } = await as(null).getPageChanges({ mark, viewers: [] });
    const shown = [`store:${ids.seller}`, `cards:${ids.seller}`, `product:${ids.seller}/${ids.product}`];
    expect(names).toEqual(expect.arrayContaining(shown));
  });
});
