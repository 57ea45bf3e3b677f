import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { once } from 'node:events';
import { RESPONSE_BYTES_MAX, exchange } from './http-exchange.ts';

let url = '';
const ports: (number | undefined)[] = [];
const server = createServer((request, response) => {
  ports.push(request.socket.remotePort);
  request.resume();
  if (request.url === '/moved') response.writeHead(302, { location: '/bytes/1' });
  response.end('x'.repeat(Number(request.url?.split('/').at(-1)) || 0));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const GET = { method: 'GET', headers: {}, body: undefined };
const get = (path: string) => exchange({ ...GET, url: url + path, signal: AbortSignal.timeout(10_000) });

it('reuses its connection', async () => {
  ports.length = 0;
  await get('/bytes/1');
  await get('/bytes/2');
  expect(ports[0]).toBe(ports[1]);
});

it('closes an idle connection before the server does', async () => {
  server.keepAliveTimeout = 2_000;
  const connected = once(server, 'connection') as Promise<[Socket]>;
  // Another hostname of the same server, so that it has no open connection yet.
  const { port } = server.address() as AddressInfo;
  await exchange({ ...GET, url: `http://localhost:${port}/bytes/1`, signal: AbortSignal.timeout(10_000) });

  const [socket] = await connected;
  if (!socket.closed) await once(socket, 'close');
  expect(socket.readableEnded).toBe(true);
});

it('returns a redirect as it is', async () => {
  expect(await get('/moved')).toMatchObject({ status: 302, text: '' });
});

it('accepts a response up to the limit and none above it', async () => {
  expect((await get(`/bytes/${RESPONSE_BYTES_MAX}`)).text).toHaveLength(RESPONSE_BYTES_MAX);
  await expect(get(`/bytes/${RESPONSE_BYTES_MAX + 1}`)).rejects.toMatchObject({ code: 'TOO_LONG' });
});
