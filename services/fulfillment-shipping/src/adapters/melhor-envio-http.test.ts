import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { fixedToken } from './access-tokens.ts';
import { callMelhorEnvio } from './melhor-envio-http.ts';

let status = 200;
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(status).end('{"errors":{"postal_code":["is wrong"]}}');
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it.each([
  [401, 'auth', 'auth'],
  [404, 'not_found', 'not_found'],
  [408, 'retryable', 'ambiguous'],
  [422, 'rejected', 'rejected'],
  [429, 'retryable', 'retryable'],
  [502, 'retryable', 'ambiguous'],
])('a %i after a question is %s, after a request %s', async (received, question, request) => {
  status = received;
  const access = {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokens: fixedToken('token'),
    contactEmail: 'somebody@example.com',
    timeoutMs: 10_000,
  };
  const call = (method: 'GET' | 'POST') => callMelhorEnvio(access, { method, path: '/cart' }, z.unknown());

  await expect(call('GET')).rejects.toMatchObject({ kind: question, httpStatus: received });
  await expect(call('POST')).rejects.toMatchObject({ kind: request, httpStatus: received });
});
