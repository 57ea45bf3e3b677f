import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DomainError } from '@estampa/kernel/errors';
import type { Log } from '@estampa/kit/telemetry/log';
import { type Person, startGateway, type TestGateway } from '../gateway.ts';

const MEGABYTE = 1024 * 1024;
const ID = '01900000-0000-7000-8000-000000000001';

let gateway: TestGateway;
let admin: Person;
beforeAll(async () => {
  gateway = await startGateway();
  admin = gateway.person('customer', 'seller', 'admin');
});
afterAll(() => gateway[Symbol.asyncDispose]());

const ids = (count: number) => Array.from({ length: count }, () => randomUUID());
const dictionary = <T>(keys: number, value: T) => Object.fromEntries(ids(keys).map((key) => [key, value]));

const product = (variants: object[]) => ({ productTypeId: ID, artworkId: ID, title: 'T', variants });
const variant = (more: object = {}) => ({ productVariantId: randomUUID(), priceCents: 1_000, ...more });
const order = (item: object) => ({
  shipping: { cep: '01310100', street: 'S', number: '1', neighborhood: 'N', city: 'C', state: 'SP' },
  items: [{ sellerProductId: ID, variantId: ID, quantity: 1, ...item }],
});

type Row = readonly [name: string, method: 'get' | 'post' | 'patch', path: string, body: unknown, status: number];

describe('a request is rejected, or taken, at the edge of each limit', () => {
  it.each<Row>([
    ['200 keys of a dictionary', 'post', '/orders', order({ selectedOptions: dictionary(200, 'v') }), 201],
    ['201 keys of a dictionary', 'post', '/orders', order({ selectedOptions: dictionary(201, 'v') }), 400],
    ['1,500 selected options', 'post', '/orders', order({ selectedOptions: dictionary(1_500, 'v') }), 400],
    [
      '200 allowed options',
      'post',
      '/seller-products/me',
      product([variant({ allowedOptions: dictionary(200, ['v']) })]),
      201,
    ],
    [
      '1,500 allowed options',
      'post',
      '/seller-products/me',
      product([variant({ allowedOptions: dictionary(1_500, ['v']) })]),
      400,
    ],
    [
      '200 allowed values',
      'post',
      '/seller-products/me',
      product([variant({ allowedOptions: { color: ids(200) } })]),
      201,
    ],
    [
      '201 allowed values',
      'post',
      '/seller-products/me',
      product([variant({ allowedOptions: { color: ids(201) } })]),
      400,
    ],
    ['a variant listed once', 'post', '/seller-products/me', product([variant()]), 201],
    ['a variant listed 700 times', 'post', '/seller-products/me', product(Array(700).fill(variant())), 400],
    ['100 lines', 'post', '/orders', { ...order({}), items: Array(100).fill(order({}).items[0]) }, 201],
    ['101 lines', 'post', '/orders', { ...order({}), items: Array(101).fill(order({}).items[0]) }, 400],
    ['the first year', 'get', '/orders/me?created_from=1970-01-01', undefined, 200],
    ['a year before', 'get', '/orders/me?created_from=1969-12-31', undefined, 400],
    ['the last year', 'get', '/orders/me?created_to=2999-12-31', undefined, 200],
    ['a year after', 'get', '/orders/me?created_to=3000-01-01', undefined, 400],
    ['the year 0', 'get', '/orders/me?created_at=0000-01-01', undefined, 400],
    ['a time far off', 'get', '/orders/me?created_to=9999-12-31T23:59:59Z', undefined, 400],
    ['limit 100', 'get', '/orders/me?limit=100', undefined, 200],
    ['limit 101', 'get', '/orders/me?limit=101', undefined, 400],
    ['limit 0', 'get', '/orders/me?limit=0', undefined, 400],
    ['a hexadecimal limit', 'get', '/orders/me?limit=0x1', undefined, 400],
    ['a limit with a line break', 'get', '/orders/me?limit=%0A1e0', undefined, 400],
    ['an empty skip', 'get', '/orders/me?skip=', undefined, 400],
    ['two limits', 'get', '/orders/me?limit=1&limit=2', undefined, 400],
    ['the last page there can be', 'get', '/orders/me?skip=2147483647', undefined, 200],
    ['a page beyond', 'get', '/orders/me?skip=2147483648', undefined, 400],
    ['an id that is none', 'get', '/payouts?sellerProfileId=me', undefined, 400],
  ])('%s', async (_name, method, path, body, status) => {
    const response = await gateway.send({ method, path: path.split('?')[0]! }, { as: admin, path, body });

    expect(response.status).toBe(status);
  });

  it('lists 50 of many failing fields, and how many more there are', async () => {
    const twice = variant();
    const body = product(Array(700).fill(twice));
    const response = await gateway.send({ method: 'post', path: '/seller-products/me' }, { as: admin, body });
    const { errors, detail } = (await response.json()) as { errors: object[]; detail: string };

    expect(errors).toHaveLength(50);
    expect(errors[0]).toEqual({ path: 'variants[1].productVariantId', code: 'duplicate', message: 'is given twice' });
    expect(detail).toMatch(/ \(\+649 more\)$/);
  });

  it('repeats no more than a part of what was sent', async () => {
    const body = order({ selectedOptions: { ['k'.repeat(100_000)]: 'v' } });
    const response = await gateway.send({ method: 'post', path: '/orders' }, { as: admin, body });

    expect([response.status, (await response.text()).length < 2_000]).toEqual([400, true]);
  });

  it('takes ids in either case, as one', async () => {
    const path = `/payouts?sellerProfileId=${ID.replaceAll('0', 'a').toUpperCase()}`;
    await gateway.send({ method: 'get', path: '/payouts' }, { as: admin, path });
    const { request } = gateway.services.requested.findLast(({ method }) => method === 'payouts.listPayouts')!;

    expect(request.sellerProfileId).toBe(ID.replaceAll('0', 'a'));
  });
});

