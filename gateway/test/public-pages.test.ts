import { DomainError } from '@estampa/kernel/errors';
import { eventually } from '@estampa/testing/eventually';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VIEWERS_PER_CHECK } from '../src/pages/page-checks.ts';
import { LIKED, NAMELESS, openPages, pausing, STORE } from './pages-stage.ts';

type Stage = Awaited<ReturnType<typeof openPages>>;

let gateway: Stage['gateway'];
let front: Stage['front'];
let get: Stage['get'];
let read: Stage['read'];
let change: Stage['change'];
let checkApplied: Stage['checkApplied'];

beforeEach(async () => {
  ({ gateway, front, get, read, change, checkApplied } = await openPages());
});
afterEach(() => gateway[Symbol.asyncDispose]());

describe('a page', () => {
  it('is made once while nothing on it changes, however its address is spelt', async () => {
    for (const store of ['a', 'a', 'A', 'a/', 'a?x=1', 'a']) expect(await read(store)).toBe('one');

    expect(front.builds).toEqual(['a']);
  });

  it('is built again when a poll names it, and no other is', async () => {
    for (const store of ['a', 'b']) await read(store);

    change('two', 'store:a');

    expect([await read('a'), await read('b'), await read('a')]).toEqual(['two', 'one', 'two']);
    expect(front.builds).toEqual(['a', 'b', 'a']);
  });

  it('is built again when anything may have changed', async () => {
    for (const store of ['a', 'b']) await read(store);
    Object.assign(front, { text: 'two', everything: true });

    expect([await read('a'), await read('b')]).toEqual(['two', 'two']);
  });

  it('is built once for concurrent requests', async () => {
    await read('warm');
    await Promise.all(Array.from({ length: 20 }, () => read('a')));
    expect(front.builds).toEqual(['warm', 'a']);

    change('two', 'store:a');
    expect(await Promise.all(Array.from({ length: 20 }, () => read('a')))).toEqual(Array(20).fill('two'));
    expect(front.builds).toEqual(['warm', 'a', 'a']);
  });

  it('without names is built again after any change, and only then', async () => {
    for (const store of ['a', NAMELESS, NAMELESS]) await read(store);
    expect(front.builds).toEqual(['a', NAMELESS]);

    change('two', 'store:b');

    expect([await read(NAMELESS), await read('a'), await read(NAMELESS)]).toEqual(['two', 'one', 'two']);
    expect(front.builds).toEqual(['a', NAMELESS, NAMELESS]);
  });

  it('without names is not cached when anything changed during its build', async () => {
    await read('warm');
    const making = pausing();
    front.beforeBuild = making.pause;
    const early = read(NAMELESS);
    await making.reached;

    front.beforeBuild = async () => undefined;
    change('two', 'store:b');
    await checkApplied();
    making.letGo();

    expect([await early, await read(NAMELESS)]).toEqual(['one', 'two']);
  });

  it('is not cached when it does not exist, or when it names nothing', async () => {
    front.text = '';
    expect([(await get('a')).status, (await get('a')).status]).toEqual([404, 404]);
    expect(front.builds).toHaveLength(2);

    front.text = 'one';
    expect(await read('a')).toBe('one');
  });

  it('responds with a failure, never from the cache, while changes cannot be polled', async () => {
    await read('a');
    front.beforeCheck = async () => {
      throw new DomainError('unavailable', 'database_unavailable', 'The database cannot be reached; try again');
    };

    const failed = await get('a');
    front.beforeCheck = async () => undefined;

    expect([failed.status, failed.headers.get('cache-control'), failed.headers.get('etag')]).toEqual([
      503,
      'no-store',
      null,
    ]);
    expect(failed.headers.get('x-request-id')).toBeTruthy();
    expect(await read('a')).toBe('one');
    expect(front.builds).toEqual(['a']);
  });
});

