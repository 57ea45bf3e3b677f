import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessCheckOf } from '../../src/access/check-access.ts';
import type { Config } from '../../src/config.ts';
import { routes } from '../../src/routes/index.ts';
import { COUPON_CODES_PER_MINUTE } from '../../src/routes/coupons.ts';
import { QUOTES_PER_MINUTE } from '../../src/routes/shipping-quotes.ts';
import { type Person, startGateway, type TestGateway } from '../gateway.ts';
import { sampleRequest } from '../sample-requests.ts';

/** Fewer than in production, where nothing else differs. */
const MAX = 30;
const AT_ONCE = 10;
const ME = { method: 'get', path: '/auth/me' } as const;
const STORE = { method: 'get', path: '/stores/a-store' } as const;

let gateway: TestGateway;
let counter = 0;
/** An address without requests so far. */
let address: string;

beforeAll(async () => {
  gateway = await startGateway({ config: { RATE_LIMITS: 'production', TRUST_PROXY: 1 }, requestsMax: MAX });
});
afterAll(() => gateway[Symbol.asyncDispose]());

const QUOTED = { code: 'NATAL-10', funder: 'seller', subtotalCents: 1_000 };
const A_QUOTE = {
  shippingMethodId: 'pac',
  carrier: 'Correios',
  service: 'PAC',
  serviceCode: '1',
  priceCents: 300,
  deliveryDays: 7,
};

type CallOptions = { as?: Person; from?: string; path?: string; headers?: Record<string, string> };

function request(route: Parameters<TestGateway['send']>[0], { as, path, from = address, headers }: CallOptions = {}) {
  return gateway.send(route, { as, path, headers: { 'X-Forwarded-For': from, ...headers } });
}

const statusOf = async (...requesting: Parameters<typeof request>): Promise<number> => {
  const response = await request(...requesting);
  await response.arrayBuffer();
  return response.status;
};

/** Counts the responses to so many requests by status. */
async function responses(count: number, ...requesting: Parameters<typeof request>): Promise<Record<number, number>> {
  const statuses: number[] = [];
  while (statuses.length < count) {
    const size = Math.min(AT_ONCE, count - statuses.length);
    statuses.push(...(await Promise.all(Array.from({ length: size }, () => statusOf(...requesting)))));
  }
  return countsOf(statuses);
}

