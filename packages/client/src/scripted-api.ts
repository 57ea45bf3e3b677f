import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Client, createClient, type StoredTokens } from './client.ts';

export type ApiRequest = { method: string; url: string; headers: IncomingHttpHeaders; body: string };
export type Reply = (response: ServerResponse, requested: ApiRequest) => void;

/** For tests: a real server that does with each request what the script says, in order; the last for all that follow. */
export function scriptedApi() {
  const api = { script: [] as Reply[], requested: [] as ApiRequest[], baseUrl: '' };
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers, body: await text(request) };
    api.requested.push(one);
    const respond = api.script.length > 1 ? api.script.shift()! : api.script[0]!;
    respond(response, one);
  });
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    api.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  });
  beforeEach(() => {
    api.requested = [];
  });
  return api;
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
export const problem = (status: number, code: string, more: object = {}, headers: Record<string, string> = {}) =>
  json({ status, code, detail: 'No', ...more }, status, { 'Content-Type': 'application/problem+json', ...headers });

/** A client with tokens, and the store of them. */
export function signedIn(baseUrl: string, stored: Partial<StoredTokens> = {}) {
  let present: StoredTokens | null = { accessToken: 'old', refreshToken: 'refresh-1', expiresAt: null, ...stored };
  const client = createClient({
    baseUrl,
    tokens: {
      read: () => present,
      write: (tokens) => {
        present = tokens;
      },
    },
  });
  return { client, stored: () => present };
}

export const order = { shipping: {}, items: [] } as unknown as Parameters<Client['placeOrder']>[0]['body'];
