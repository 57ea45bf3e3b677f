import { afterAll, beforeAll, expect, it } from 'vitest';
import { DomainError } from '@estampa/kernel/errors';
import { routes } from '../../src/routes/index.ts';
import type { AnyRoute } from '../../src/routes/route.ts';
import { type Person, type SendOptions, startGateway, type TestGateway } from '../gateway.ts';
import { sampleRequest } from '../sample-requests.ts';

const ME = { method: 'get', path: '/auth/me' } as const;
const OF_ADMINS = { method: 'get', path: '/waitlist' } as const;
const ADD_ROLE = { method: 'post', path: '/users/{userId}/roles/{role}' } as const;
const LOG_OUT = { method: 'post', path: '/auth/logout' } as const;
const REFRESH = { method: 'post', path: '/auth/refresh' } as const;

/** Each round falls at another time within the lifetime of a cached response. */
const ROUNDS = 10;

let gateway: TestGateway;
/** Another gateway before the same identity. */
let replica: TestGateway;
let admin: Person;
beforeAll(async () => {
  gateway = await startGateway();
  replica = await startGateway({ config: { IDENTITY_ADDRESS: gateway.services.addresses.identity } });
  admin = gateway.person('admin');
  gateway.services.reply('auth.refreshSession', () => {
    throw new DomainError('unauthenticated', 'token_reused', 'The token was used before');
  });
});
afterAll(async () => {
  await replica[Symbol.asyncDispose]();
  await gateway[Symbol.asyncDispose]();
});

it.each<[string, number, (person: Person) => Promise<Response>]>([
  ['log-out', 204, (person) => gateway.send(LOG_OUT, { as: person, body: {} })],
  ['rejection of a stolen token', 401, () => gateway.send(REFRESH, { body: { refreshToken: 'used' } })],
])('a %s has effect from the next request at every gateway, and on no other user', async (_name, status, end) => {
  const [person, other] = [gateway.person('customer'), gateway.person('customer')];
  const statuses = () =>
    Promise.all(
      [gateway, replica].flatMap((at) => [person, other].map(async (as) => (await at.send(ME, { as })).status)),
    );
  gateway.services.recordEvents(() => gateway.change(person, null));

  const before = await statuses();
  const ended = await end(person);

  expect([before, ended.status, ended.headers.get('estampa-settled')]).toEqual([[200, 200, 200, 200], status, null]);
  expect(ended.headers.get('server-timing')).toContain('settle');
  expect(await statuses()).toEqual([401, 200, 401, 200]);
});

it('a role has effect from the next request at every gateway', async () => {
  const person = gateway.person('customer');
  const statuses = () =>
    Promise.all([gateway, replica].map(async (at) => (await at.send(OF_ADMINS, { as: person })).status));
  gateway.services.recordEvents(() => gateway.change(person, { roles: ['customer', 'admin'] }));

  const before = await statuses();
  const added = await gateway.send(ADD_ROLE, { as: admin, path: `/users/${person.userId}/roles/admin` });

  expect([before, added.status, await statuses()]).toEqual([[403, 403], 200, [200, 200]]);
});

it('what a write changed is not visible after its response, however busy another gateway is with the same caller', async () => {
  const late: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const person = gateway.person('customer');
    const over = new AbortController();
    const requesting = (async () => {
      while (!over.signal.aborted) await (await replica.send(ME, { as: person })).text();
    })();
    gateway.services.recordEvents(() => gateway.change(person, null));
    await replica.send(ME, { as: person });
    await gateway.send(LOG_OUT, { as: person, body: {} });
    late.push((await replica.send(ME, { as: person })).status);
    over.abort();
    await requesting;
  }

  expect(late).toEqual(Array(ROUNDS).fill(401));
});

it('responds 503 while identity is unavailable', async () => {
  await using own = await startGateway();
  own.services.reply('auth.listCallers', () => {
    throw new DomainError('unavailable', 'away', 'Try again later');
  });

  const statusOf = async (route: Pick<AnyRoute, 'method' | 'path'>, options: SendOptions) =>
    (await own.send(route, { as: own.person('customer'), ...options })).status;

  expect(await statusOf(ME, {})).toBe(503);
  const quotes = routes.find(({ path }) => path === '/shipping/quotes')!;
  const { path, body } = sampleRequest(quotes);
  // What needs no caller is told all the same.
  expect(await statusOf(quotes, { path, body })).toBe(200);
  expect(await statusOf(quotes, { path, body: { ...Object(body), couponCode: 'natal-10' } })).toBe(503);
});
