import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/config.ts';
import { startSandbox } from '../src/start-sandbox.ts';

export const API_KEY = '$aact_hmlg_local_test_key';
export const WEBHOOK_TOKEN = 'webhook-token-of-the-sandbox-tests';
export const MP_TOKEN = 'TEST-mercado-pago';
export const MP_SECRET = 'segredo-teste';
export const ME_TOKEN = 'melhor-envio-test-token';
export const ME_SECRET = 'segredo-app';
const POLL_MS = 10;
const DEADLINE_MS = 5_000;

/** Bodies are read as the tests expect them; a wrong shape fails the expectation. */
export type Json = ReturnType<typeof JSON.parse>;

export type Received = { headers: IncomingHttpHeaders; url: string; body: Json; raw: string };
export type ProviderResponse = { status: number; body: Json; headers: Headers };
type Options = { method?: string; body?: unknown; headers?: Record<string, string>; signal?: AbortSignal };

export type Testbed = Awaited<ReturnType<typeof startTestbed>>;

/** A sandbox on a free port with its own directory, and a receiver of its webhooks whose responses a test decides. */
export async function startTestbed(environment: Record<string, string> = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'sandbox-test-'));
  const receiver = await startReceiver();
  const config = readConfig({
    PORT: '0',
    SANDBOX_DATA_DIR: directory,
    ASAAS_API_KEY: API_KEY,
    ASAAS_WEBHOOK_TOKEN: WEBHOOK_TOKEN,
    ASAAS_WEBHOOK_URL: `${receiver.url}/asaas`,
    MERCADOPAGO_ACCESS_TOKEN: MP_TOKEN,
    MERCADOPAGO_WEBHOOK_SECRET: MP_SECRET,
    MERCADOPAGO_WEBHOOK_URL: `${receiver.url}/mercadopago`,
    MELHORENVIO_TOKEN: ME_TOKEN,
    MELHORENVIO_WEBHOOK_SECRET: ME_SECRET,
    MELHORENVIO_WEBHOOK_URL: `${receiver.url}/melhorenvio`,
    WEBHOOK_BACKOFF_MS: '0,5',
    LOG_LEVEL: 'silent',
    ...environment,
  });
  let running = await startSandbox(config);

  const call = async (
    path: string,
    { method = 'GET', body, headers = {}, signal }: Options = {},
  ): Promise<ProviderResponse> => {
    const isForm = body instanceof URLSearchParams;
    const response = await fetch(running.url + path, {
      method,
      redirect: 'manual',
      headers: { ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined || isForm ? body : JSON.stringify(body),
      signal,
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };

  return {
    receiver,
    call,
    asaas: (method: string, path: string, body?: unknown, options: Options = {}) =>
      call(`/asaas/v3${path}`, {
        ...options,
        method,
        body,
        headers: { access_token: API_KEY, 'user-agent': 'estampa-tests', ...options.headers },
      }),
    mercadoPago: (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      call(`/mercadopago${path}`, { method, body, headers: { authorization: `Bearer ${MP_TOKEN}`, ...headers } }),
    melhorEnvio: (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      call(`/melhorenvio/api/v2/me${path}`, {
        method,
        body,
        headers: {
          authorization: `Bearer ${ME_TOKEN}`,
          accept: 'application/json',
          'user-agent': 'Estampa (tests@estampa.local)',
          ...headers,
        },
      }),
    control: (method: string, path: string, body?: unknown) => call(`/_control${path}`, { method, body }),
    submit: (path: string, fields: Record<string, string> = {}) =>
      call(path, { method: 'POST', body: new URLSearchParams(fields) }),
    url: () => running.url,
    async restart() {
      await running.stop();
      running = await startSandbox(config);
    },
    async stop() {
      await running.stop();
      await receiver.stop();
      await rm(directory, { recursive: true });
    },
  };
}

export async function eventually<T>(check: () => Promise<T> | T): Promise<T> {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

async function startReceiver() {
  const received: Received[] = [];
  let responses: number[] = [];
  const server = createServer(async (request, response) => {
    let raw = '';
    for await (const chunk of request) raw += chunk;
    received.push({ headers: request.headers, url: request.url ?? '', raw, body: JSON.parse(raw) });
    response.writeHead(responses.shift() ?? 200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    events: () => received.map(({ body }) => (body.event ?? body.action) as string),
    respondNext: (...statuses: number[]) => void (responses = statuses),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
