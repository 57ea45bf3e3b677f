import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Log } from '@estampa/kit/telemetry/log';
import { startGateway, type TestGateway } from '../gateway.ts';

const UPLOAD = '/storage/pictures/private/a.png?X-Amz-Signature=s&X-Amz-Expires=900&x-id=PutObject';
const IMAGE = '/cdn/public/a.webp';
const STORE_XML = '<Error><Code>AccessDenied</Code><HostId>store-7.internal</HostId></Error>';

/** An object store whose responses a test decides. */
async function startStore(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  };
  return { url, [Symbol.asyncDispose]: async () => void (await close()) };
}

/** What the object store behind the gateway does in a test. */
let respond: RequestListener;
let store: Awaited<ReturnType<typeof startStore>>;
let gateway: TestGateway;
beforeAll(async () => {
  store = await startStore((request, response) => respond(request, response));
  gateway = await startGateway({ config: { STORAGE_URL: store.url } });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
});

async function shown(response: Response) {
  const text = await response.text();
  return {
    status: response.status,
    code: text ? (JSON.parse(text) as { code: string }).code : null,
    leaks: /<|internal|Amz/.test(text),
  };
}

describe('responses of the object store', () => {
  it.each([
    [200, 200, null],
    [400, 403, 'upload_refused'],
    [403, 403, 'upload_refused'],
    [404, 403, 'upload_refused'],
    [412, 403, 'upload_refused'],
    [307, 502, 'storage_failed'],
    [500, 502, 'storage_failed'],
    [503, 502, 'storage_failed'],
  ])('to an upload: %i becomes %i', async (responded, status, code) => {
    respond = (request, outcome) => {
      request.resume();
      outcome.writeHead(responded, { location: 'http://store-7.internal/', 'x-amz-id-2': 'x' });
      outcome.end(responded === 200 ? '' : STORE_XML);
    };
    const response = await fetch(gateway.url + UPLOAD, { method: 'PUT', body: 'x', redirect: 'manual' });

    expect([response.headers.get('location'), response.headers.get('x-amz-id-2')]).toEqual([null, null]);
    expect(await shown(response)).toEqual({ status, code, leaks: false });
  });

  it.each([
    [403, 404, 'not_found'],
    [404, 404, 'not_found'],
    [416, 416, 'range_not_satisfiable'],
    [301, 502, 'storage_failed'],
    [500, 502, 'storage_failed'],
  ])('for an image: %i becomes %i', async (responded, status, code) => {
    respond = (_request, response) => response.writeHead(responded).end(STORE_XML);

    expect(await shown(await fetch(gateway.url + IMAGE, { redirect: 'manual' }))).toEqual({
      status,
      code,
      leaks: false,
    });
  });
});

it('says that storage cannot be reached, and not where it is', async () => {
  await using alone = await startGateway();
  const upload = await fetch(alone.url + UPLOAD, { method: 'PUT', body: 'x' });
  const image = await fetch(alone.url + IMAGE);

  for (const response of [upload, image]) {
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await shown(response)).toEqual({ status: 503, code: 'storage_unavailable', leaks: false });
  }
});

it('is rejected with 408 once its sender falls silent, which is no failure of ours', async () => {
  const gaveUp = Promise.withResolvers<void>();
  respond = (request) => void request.resume().once('close', gaveUp.resolve);
  const logged: string[] = [];
  const log = { error: (_about: object, text: string) => logged.push(text) } as unknown as Log;
  await using impatient = await startGateway({ config: { STORAGE_URL: store.url, UPLOAD_SILENCE_MS: 200 }, log });
  const socket = connect(impatient.port, '127.0.0.1');
  socket.write(`PUT ${UPLOAD} HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nContent-Length: 10\r\n\r\n12345`);
  const [sent] = (await once(socket, 'data')) as [Buffer];
  await gaveUp.promise;
  socket.destroy();

  expect([sent.toString(), logged]).toEqual([expect.stringContaining('HTTP/1.1 408 '), []]);
});

it('takes a parameter for what it is, also behind a second question mark', async () => {
  const hidden = UPLOAD.replace('&', '?x&acl&');

  expect(await shown(await fetch(gateway.url + hidden, { method: 'PUT', body: 'x' }))).toMatchObject({ status: 400 });
});

it.each([
  ['expired or signed for another type', 'PUT', 'image/png', 403, 'upload_refused'],
  ['posted', 'POST', 'image/png', 405, 'method_not_allowed'],
  ['read', 'GET', undefined, 405, 'method_not_allowed'],
  ['of two types in one header', 'PUT', 'image/png, image/png', 400, 'duplicate_header'],
])('an upload that is %s is rejected in our words', async (_what, method, type, status, code) => {
  respond = (request, rejection) => {
    request.resume();
    rejection.writeHead(403).end(STORE_XML);
  };
  const body = method === 'GET' ? {} : { body: 'x' };
  const response = await fetch(gateway.url + UPLOAD, {
    method,
    ...body,
    headers: type ? { 'Content-Type': type } : {},
  });

  expect(response.headers.get('content-type')).toContain('problem+json');
  expect(await shown(response)).toEqual({ status, code, leaks: false });
});

it('serves a part of an image for a range request', async () => {
  respond = (request, part) => {
    expect(request.headers.range).toBe('bytes=2-3');
    part.writeHead(206, {
      'Content-Range': 'bytes 2-3/10',
      'Content-Type': 'image/webp',
      'Accept-Ranges': 'bytes',
    });
    part.end('cd');
  };
  await using open = await startGateway({ config: { STORAGE_URL: store.url, CORS_ORIGINS: '*' } });
  const response = await fetch(open.url + IMAGE, { headers: { Range: 'bytes=2-3' } });

  const names = ['content-range', 'accept-ranges', 'cross-origin-resource-policy', 'access-control-allow-origin'];
  expect([response.status, await response.text(), ...names.map((name) => response.headers.get(name))]).toEqual([
    206,
    'cd',
    'bytes 2-3/10',
    'bytes',
    'cross-origin',
    '*',
  ]);
});

it('passes on only what a plain upload and a plain read are made of', async () => {
  const seen: IncomingHttpHeaders[] = [];
  respond = (request, response) => {
    seen.push(request.headers);
    request.resume().on('end', () => response.end());
  };
  const headers = {
    Authorization: 'Bearer a.b.c',
    Cookie: 'a=b',
    'Content-Type': 'image/png',
    'Content-Encoding': 'gzip',
    'If-None-Match': '"x"',
    Range: 'bytes=0-1',
    Origin: 'https://example.com',
    'X-Forwarded-For': '203.0.113.7',
    'X-Http-Method-Override': 'DELETE',
  };
  await fetch(gateway.url + UPLOAD, { method: 'PUT', headers, body: 'x' });
  await fetch(gateway.url + IMAGE, { headers });

  const own = (received: IncomingHttpHeaders) =>
    Object.keys(received)
      .filter((name) => !['host', 'connection'].includes(name))
      .toSorted();
  expect(seen.map(own)).toEqual([
    ['content-length', 'content-type'],
    ['if-none-match', 'range'],
  ]);
});