describe('a request', () => {
  it('that arrives during a poll waits for the next one', async () => {
    await read('a');
    const check = pausing();
    front.beforeCheck = check.pause;
    const before = read('a');
    await check.reached;

    front.beforeCheck = async () => undefined;
    change('two', 'store:a');
    const after = [read('a'), read('a'), read('a')];
    check.letGo();

    expect([await before, ...(await Promise.all(after))]).toEqual(['one', 'two', 'two', 'two']);
  });

  it('does not get a page whose build began before a change that its poll names, nor is that page cached', async () => {
    await read('warm');
    const making = pausing();
    front.beforeBuild = making.pause;
    const early = read('a');
    await making.reached;

    front.beforeBuild = async () => undefined;
    change('two', 'store:a');
    const late = read('a');
    await checkApplied();
    making.letGo();

    expect([await early, await late, await read('a')]).toEqual(['one', 'two', 'two']);
    expect(front.builds).toEqual(['warm', 'a', 'a']);
  });

  it('does not get 404 for a page that was created after its build began', async () => {
    await read('warm');
    const making = pausing();
    Object.assign(front, { text: '', beforeBuild: making.pause });
    const early = get('a');
    await making.reached;

    front.beforeBuild = async () => undefined;
    change('here', 'store:a');
    const late = read('a');
    await checkApplied();
    making.letGo();

    expect([(await early).status, await late]).toEqual([404, 'here']);
  });

  it('shares a running build when only another page changes', async () => {
    await read('warm');
    const making = pausing();
    front.beforeBuild = making.pause;
    const early = read('a');
    await making.reached;

    change('one', 'store:other');
    const late = read('a');
    await checkApplied();
    making.letGo();

    expect([await early, await late, await read('a')]).toEqual(['one', 'one', 'one']);
    expect(front.builds).toEqual(['warm', 'a']);
  });

  it('waits for no hanging poll of another request', async () => {
    await read('a');
    const check = pausing();
    front.beforeCheck = check.pause;
    const hanging = read('a');
    await check.reached;

    front.beforeCheck = async () => undefined;

    expect(await read('a')).toBe('one');
    check.letGo();
    expect(await hanging).toBe('one');
  });
});

describe('a viewer', () => {
  const seen = async (token: string) => (await get('a', { Authorization: `Bearer ${token}` })).json();

  it('sees the same page with what they think of it, as of now', async () => {
    const [one, other] = [gateway.person('customer'), gateway.person('customer')];
    await read('a');

    const responses = [await seen(one.token), await seen(other.token)];

    expect(responses).toEqual(Array(2).fill({ text: 'one', ç: null, isLiked: true, isFollowing: false }));
    expect(front.checks.slice(-2).map(({ viewers }) => viewers)).toEqual(
      [one, other].map(({ userId }) => [{ userId, productIds: [LIKED], storeIds: [STORE] }]),
    );
    expect(await (await get('a')).json()).toEqual({ text: 'one', ç: null, isLiked: null, isFollowing: null });
    expect(front.builds).toEqual(['a']);
  });

  it('sees a page that is not cached yet, too', async () => {
    expect(await seen(gateway.person('customer').token)).toMatchObject({ isLiked: true, isFollowing: false });
  });

  it('shares a poll with other concurrent requests, up to a maximum', async () => {
    await read('a');
    const people = Array.from({ length: VIEWERS_PER_CHECK + 1 }, () => gateway.person('customer'));
    // Requested once before, so that callers are cached and connections open, and all requests arrive at the same time.
    await Promise.all(people.map(({ token }) => seen(token)));
    const check = pausing();
    front.beforeCheck = check.pause;
    const first = read('a');
    await check.reached;
    const checks = front.checks.length;

    front.beforeCheck = async () => undefined;
    const responses = Promise.all(people.map(({ token }) => seen(token)));
    await eventually(() => expect(front.checks.length).toBeGreaterThan(checks));
    check.letGo();

    expect(await responses).toHaveLength(people.length);
    expect(await first).toBe('one');
    const requested = front.checks.slice(checks).map(({ viewers }) => viewers.length);
    expect(requested.reduce((sum, viewers) => sum + viewers, 0)).toBe(people.length);
    expect(Math.max(...requested)).toBeLessThanOrEqual(VIEWERS_PER_CHECK);
  });

  it('who may not sign in is rejected, and gets nothing of the page', async () => {
    await read('a');
    const rejected = await get('a', { Authorization: 'Bearer a.b.c' });

    expect([rejected.status, rejected.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await rejected.json()).toMatchObject({ code: 'unauthenticated' });
  });
});
