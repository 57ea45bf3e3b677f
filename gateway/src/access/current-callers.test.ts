import { expect, it } from 'vitest';
import { CALLER_HOLDS_MS, CurrentCallers } from './current-callers.ts';

/** Identity as its sessions stand, with a clock of its own; each question is answered when the test says so. */
function identity() {
  const roles = new Map<string, string[]>();
  const requested: string[][] = [];
  let clock = 0;
  let hold = Promise.resolve();
  const callers = new CurrentCallers(
    async ({ sessionIds }) => {
      requested.push(sessionIds);
      const found = sessionIds.flatMap((sessionId) =>
        roles.has(sessionId) ? [{ sessionId, userId: `user of ${sessionId}`, roles: roles.get(sessionId)! }] : [],
      );
      await hold;
      return { callers: found };
    },
    () => clock,
  );
  return {
    roles,
    requested,
    pass: (ms: number) => void (clock += ms),
    /** Answers wait from now on. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      hold = promise;
      return resolve;
    },
    rolesOf: async (sessionId: string) => (await callers.behind(sessionId))?.roles ?? null,
  };
}

const LAST_TIMESTAMP = CALLER_HOLDS_MS - 1;

it('uses a response again until it no longer holds', async () => {
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

it('counts from when it was asked, however long the response took', async () => {
  const { roles, pass, hold, rolesOf } = identity();
  roles.set('a', ['customer']);
  const letGo = hold();
  const early = rolesOf('a');
  await new Promise(setImmediate);
  roles.delete('a');
  pass(CALLER_HOLDS_MS);
  letGo();

  expect(await early).toEqual(['customer']);
  expect(await rolesOf('a')).toBeNull();
});

it('knows nobody behind what is no session, as long as anybody', async () => {
  const { roles, requested, pass, rolesOf } = identity();
  expect(await rolesOf('a')).toBeNull();
  roles.set('a', ['customer']);
  pass(LAST_TIMESTAMP);
  expect(await rolesOf('a')).toBeNull();
  pass(1);
  expect(await rolesOf('a')).toEqual(['customer']);
  expect(requested).toHaveLength(2);
});

it('asks once about all who come together', async () => {
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

it('asks anew about those whose responses were used, and about no others', async () => {
  const { requested, pass, rolesOf } = identity();
  for (const id of ['busy', 'idle']) await rolesOf(id);
  await rolesOf('busy');
  pass(CALLER_HOLDS_MS);
  await rolesOf('other');
  await rolesOf('busy');
  pass(CALLER_HOLDS_MS);
  await rolesOf('idle');

  expect(requested.slice(2)).toEqual([
    ['other', 'busy'],
    ['idle', 'busy'],
  ]);
});

it('asks about a hundred at most in one call, first about those that wait', async () => {
  const { requested, pass, rolesOf } = identity();
  const many = (name: string, count: number) => Array.from({ length: count }, (_one, at) => `${name} ${at}`);
  for (const id of many('used', 20)) await rolesOf(id);
  for (const id of many('used', 20)) await rolesOf(id);
  requested.length = 0;
  pass(CALLER_HOLDS_MS);

  await Promise.all(many('new', 90).map(rolesOf));
  expect(requested).toEqual([[...many('new', 90), ...many('used', 10)]]);
});

it('takes nobody for a service', async () => {
  const { roles, rolesOf } = identity();
  roles.set('a', ['service', 'customer']);

  expect(await rolesOf('a')).toEqual(['customer']);
});

it('keeps nothing of a call that failed', async () => {
  let isAway = true;
  const callers = new CurrentCallers(async () => {
    if (isAway) throw new Error('away');
    return { callers: [{ sessionId: 'a', userId: 'a', roles: [] }] };
  });
  await expect(callers.behind('a')).rejects.toThrow('away');
  isAway = false;

  expect(await callers.behind('a')).toMatchObject({ userId: 'a' });
});
