import { expect, it } from 'vitest';
import { CALLER_TTL_MS, CurrentCallers } from './current-callers.ts';

/** Identity's sessions with a clock of its own; the test decides when each query gets its response. */
function identity() {
  const roles = new Map<string, string[]>();
  const requested: string[][] = [];
  let clock = 0;
  let pause = Promise.resolve();
  const callers = new CurrentCallers(
    async ({ sessionIds }) => {
      requested.push(sessionIds);
      const found = sessionIds.flatMap((sessionId) =>
        roles.has(sessionId) ? [{ sessionId, userId: `user of ${sessionId}`, roles: roles.get(sessionId)! }] : [],
      );
      await pause;
      return { callers: found };
    },
    () => clock,
  );
  return {
    roles,
    requested,
    pass: (ms: number) => void (clock += ms),
    /** Responses wait from now on. */
    pause() {
      const { promise, resolve } = Promise.withResolvers<void>();
      pause = promise;
      return resolve;
    },
    rolesOf: async (sessionId: string) => (await callers.behind(sessionId))?.roles ?? null,
  };
}

const LAST_TIMESTAMP = CALLER_TTL_MS - 1;

it('reuses a response until it expires', async () => {
  const { roles, requested, pass, rolesOf } = identity();
  roles.set('a', ['customer']);
  expect(await rolesOf('a')).toEqual(['customer']);
  roles.set('a', ['customer', 'admin']);

  pass(LAST_TIMESTAMP);
  expect(await rolesOf('a')).toEqual(['customer']);
  pass(1);
  expect(await rolesOf('a')).toEqual(['customer', 'admin']);
  expect(requested).toEqual([['a'], ['a']]);
});

it('counts the age of a response from when it was requested, however long it took', async () => {
  const { roles, pass, pause, rolesOf } = identity();
  roles.set('a', ['customer']);
  const letGo = pause();
  const early = rolesOf('a');
  await new Promise(setImmediate);
  roles.delete('a');
  pass(CALLER_TTL_MS);
  letGo();

  expect(await early).toEqual(['customer']);
  expect(await rolesOf('a')).toBeNull();
});

it('remembers that a session does not exist for as long as one that does', async () => {
  const { roles, requested, pass, rolesOf } = identity();
  expect(await rolesOf('a')).toBeNull();
  roles.set('a', ['customer']);
  pass(LAST_TIMESTAMP);
  expect(await rolesOf('a')).toBeNull();
  pass(1);
  expect(await rolesOf('a')).toEqual(['customer']);
  expect(requested).toHaveLength(2);
});

it('sends one query for all who arrive at the same time', async () => {
  const { roles, requested, rolesOf } = identity();
  for (const id of ['a', 'b']) roles.set(id, ['seller']);

  expect(await Promise.all(['a', 'b', 'c', 'b', 'a'].map(rolesOf))).toEqual([
    ['seller'],
    ['seller'],
    null,
    ['seller'],
    ['seller'],
  ]);
  expect(requested).toEqual([['a', 'b', 'c']]);
});

it('renews the responses that were used, and no others', async () => {
  const { requested, pass, rolesOf } = identity();
  for (const id of ['busy', 'idle']) await rolesOf(id);
  await rolesOf('busy');
  pass(CALLER_TTL_MS);
  await rolesOf('other');
  await rolesOf('busy');
  pass(CALLER_TTL_MS);
  await rolesOf('idle');

  expect(requested.slice(2)).toEqual([
    ['other', 'busy'],
    ['idle', 'busy'],
  ]);
});

it('sends at most a hundred sessions in one query, those that are waited for first', async () => {
  const { requested, pass, rolesOf } = identity();
  const many = (name: string, count: number) => Array.from({ length: count }, (_one, at) => `${name} ${at}`);
  for (const id of many('used', 20)) await rolesOf(id);
  for (const id of many('used', 20)) await rolesOf(id);
  requested.length = 0;
  pass(CALLER_TTL_MS);

  await Promise.all(many('new', 90).map(rolesOf));
  expect(requested).toEqual([[...many('new', 90), ...many('used', 10)]]);
});

it('never takes a user for a service', async () => {
  const { roles, rolesOf } = identity();
  roles.set('a', ['service', 'customer']);

  expect(await rolesOf('a')).toEqual(['customer']);
});

it('stores nothing when the query fails', async () => {
  let isAway = true;
  const callers = new CurrentCallers(async () => {
    if (isAway) throw new Error('away');
    return { callers: [{ sessionId: 'a', userId: 'a', roles: [] }] };
  });
  await expect(callers.behind('a')).rejects.toThrow('away');
  isAway = false;

  expect(await callers.behind('a')).toMatchObject({ userId: 'a' });
});

it('knows a caller until its response expires, whoever else is queried for', async () => {
  const { roles, requested, pass, rolesOf } = identity();
  for (const id of ['a', 'b', 'c']) roles.set(id, ['customer']);
  await rolesOf('a');
  pass(1);
  await rolesOf('b');
  expect(await rolesOf('a')).toEqual(['customer']);
  pass(CALLER_TTL_MS - 1);
  await rolesOf('c');
  expect(await rolesOf('b')).toEqual(['customer']);

  expect(requested).toEqual([['a'], ['b'], ['c', 'a']]);
});

it('names a caller with the profile and the session, where there are any', async () => {
  const found = { userId: 'u', roles: ['seller'] };
  const callers = new CurrentCallers(async ({ sessionIds }) => ({
    callers: sessionIds.map((sessionId) => ({
      ...found,
      sessionId,
      ...(sessionId === 'a' && { sellerProfileId: 'p' }),
    })),
  }));

  expect([await callers.behind('a'), await callers.behind('b')]).toEqual([
    { ...found, sessionId: 'a', sellerProfileId: 'p' },
    { ...found, sessionId: 'b', sellerProfileId: null },
  ]);
});

it('finds everybody, however many arrive at the same time', async () => {
  const { roles, requested, rolesOf } = identity();
  const all = Array.from({ length: 101 }, (_none, at) => `session ${at}`);
  for (const id of all) roles.set(id, ['customer']);

  expect(await Promise.all(all.map(rolesOf))).toEqual(all.map(() => ['customer']));
  expect(requested.map(({ length }) => length)).toEqual([100, 1]);
});