describe('a rejection of a service', () => {
  it.each([
    ['its route declares it', 'document_required', [400, 'document_required', undefined]],
    ['another route declares it', 'own_store', [500, 'internal_error', expect.stringContaining('400 own_store')]],
  ])('passes outside production when %s', async (_name, code, expected) => {
    const logged: { msg: string; err: Error }[] = [];
    const log = { error: (about: { err: Error }, msg: string) => logged.push({ ...about, msg }) } as unknown as Log;
    await using strict = await startGateway({ checkResponses: true, log });
    strict.services.reply('orders.placeOrder', () => {
      throw new DomainError('invalid', code, 'No');
    });
    const route = { method: 'post', path: '/orders' } as const;
    const response = await strict.send(route, { as: strict.person('customer'), body: order({}) });
    const { code: reported } = (await response.json()) as { code: string };

    expect([response.status, reported, logged[0]?.err.message]).toEqual(expected);
  });
});

describe('a rejection of an unauthorized caller', () => {
  it.each([
    ['the role is missing', { method: 'get', path: '/audit' }, {}],
    ['a service refuses', { method: 'get', path: '/orders/:orderId' }, { path: `/orders/${ID}?secret=x` }],
  ] as const)('is told in the log with who it was when %s', async (_name, route, options) => {
    const logged: object[] = [];
    const log = { info: (about: object, msg: string) => logged.push({ ...about, msg }) } as unknown as Log;
    await using telling = await startGateway({ log });
    telling.services.reply('orders.getOrder', () => {
      throw new DomainError('forbidden', 'forbidden', 'No');
    });
    const person = telling.person('customer');
    const response = await telling.send(route, { as: person, ...options });

    expect(response.status).toBe(403);
    const path = 'path' in options ? `/orders/${ID}` : '/audit';
    expect(logged).toEqual([
      { msg: 'forbidden', method: 'GET', path, requestId: expect.any(String), userId: person.userId },
    ]);
  });
});

describe('a body', () => {
  const post = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(gateway.url + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${admin.token}`, 'Content-Type': 'application/json', ...headers },
      body,
    });

  it.each([
    ['is no JSON', '{"a":', {}, 400],
    ['is not what its encoding says', '{}', { 'Content-Encoding': 'gzip' }, 400],
    ['has an encoding that nobody knows', '{}', { 'Content-Encoding': 'x' }, 415],
    ['has a charset that nobody knows', '{}', { 'Content-Type': 'application/json; charset=x' }, 415],
    ['is over 1 MB', JSON.stringify({ a: 'x'.repeat(MEGABYTE) }), {}, 413],
    [
      'is over 1 MB when unpacked',
      gzipSync(JSON.stringify({ a: 'x'.repeat(MEGABYTE) })),
      { 'Content-Encoding': 'gzip' },
      413,
    ],
    ['is nested 200,000 deep', '['.repeat(200_000), {}, 400],
  ] as const)('%s', async (_name, body, headers, status) => {
    const response = await post('/orders', body, headers);

    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      expect.stringContaining('problem+json'),
    ]);
  });

  it.each([
    ['JSON', '/orders', MEGABYTE, [400, 413], '1 MB'],
    ['a notification', '/webhooks/payments/asaas', 64 * 1024, [200, 413], '64 KB'],
    ['a notification', '/webhooks/shipping/melhorenvio', 64 * 1024, [200, 413], '64 KB'],
  ] as const)('of %s at %s has at most %i bytes', async (_what, path, bytes, statuses, words) => {
    const responses = [await post(path, '{}'.padEnd(bytes)), await post(path, '{}'.padEnd(bytes + 1))];

    expect(responses.map(({ status }) => status)).toEqual(statuses);
    expect(await responses[1]!.json()).toMatchObject({
      code: 'body_too_large',
      detail: `The body is larger than ${words}`,
    });
  });

  it('is limited too where no body is expected', async () => {
    const [small, large] = ['x', 'x'.repeat(MEGABYTE + 1)].map((body) => post(`/orders/${ID}/pay`, body));

    expect([(await small!).status, (await large!).status]).toEqual([200, 413]);
  });
});
