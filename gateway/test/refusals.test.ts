import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Log } from '@estampa/kit/log';
import { type Person, startEdge, type TestEdge } from './edge.ts';

const MEGABYTE = 1024 * 1024;
const ID = '01900000-0000-7000-8000-000000000001';
const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

let edge: TestEdge;
let admin: Person;
beforeAll(async () => {
  edge = await startEdge();
  admin = edge.person('customer', 'seller', 'admin');
});
afterAll(() => edge[Symbol.asyncDispose]());

const ids = (count: number) => Array.from({ length: count }, () => randomUUID());
const dictionary = <T>(keys: number, value: T) => Object.fromEntries(ids(keys).map((key) => [key, value]));

const product = (variants: object[]) => ({ productTypeId: ID, artworkId: ID, title: 'T', variants });
const variant = (more: object = {}) => ({ productVariantId: randomUUID(), priceCents: 1_000, ...more });
const order = (item: object) => ({
  shipping: { cep: '01310100', street: 'S', number: '1', neighborhood: 'N', city: 'C', state: 'SP' },
  items: [{ sellerProductId: ID, variantId: ID, quantity: 1, ...item }],
});

type Row = readonly [name: string, method: 'get' | 'post' | 'patch', path: string, body: unknown, status: number];

describe('a request is refused, or taken, at the edge of each limit', () => {
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
    const response = await edge.send({ method, path: path.split('?')[0]! }, { as: admin, path, body });

    expect(response.status).toBe(status);
  });

  it('tells 50 of many failing fields, and how many more there are', async () => {
    const twice = variant();
    const body = product(Array(700).fill(twice));
    const response = await edge.send({ method: 'post', path: '/seller-products/me' }, { as: admin, body });
    const { errors, detail } = (await response.json()) as { errors: object[]; detail: string };

    expect(errors).toHaveLength(50);
    expect(errors[0]).toEqual({ path: 'variants[1].productVariantId', code: 'duplicate', message: 'is given twice' });
    expect(detail).toMatch(/ \(\+649 more\)$/);
  });

  it('repeats no more than a part of what was sent', async () => {
    const body = order({ selectedOptions: { ['k'.repeat(100_000)]: 'v' } });
    const response = await edge.send({ method: 'post', path: '/orders' }, { as: admin, body });

    expect([response.status, (await response.text()).length < 2_000]).toEqual([400, true]);
  });

  it('takes ids in either case, as one', async () => {
    const path = `/payouts?sellerProfileId=${ID.replaceAll('0', 'a').toUpperCase()}`;
    await edge.send({ method: 'get', path: '/payouts' }, { as: admin, path });
    const { request } = edge.services.asked.findLast(({ method }) => method === 'payouts.listPayouts')!;

    expect(request.sellerProfileId).toBe(ID.replaceAll('0', 'a'));
  });
});

describe('a body', () => {
  const post = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(edge.url + path, {
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

  it('that nobody asked for is measured too', async () => {
    const [small, large] = ['x', 'x'.repeat(MEGABYTE + 1)].map((body) => post(`/orders/${ID}/pay`, body));

    expect([(await small!).status, (await large!).status]).toEqual([200, 413]);
  });
});

describe('an address', () => {
  it.each([
    ['/stores/%E0%A4%A', 404],
    ['/stores/%00', 404],
    ['/%', 404],
    ['/stores/..%2f..%2fx', 404],
    ['//evil.example:99999/', 404],
    ['/\\evil.example:99999/', 404],
    ['*', 404],
    ['http://evil.example:99999/openapi.json', 200],
    ['http://evil.example:99999', 404],
    ['http://[::1/openapi.json', 200],
    ['/openapi.json#x', 200],
  ])('%s', async (target, status) => {
    const answer = await raw(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);

    expect(answer.split('\r\n')[0]).toContain(` ${status} `);
    if (status === 404) expect(answer).toContain('application/problem+json');
  });
});

describe('what is no HTTP', () => {
  it.each([
    ['GARBAGE\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['POST /waitlist HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
  ])('%j', async (request, status) => {
    const answer = await raw(request);

    expect(answer.split('\r\n')[0]).toContain(` ${status} `);
    expect(answer).toContain('application/problem+json');
  });
});

describe('a traceparent', () => {
  it.each([
    [TRACEPARENT, TRACEPARENT],
    [TRACEPARENT.toUpperCase(), null],
    [`${TRACEPARENT}-x`, null],
    [`${TRACEPARENT}\t`, TRACEPARENT],
    [`\t${TRACEPARENT} ü`, null],
    ['a\tb', null],
    ['\u00ff', null],
    ['x'.repeat(12_000), null],
    [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, null],
    [`ff-${TRACEPARENT.slice(3)}`, null],
  ])('%j is passed on as %j', async (sent, passed) => {
    const requestId = randomUUID();
    const head = `GET /stores/a-store HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Request-Id: ${requestId}\r\n`;
    const answer = await raw(`${head}traceparent: ${sent}\r\n\r\n`);
    const { call } = edge.services.asked.find((one) => one.call.requestId === requestId)!;

    expect([answer.split('\r\n')[0], call.traceparent]).toEqual(['HTTP/1.1 200 OK', passed]);
  });
});

describe('who goes away', () => {
  it('in the middle of a body is no error of ours', async () => {
    const lines: string[] = [];
    const { promise: noticed, resolve } = Promise.withResolvers<void>();
    const write = (level: string) => (_about: object, text: string) => {
      lines.push(`${level}: ${text}`);
      resolve();
    };
    const log = {
      error: write('error'),
      warn: write('warn'),
      info: write('info'),
      debug: write('debug'),
    } as unknown as Log;
    await using own = await startEdge({ log });
    const socket = connect(own.port, '127.0.0.1');
    const head = `POST /waitlist HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n`;
    socket.write(head);
    // The body is being read once the gateway asks for it.
    await new Promise((asked) => socket.once('data', asked));
    socket.write('{"email":');
    socket.destroy();
    await noticed;

    expect(lines).toEqual(['debug: the client went away']);
  });
});

describe('the address of a client', () => {
  it.each<[false | number | string[], string, string]>([
    [false, '203.0.113.7', '127.0.0.1'],
    [1, '203.0.113.7', '203.0.113.7'],
    [1, '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    [2, '198.51.100.1, 203.0.113.7', '198.51.100.1'],
    [['loopback', '203.0.113.0/24'], '198.51.100.1, 203.0.113.7', '198.51.100.1'],
    [['10.0.0.0/8'], '203.0.113.7', '127.0.0.1'],
    [1, '::ffff:203.0.113.7', '203.0.113.7'],
    [1, '2001:db8::1', '2001:db8::1'],
    [1, 'nonsense'.repeat(500), '127.0.0.1'],
  ])('with trust in %j and a header of %s is %s', async (TRUST_PROXY, forwarded, address) => {
    await using own = await startEdge({ config: { TRUST_PROXY } });
    await own.send({ method: 'get', path: '/stores/a-store' }, { headers: { 'X-Forwarded-For': forwarded } });

    expect(own.services.asked.at(-1)?.call.clientAddress).toBe(address);
  });
});

/** Bytes as they are, for what no client library would send. */
function raw(request: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(edge.port, '127.0.0.1');
  const answer: Buffer[] = [];
  socket.on('data', (bytes) => answer.push(bytes));
  socket.on('close', () => resolve(Buffer.concat(answer).toString()));
  socket.on('error', reject);
  socket.write(Buffer.from(request, 'latin1'));
  return promise;
}
