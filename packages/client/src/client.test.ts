import { describe, expect, it } from 'vitest';
import { ApiProblem, ApiUnreachable, createClient } from './client.ts';
import { type Reply, json, order, problem, scriptedApi, signedIn } from './scripted-api.ts';

const api = scriptedApi();
const cut: Reply = (response) => response.destroy();
const silence: Reply = () => undefined;
const keysSent = () => api.requested.map(({ headers }) => headers['idempotency-key']);
const anonymous = () => createClient({ baseUrl: api.baseUrl });

describe('an operation', () => {
  it('puts what it is given into path, query and body', async () => {
    api.script = [json({})];
    await anonymous().listStoreProducts({ store_slug: 'a/b ç', sort: 'newest', limit: 5 });
    await signedIn(api.baseUrl).client.updateSellerProduct({ id: 'an-id', body: { title: 'Título' } });

    expect(api.requested.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', '/stores/a%2Fb%20%C3%A7/products?sort=newest&limit=5', ''],
      ['PATCH', '/seller-products/me/an-id', '{"title":"Título"}'],
    ]);
    expect(api.requested.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer old']);
  });

  it.each(['', '.', '..'])('never goes to another address by a path word: %j', async (store_slug) => {
    await expect(anonymous().getStore({ store_slug })).rejects.toThrow(TypeError);
    expect(api.requested).toEqual([]);
  });

  it('sends a file as a form', async () => {
    api.script = [json({})];
    const file = new Blob(['picture'], { type: 'image/png' });
    await signedIn(api.baseUrl).client.addProductImage({ productId: 'p', isPrimary: true, body: { file } });

    expect(api.requested[0]).toMatchObject({ url: '/seller-products/me/p/images?isPrimary=true' });
    expect(api.requested[0]!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(api.requested[0]!.body).toContain('picture');
  });

  it('gives JSON, nothing, or a file with its headers', async () => {
    api.script = [
      json({ id: 'u' }),
      (response) => response.writeHead(204).end(),
      (response) => response.writeHead(200, { 'Content-Type': 'image/png', 'X-Overflow-Top': '3' }).end('png'),
    ];
    const { client } = signedIn(api.baseUrl);
    const [user, nothing] = [await client.getOwnUser(), await client.deleteCustomerProfile()];
    const body = { artworkId: 'a', x: 0, y: 0, scale: 1, rotation: 0 };
    const image = await client.previewPlacement({ templateId: 't', body });

    expect([user, nothing, image.contentType]).toEqual([{ id: 'u' }, undefined, 'image/png']);
    expect([await image.blob.text(), image.headers.get('x-overflow-top')]).toEqual(['png', '3']);
  });

  it('is typed', async () => {
    api.script = [json({})];
    const { client } = signedIn(api.baseUrl);
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

  it('throws a rejection as an error with its body and headers', async () => {
    const errors = [{ path: 'items[0].quantity', code: 'too_big', message: 'must be at most 100' }];
    api.script = [problem(400, 'validation_failed', { errors, orderId: 'o' }, { 'X-Request-Id': 'r-1' })];
    const error: unknown = await signedIn(api.baseUrl)
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

  it('returns the complete response on request, rejections too', async () => {
    api.script = [json({ id: 'o' }, 201, { 'Idempotency-Replayed': 'true' }), problem(409, 'already_exists'), cut];
    const { client } = signedIn(api.baseUrl);
    const placed = await client.exchange('placeOrder', { body: order });
    const rejected = await client.exchange('placeOrder', { body: order });

    expect([placed.status, placed.response, placed.headers.get('idempotency-replayed'), placed.problem]).toEqual([
      201,
      { id: 'o' },
      'true',
      undefined,
    ]);
    expect([rejected.status, rejected.problem?.code, rejected.response]).toEqual([409, 'already_exists', undefined]);
    await expect(client.exchange('logOut')).rejects.toThrow(ApiUnreachable);
  });
});

describe('a call that fails on the way', () => {
  it.each([
    ['no answer', cut],
    ['503', problem(503, 'not_ready', {}, { 'Retry-After': '0' })],
    ['429', problem(429, 'rate_limited', {}, { 'Retry-After': '0' })],
  ])('with %s comes again with the same key, when it has one', async (_what, failure) => {
    api.script = [failure, failure, json({ id: 'o' }, 201)];
    const { client } = signedIn(api.baseUrl);

    expect(await client.placeOrder({ body: order })).toEqual({ id: 'o' });
    expect(await client.placeOrder({ body: order }, { idempotencyKey: 'mine' })).toEqual({ id: 'o' });
    const [first, ...others] = keysSent();
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(others).toEqual([first, first, 'mine']);
  });

  it('comes again when it only reads, and gives up in the end', async () => {
    api.script = [cut];

    await expect(anonymous().getHome()).rejects.toThrow(ApiUnreachable);
    expect(api.requested).toHaveLength(4);
  });

  it('does not come again when it changes something and has no key', async () => {
    api.script = [cut];

    await expect(anonymous().logIn({ body: { email: 'a@example.com', password: 'p' } })).rejects.toThrow(
      ApiUnreachable,
    );
    expect(keysSent()).toEqual([undefined]);
  });

  it('waits for the rate limit only when there is time for that', async () => {
    api.script = [problem(429, 'rate_limited', {}, { 'Retry-After': '3600' })];

    await expect(anonymous().getHome()).rejects.toMatchObject({ status: 429, retryAfterMs: 3_600_000 });
    expect(api.requested).toHaveLength(1);
  });

  it('ends with its deadline, and when it is called off', async () => {
    api.script = [silence];
    const caller = new AbortController();
    const calledOff = anonymous().getHome({}, { signal: caller.signal });
    caller.abort(new Error('not needed any more'));

    await expect(calledOff).rejects.toThrow('not needed any more');
    await expect(anonymous().getHome({}, { deadlineMs: 50 })).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

it('goes through a list a page at a time', async () => {
  api.script = [
    json({ orders: [{ id: 1 }, { id: 2 }], total: 3, skip: 0, limit: 2 }),
    json({ orders: [{ id: 3 }], total: 3, skip: 2, limit: 2 }),
  ];
  const ids: unknown[] = [];
  for await (const { id } of signedIn(api.baseUrl).client.all('listOwnOrders', { limit: 2, search: 'x' })) ids.push(id);

  expect([ids, api.requested.map(({ url }) => url)]).toEqual([
    [1, 2, 3],
    ['/orders/me?search=x&skip=0&limit=2', '/orders/me?search=x&skip=2&limit=2'],
  ]);
});

it('uploads a file to the presigned address, again when storage was unreachable', async () => {
  api.script = [problem(503, 'storage_unavailable', {}, { 'Retry-After': '0' }), (response) => response.end()];
  const presigned = { uploadUrl: `${api.baseUrl}/storage/a.png?sig`, headers: { 'Content-Type': 'image/png' } };
  await signedIn(api.baseUrl).client.upload(presigned, new TextEncoder().encode('picture'));

  expect(
    api.requested.map(({ method, body, headers }) => [method, body, headers['content-type'], headers.authorization]),
  ).toEqual(Array(2).fill(['PUT', 'picture', 'image/png', undefined]));
});