describe('a client over its rate limit', () => {
  beforeEach(() => {
    address = `203.0.113.${(counter += 1)}`;
  });

  it('without a token is rejected by its network, with the time to retry after', async () => {
    expect(await responses(MAX + 20, ME)).toEqual({ 401: MAX, 429: 20 });

    const rejected = await request(ME);
    expect(await rejected.json()).toMatchObject({ status: 429, code: 'rate_limited' });
    const seconds = rejected.headers.get('retry-after')!;
    expect(Number(seconds)).toBeGreaterThanOrEqual(1);
    expect(Number(seconds)).toBeLessThanOrEqual(60 + Math.ceil(60 / MAX));
    const { headers } = rejected;
    expect(['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`))).toEqual([
      String(MAX),
      '0',
      seconds,
    ]);
    expect(await statusOf(ME, { from: '198.51.100.1' })).toBe(401);
  });

  it('by IPv6 is rejected with all addresses of their /64, and with no other', async () => {
    await responses(MAX, ME, { from: '2001:db8:1:2::1' });

    expect(await statusOf(ME, { from: '2001:DB8:1:2:3:4:5:6' })).toBe(429);
    expect(await statusOf(ME, { from: '2001:db8:1:3::1' })).toBe(401);
  });

  it('with a token is rejected as a user, wherever they are and however they log in', async () => {
    const [somebody, neighbour] = [gateway.person('customer'), gateway.person('customer')];
    const elsewhere = gateway.person('customer');
    gateway.change(elsewhere, { userId: somebody.userId });

    expect(await responses(MAX + 5, ME, { as: somebody })).toEqual({ 200: MAX, 429: 5 });

    expect(await statusOf(ME, { as: elsewhere, from: '198.51.100.2' })).toBe(429);
    expect(await statusOf(ME, { as: neighbour })).toBe(200);
    expect(await statusOf(STORE)).toBe(200);
  });

  it('is counted as the user who they are where they may not go', async () => {
    const customer = gateway.person('customer');

    expect(await responses(MAX + 5, { method: 'get', path: '/users' }, { as: customer })).toEqual({ 403: MAX, 429: 5 });
    expect(await statusOf(ME)).toBe(401);
  });

  it.each<[string, number, Parameters<typeof request>]>([
    ['with a token that is none', 401, [ME, { headers: { Authorization: 'Bearer a.b.c' } }]],
    ['at an address where nothing is', 404, [{ method: 'get', path: '/nowhere' }]],
    ['by a method that is not possible', 405, [{ method: 'put', path: '/auth/me' }]],
    ['with an input that is wrong', 400, [{ method: 'post', path: '/auth/login' }]],
  ])('%s is rejected with their network', async (_what, status, requesting) => {
    expect(await responses(MAX + 1, ...requesting)).toEqual({ [status]: MAX, 429: 1 });
  });

  it('is rejected for cached pages too; a page counts once, cached or built', async () => {
    const path = `/stores/store-${counter}`;
    const somebody = gateway.person('customer');

    expect(await responses(MAX + 20, STORE, { path })).toEqual({ 200: MAX, 429: 20 });
    expect(await responses(MAX + 20, STORE, { path, as: somebody })).toEqual({ 200: MAX, 429: 20 });
    expect(await statusOf(STORE, { path, from: '198.51.100.3' })).toBe(200);
  });

  it('still gets images; webhooks of providers are always accepted', async () => {
    expect(await responses(MAX, ME)).toEqual({ 401: MAX });

    expect(await statusOf({ method: 'get', path: '/cdn/public/a.webp' })).not.toBe(429);
    const webhook = routes.find(({ path }) => path === '/webhooks/payments/{provider}')!;
    const { path } = sampleRequest(webhook);
    expect(await responses(MAX + 5, webhook, { path })).toEqual({ 200: MAX + 5 });
  });

  it('is rejected prices of shipping sooner than anything else, and may go on ordering', async () => {
    const quotes = routes.find(({ path }) => path === '/shipping/quotes')!;
    const { path, body } = sampleRequest(quotes);
    const priced = (from: string) => gateway.send(quotes, { path, body, headers: { 'X-Forwarded-For': from } });
    const statuses: number[] = [];
    for (let times = 0; times <= QUOTES_PER_MINUTE; times += 1) {
      const response = await priced(address);
      await response.arrayBuffer();
      statuses.push(response.status);
    }

    expect([statuses.at(-2), statuses.at(-1)]).toEqual([200, 429]);
    expect((await priced('198.51.100.7')).headers.get('ratelimit-limit')).toBeNull();
    expect(await statusOf(ME)).toBe(401);
  });

  it('is rejected codes of coupons, whether they are used or asked for', async () => {
    const buyer = gateway.person('customer');
    const [quotes, checkout] = ['/shipping/quotes', '/orders'].map((path) =>
      routes.find((route) => route.path === path && route.method === 'post'),
    );
    gateway.services.reply('coupons.quoteCoupon', () => ({ ...QUOTED, discountCents: [7] }));
    gateway.services.reply('fulfillment.quoteShipping', () => ({ quotes: [A_QUOTE] }));
    const trying = async (route: typeof quotes, as: Person | undefined) => {
      const { path, body } = sampleRequest(route!);
      return gateway.send(route!, { path, body: { ...Object(body), couponCode: 'natal-10' }, as });
    };

    expect((await trying(quotes, undefined)).status).toBe(401);
    const first = await trying(quotes, buyer);
    expect(await first.json()).toEqual({
      quotes: [{ ...A_QUOTE, discountCents: 7, totalCents: 1_000 + 300 - 7 }],
      couponCode: 'NATAL-10',
      discountFunder: 'seller',
      subtotalCents: 1_000,
    });
    const statuses: number[] = [];
    for (let times = 1; times <= COUPON_CODES_PER_MINUTE; times += 1) {
      const response = await trying(times % 2 ? checkout : quotes, buyer);
      await response.arrayBuffer();
      statuses.push(response.status);
    }
    expect([statuses.indexOf(429), (await trying(checkout, buyer)).status]).toEqual([COUPON_CODES_PER_MINUTE - 1, 429]);
  });

  it('is not counted where a route says why', () => {
    const uncounted = routes.filter(({ limit }) => limit && 'none' in limit).map(({ path }) => path);

    expect(uncounted).toEqual([
      '/webhooks/payments/{provider}',
      '/webhooks/transfers/{provider}',
      '/webhooks/transfers/{provider}/approval',
      '/webhooks/shipping/{provider}',
    ]);
  });
});

it('is rejected the 601st request of a minute', async () => {
  await using own = await startGateway({ config: { RATE_LIMITS: 'production' } });
  const statuses: number[] = [];
  for (let times = 0; times < 601; times += 1) {
    const response = await own.send(ME);
    await response.arrayBuffer();
    statuses.push(response.status);
  }

  expect([countsOf(statuses), statuses.at(-1)]).toEqual([{ 401: 600, 429: 1 }, 429]);
});

it.each([
  [{ RATE_LIMITS: 'production', NODE_ENV: 'development' }, 600],
  [{ NODE_ENV: 'production' }, 600],
  [{ NODE_ENV: 'development' }, 600_000],
  [{ RATE_LIMITS: 'off', NODE_ENV: 'production' }, undefined],
] as const)('with %j the limit is %s', (config, max) => {
  expect(accessCheckOf({ TRUST_PROXY: false, ...config } as Config, async () => null).limit?.max).toBe(max);
});

const countsOf = (statuses: readonly number[]): Record<number, number> =>
  Object.fromEntries([...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]));
