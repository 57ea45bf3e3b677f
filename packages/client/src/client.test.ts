import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiProblem, ApiUnreachable, type Client, createClient, type Kept } from './client.ts';

type Asked = { method: string; url: string; headers: IncomingHttpHeaders; body: string };
type Answer = (response: ServerResponse, asked: Asked) => void;

/** What the server does with each request, in order; the last for all that follow. */
let script: Answer[];
let asked: Asked[];
let baseUrl: string;

const server = createServer(async (request, response) => {
  const { method = '', url = '', headers } = request;
  const one = { method, url, headers, body: await text(request) };
  asked.push(one);
  const answer = script.length > 1 ? script.shift()! : script[0]!;
  answer(response, one);
});

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((closed) => server.close(closed));
});
beforeEach(() => {
  asked = [];
});

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
const problem = (status: number, code: string, more: object = {}, headers: Record<string, string> = {}) =>
  json({ status, code, detail: 'No', ...more }, status, { 'Content-Type': 'application/problem+json', ...headers });
const cut: Answer = (response) => response.destroy();
const silence: Answer = () => undefined;
const keysSent = () => asked.map(({ headers }) => headers['idempotency-key']);

const anonymous = () => createClient({ baseUrl });
const signedIn = (kept: Partial<Kept> = {}) => {
  let present: Kept | null = { accessToken: 'old', refreshToken: 'refresh-1', expiresAt: null, ...kept };
  const client = createClient({
    baseUrl,
    tokens: {
      read: () => present,
      write: (tokens) => {
        present = tokens;
      },
    },
  });
  return { client, kept: () => present };
};
const order = { shipping: {}, items: [] } as unknown as Parameters<Client['placeOrder']>[0]['body'];

