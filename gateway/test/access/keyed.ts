import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRoute } from '../../src/routes/route.ts';
import { routes } from '../../src/routes/index.ts';
import { type Person, startGateway, type TestGateway } from '../gateway.ts';
import { sampleRequest } from '../sample-requests.ts';

let gateway: TestGateway;
let admin: Person;
beforeAll(async () => {
  gateway = await startGateway();
  admin = gateway.person('customer', 'seller', 'admin');
});
afterAll(() => gateway[Symbol.asyncDispose]());

const named = (route: AnyRoute) => [`${route.method} ${route.path}`, route] as const;
const writes = routes.filter(({ method }) => method === 'post' || method === 'patch');

describe.each(writes.filter(({ notIdempotent }) => notIdempotent === undefined).map(named))('%s', (name, route) => {
  it('gives the stored response when its key comes again', async () => {
    const send = () =>
      gateway.send(route, {
        as: admin,
        ...sampleRequest(route),
        headers: { 'Idempotency-Key': `key of ${name}`.replaceAll(' ', '-') },
      });
    const responses = [await send(), await send()];

    expect(responses.map(({ status }) => status)).toEqual([route.status ?? 200, route.status ?? 200]);
    expect(responses.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
  });
});

it('leaves out only routes that say why', () => {
  const without = writes
    .filter(({ notIdempotent }) => notIdempotent !== undefined)
    .map(({ method, path }) => `${method} ${path}`);

  expect(without.toSorted()).toEqual([
    'post /auth/login',
    'post /auth/refresh',
    'post /products/templates/import-psd/presign',
    'post /products/templates/{id}/images/presign',
    'post /products/templates/{id}/images/presign-batch',
    'post /products/templates/{templateId}/preview-placement',
    'post /products/types/{id}/press-profile/presign',
    'post /profiles/seller/me/upload-url',
    'post /shipping/poll-tracking',
    'post /shipping/quotes',
    'post /stores/{store_slug}/products/{product_slug}/preview',
    'post /waitlist/invite/validate',
    'post /webhooks/payments/{provider}',
    'post /webhooks/shipping/{provider}',
    'post /webhooks/transfers/{provider}',
    'post /webhooks/transfers/{provider}/approval',
  ]);
});

describe('what a key is good for', () => {
  const join = routes.find(({ path, method }) => path === '/waitlist' && method === 'post')!;
  const pay = routes.find(({ path }) => path === '/orders/{orderId}/pay')!;
  const id = '01900000-0000-7000-8000-00000000000a';
  const isReplay = async (path: string, as: Person, key: string, method: 'post' | 'get' = 'post') => {
    const response = await gateway.send({ method, path }, { as, headers: { 'Idempotency-Key': key } });
    return response.headers.get('idempotency-replayed') === 'true';
  };

  it('is one caller: another with the same key and body gets a response of their own', async () => {
    const [one, other] = [gateway.person('customer'), gateway.person('customer')];
    const path = `/orders/${id}/pay`;

    expect([await isReplay(path, one, 'k'), await isReplay(path, other, 'k'), await isReplay(path, one, 'k')]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it.each([
    [`/orders/${id}/pay`, `/ORDERS/${id}/Pay`],
    [`/orders/${id}/pay`, `/orders/${id}/pay/`],
    [`/orders/${id}/pay`, `/orders/${id.toUpperCase()}/pay`],
    [`/orders/${id}/pay`, `/orders/${id.replace('a', '%61')}/pay`],
  ])('is one command, whether written as %s or as %s', async (first, second) => {
    const person = gateway.person('customer');

    expect([await isReplay(first, person, 'spelt'), await isReplay(second, person, 'spelt')]).toEqual([false, true]);
  });

  it('is one record: another id in the path is another command', async () => {
    const person = gateway.person('customer');
    const other = id.replace(/a$/, 'b');

    expect([
      await isReplay(`/orders/${id}/pay`, person, 'k'),
      await isReplay(`/orders/${other}/pay`, person, 'k'),
    ]).toEqual([false, false]);
  });

  it('is the client address without a session', async () => {
    await using proxied = await startGateway({ config: { TRUST_PROXY: 1 } });
    const isReplayFrom = async (address: string) => {
      const headers = { 'Idempotency-Key': 'anonymous', 'X-Forwarded-For': address };
      const response = await proxied.send(join, { ...sampleRequest(join), headers });
      return response.headers.get('idempotency-replayed') === 'true';
    };

    expect([
      await isReplayFrom('203.0.113.7'),
      await isReplayFrom('203.0.113.8'),
      await isReplayFrom('203.0.113.7'),
    ]).toEqual([false, false, true]);
  });

  it('is never shown by its digest: it is keyed by the key', async () => {
    const digests = ['one', 'two'].map(async (key) => {
      await gateway.send(join, { ...sampleRequest(join), headers: { 'Idempotency-Key': key } });
      return gateway.services.requested.findLast(({ call }) => call.idempotency?.key === key)!.call.idempotency!
        .bodyDigest;
    });

    expect(new Set(await Promise.all(digests)).size).toBe(2);
  });

  it.each(['has space', 'ümlaut', 'x'.repeat(256)])(
    'must be visible ASCII of at most 255 characters: %j',
    async (key) => {
      const headers = { 'Idempotency-Key': Buffer.from(key).toString('latin1') };
      const response = await gateway.send(pay, { as: admin, path: `/orders/${id}/pay`, headers });

      expect(response.status).toBe(400);
    },
  );
});
