import { status } from '@grpc/grpc-js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Person, startGateway, type TestGateway } from './gateway.ts';
import { pausing } from './pages-stage.ts';

const ME = { method: 'get', path: '/auth/me' } as const;

let gateway: TestGateway;
/** The users of each call, and a hook that runs before its response. */
let requested: string[][];
let beforeResponse: (call: number) => Promise<void>;
let known: (id: string) => boolean;

beforeEach(async () => {
  gateway = await startGateway();
  [requested, beforeResponse, known] = [[], async () => {}, () => true];
  gateway.services.reply('auth.listCurrentUsers', async ({ userIds }: { userIds: string[] }) => {
    requested.push(userIds);
    await beforeResponse(requested.length);
    return {
      users: userIds
        .filter(known)
        .map((id) => userOf(id))
        .toReversed(),
    };
  });
});
afterEach(() => gateway[Symbol.asyncDispose]());

const userOf = (id: string) => ({
  id,
  email: `${id}@example.com`,
  name: 'One',
  status: 'active',
  roles: ['customer'],
  createdAt: new Date(0),
});
const me = async (as: Person) => (await gateway.send(ME, { as })).json() as Promise<{ id: string; email: string }>;
const people = (count: number) => Array.from({ length: count }, () => gateway.person('customer'));

it('returns callers their own user, by a call that began after their request', async () => {
  const [early, ...late] = people(6);
  for (const one of [early!, ...late]) await me(one);
  const call = pausing();
  [requested, beforeResponse] = [[], (count) => (count === 1 ? call.pause() : Promise.resolve())];

  const first = me(early!);
  await call.reached;
  const next = [...late, late[0]!].map(me);
  call.letGo();

  expect((await first).id).toBe(early!.userId);
  expect((await Promise.all(next)).map(({ id, email }) => [id, email])).toEqual(
    [...late, late[0]!].map(({ userId }) => [userId, `${userId}@example.com`]),
  );
  expect(requested[0]).toEqual([early!.userId]);
  expect(new Set(requested.slice(1).flat())).toEqual(new Set(late.map(({ userId }) => userId)));
});

it('responds 404 for a user that no longer exists, and serves the others of the call', async () => {
  const [one, other] = people(2);
  known = (id) => id !== one!.userId;

  const [missing, present] = await Promise.all([gateway.send(ME, { as: one! }), gateway.send(ME, { as: other! })]);

  expect([missing.status, present.status]).toEqual([404, 200]);
});

it('fails those of a failing call alone', async () => {
  const [one, other] = people(2);
  beforeResponse = async (call) => {
    if (call === 1) throw Object.assign(new Error('away'), { code: status.INTERNAL });
  };

  expect((await gateway.send(ME, { as: one! })).status).toBe(500);
  expect((await gateway.send(ME, { as: other! })).status).toBe(200);
});

it('delays no other request by a call that hangs', async () => {
  const [one, other] = people(2);
  const call = pausing();
  beforeResponse = (count) => (count === 1 ? call.pause() : Promise.resolve());

  const first = me(one!);
  await call.reached;
  expect((await me(other!)).id).toBe(other!.userId);
  call.letGo();
  expect((await first).id).toBe(one!.userId);
});