describe('an operation', () => {
  it('puts what it is given into path, query and body', async () => {
    script = [json({})];
    await anonymous().listStoreProducts({ store_slug: 'a/b ç', sort: 'newest', limit: 5 });
    await signedIn().client.updateSellerProduct({ id: 'an-id', body: { title: 'Título' } });

    expect(asked.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', '/stores/a%2Fb%20%C3%A7/products?sort=newest&limit=5', ''],
      ['PATCH', '/seller-products/me/an-id', '{"title":"Título"}'],
    ]);
    expect(asked.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer old']);
  });

  it.each(['', '.', '..'])('never goes to another address by a path word: %j', async (store_slug) => {
    await expect(anonymous().getStore({ store_slug })).rejects.toThrow(TypeError);
    expect(asked).toEqual([]);
  });

  it('sends a file as a form', async () => {
    script = [json({})];
    const file = new Blob(['picture'], { type: 'image/png' });
    await signedIn().client.addProductImage({ productId: 'p', isPrimary: true, body: { file } });

    expect(asked[0]).toMatchObject({ url: '/seller-products/me/p/images?isPrimary=true' });
    expect(asked[0]!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(asked[0]!.body).toContain('picture');
  });

  it('gives JSON, nothing, or a file with its headers', async () => {
    script = [
      json({ id: 'u' }),
      (response) => response.writeHead(204).end(),
      (response) => response.writeHead(200, { 'Content-Type': 'image/png', 'X-Overflow-Top': '3' }).end('png'),
    ];
    const { client } = signedIn();
    const [user, nothing] = [await client.getOwnUser(), await client.deleteCustomerProfile()];
    const body = { artworkId: 'a', x: 0, y: 0, scale: 1, rotation: 0 };
    const picture = await client.previewPlacement({ templateId: 't', body });

    expect([user, nothing, picture.contentType]).toEqual([{ id: 'u' }, undefined, 'image/png']);
    expect([await picture.blob.text(), picture.headers.get('x-overflow-top')]).toEqual(['png', '3']);
  });

  it('is typed', async () => {
    script = [json({})];
    const { client } = signedIn();
    // @ts-expect-error -- a store has a slug
    await expect(client.listStoreProducts({ slug: 'a' })).rejects.toThrow(TypeError);
    // @ts-expect-error -- sorted by words that are known
    await client.listStoreProducts({ store_slug: 'a', sort: 'loudest' });
    // @ts-expect-error -- a user has no such member
    expect((await client.getOwnUser()).shoeSize).toBeUndefined();
    // @ts-expect-error -- not a list
    const never = client.all('getOwnUser');

    expect(never).toBeDefined();
  });

  it('tells a refusal as an error with all that was said', async () => {
    const errors = [{ path: 'items[0].quantity', code: 'too_big', message: 'must be at most 100' }];
    script = [problem(400, 'validation_failed', { errors, orderId: 'o' }, { 'X-Request-Id': 'r-1' })];
    const error: unknown = await signedIn()
      .client.placeOrder({ body: order })
      .catch((one: unknown) => one);

    expect(error).toBeInstanceOf(ApiProblem);
    expect(error).toMatchObject({
      operation: 'placeOrder',
      status: 400,
      code: 'validation_failed',
      message: 'No',
      fields: errors,
      requestId: 'r-1',
      problem: { orderId: 'o' },
    });
  });
});

describe('a call that fails on the way', () => {
  it.each([
    ['no answer', cut],
    ['503', problem(503, 'not_ready', {}, { 'Retry-After': '0' })],
    ['429', problem(429, 'rate_limited', {}, { 'Retry-After': '0' })],
  ])('with %s comes again with the same key, when it has one', async (_what, failure) => {
    script = [failure, failure, json({ id: 'o' }, 201)];
    const { client } = signedIn();

    expect(await client.placeOrder({ body: order })).toEqual({ id: 'o' });
    expect(await client.placeOrder({ body: order }, { idempotencyKey: 'mine' })).toEqual({ id: 'o' });
    const [first, ...others] = keysSent();
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(others).toEqual([first, first, 'mine']);
  });

  it('comes again when it only reads, and gives up in the end', async () => {
    script = [cut];

    await expect(anonymous().getHome()).rejects.toThrow(ApiUnreachable);
    expect(asked).toHaveLength(4);
  });

  it('does not come again when it changes something and has no key', async () => {
    script = [cut];

    await expect(anonymous().logIn({ body: { email: 'a@example.com', password: 'p' } })).rejects.toThrow(
      ApiUnreachable,
    );
    expect(keysSent()).toEqual([undefined]);
  });

  it('waits for its turn only when there is time for that', async () => {
    script = [problem(429, 'rate_limited', {}, { 'Retry-After': '3600' })];

    await expect(anonymous().getHome()).rejects.toMatchObject({ status: 429, retryAfterMs: 3_600_000 });
    expect(asked).toHaveLength(1);
  });

  it('ends with its deadline, and when it is called off', async () => {
    script = [silence];
    const caller = new AbortController();
    const calledOff = anonymous().getHome({}, { signal: caller.signal });
    caller.abort(new Error('not needed any more'));

    await expect(calledOff).rejects.toThrow('not needed any more');
    await expect(anonymous().getHome({}, { deadlineMs: 50 })).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

describe('a session', () => {
  /** Tokens as identity gives them: a refresh token works once, and a second time ends all. */
  const identity = () => {
    let generation = 1;
    let isRevoked = false;
    const answer: Answer = (response, one) => {
      if (one.url === '/auth/refresh') {
        const { refreshToken } = JSON.parse(one.body) as { refreshToken: string };
        isRevoked ||= refreshToken !== `refresh-${generation}`;
        if (isRevoked) return problem(401, 'invalid_token')(response, one);
        generation += 1;
        return json(pair())(response, one);
      }
      const isFresh = one.headers.authorization === `Bearer access-${generation}` && generation > 1;
      return (isFresh ? json({ id: 'u' }) : problem(401, 'unauthenticated'))(response, one);
    };
    const pair = () => ({
      accessToken: `access-${generation}`,
      refreshToken: `refresh-${generation}`,
      tokenType: 'bearer',
      expiresIn: 900,
    });
    return answer;
  };
  const refreshes = () => asked.filter(({ url }) => url === '/auth/refresh').length;

  it('is refreshed once for all calls that found their token ended, whatever they do', async () => {
    script = [identity()];
    const { client, kept } = signedIn();
    const calls = [client.getOwnUser(), client.getOwnUser(), client.placeOrder({ body: order }), client.listOrders()];

    expect(await Promise.all(calls)).toEqual(calls.map(() => ({ id: 'u' })));
    expect([refreshes(), kept()]).toMatchObject([1, { accessToken: 'access-2', refreshToken: 'refresh-2' }]);
    expect(await client.as({ accessToken: 'access-2' }).getOwnUser()).toEqual({ id: 'u' });
  });

  it('is refreshed before its token ends on the way', async () => {
    script = [identity()];
    const { client } = signedIn({ expiresAt: Date.now() + 1_000 });

    await Promise.all([client.getOwnUser(), client.getOwnUser()]);
    expect(asked.map(({ url }) => url)).toEqual(['/auth/refresh', '/users/me', '/users/me']);
  });

  it('that somebody else refreshed is taken from the store', async () => {
    script = [identity()];
    const { client } = signedIn();
    await client.getOwnUser();
    const refused = asked.length;
    await client.getOwnUser();

    expect([refreshes(), asked.length - refused]).toEqual([1, 1]);
  });

  it('that has ended is over: nobody is signed in', async () => {
    script = [problem(401, 'invalid_token'), problem(401, 'unauthenticated')];
    const { client, kept } = signedIn({ expiresAt: Date.now() });

    await expect(client.getOwnUser()).rejects.toMatchObject({ status: 401 });
    expect(kept()).toBeNull();
  });

  it('begins with a log-in and ends with a log-out', async () => {
    const tokens = { accessToken: 'new', refreshToken: 'r', tokenType: 'bearer', expiresIn: 900 };
    script = [json(tokens), json({ id: 'u' }), (response) => response.writeHead(204).end(), json({})];
    const client = anonymous();
    await client.logIn({ body: { email: 'a@example.com', password: 'p' } });
    await client.getOwnUser();
    await client.logOut();
    await client.getHome();

    expect(asked.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      'Bearer new',
      'Bearer new',
      undefined,
    ]);
  });
});

it('goes through a list a page at a time', async () => {
  script = [
    json({ orders: [{ id: 1 }, { id: 2 }], total: 3, skip: 0, limit: 2 }),
    json({ orders: [{ id: 3 }], total: 3, skip: 2, limit: 2 }),
  ];
  const ids: unknown[] = [];
  for await (const { id } of signedIn().client.all('listOwnOrders', { limit: 2, search: 'x' })) ids.push(id);

  expect([ids, asked.map(({ url }) => url)]).toEqual([
    [1, 2, 3],
    ['/orders/me?search=x&skip=0&limit=2', '/orders/me?search=x&skip=2&limit=2'],
  ]);
});

it('sends a file to where it was told, again when storage was not there', async () => {
  script = [problem(503, 'storage_unavailable', {}, { 'Retry-After': '0' }), (response) => response.end()];
  const presigned = { uploadUrl: `${baseUrl}/storage/a.png?sig`, headers: { 'Content-Type': 'image/png' } };
  await signedIn().client.upload(presigned, new TextEncoder().encode('picture'));

  expect(
    asked.map(({ method, body, headers }) => [method, body, headers['content-type'], headers.authorization]),
  ).toEqual(Array(2).fill(['PUT', 'picture', 'image/png', undefined]));
});
