/**
 * Clients of the public API that read, check out and edit without a pause until they are stopped; run in the cluster by
 * `npm run test:cluster`. Each second they print one line of JSON with the outcomes of that second's requests. What a
 * client may retry (no response, 502, 503, 504, and a 409 for its own key that is still in progress) is retried, writes
 * with the same Idempotency-Key. What fails after that, or in another way, is a failure, and is logged on a line of its
 * own.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Api, type Json } from '../demo/api.ts';
import { signIn, signUpCustomer } from '../demo/people.ts';
import { SHIPPING_ADDRESS } from '../demo/purchase.ts';
import { DEMO_STORE_SLUG, seed } from '../demo/seed.ts';
import { isRetryable, type Failure, type Second } from './load-report.ts';

const CLIENTS = 4;
const ATTEMPTS_MAX = 8;
const ATTEMPT_DEADLINE_MS = 10_000;
const RETRY_AFTER_MS = 500;
const PAUSE_MS = 50;
const REPORT_EVERY_MS = 1_000;

const { ESTAMPA_GATEWAY_URL: gatewayUrl, ESTAMPA_ADMIN_EMAIL: email, ESTAMPA_ADMIN_PASSWORD: password } = process.env;
if (!gatewayUrl || !email || !password) throw new Error('Name ESTAMPA_GATEWAY_URL, ESTAMPA_ADMIN_EMAIL and -PASSWORD.');

type Counts = { -readonly [K in keyof Omit<Second, 'at'>]: Second[K] } & {
  retried: Record<string, number>;
  failed: Record<string, number>;
};
type Exchange = { readonly status: number; readonly code: string; readonly requestId: string; readonly response: Json };

const newSecond = (): Counts => ({ requests: 0, slowestMs: 0, retried: {}, failed: {} });
let second = newSecond();
const stop = new AbortController();

/** Undefined when it failed for good. */
async function request(api: Api, method: string, path: string, body?: object): Promise<Json> {
  const headers: Record<string, string> = method === 'GET' ? {} : { 'Idempotency-Key': randomUUID() };
  const begun = performance.now();
  const tries: string[] = [];
  for (;;) {
    const { status, code, requestId, response } = await exchange(api, method, path, body, headers);
    const hasResponded = status > 0 && status < 400;
    if (!hasResponded) tries.push(`${method} ${path.split('/')[1]} ${status || 'no answer'} ${code}`);
    if (!hasResponded && isRetryable(status, code, tries.length) && tries.length < ATTEMPTS_MAX) {
      add(second.retried, tries.at(-1)!);
      await pause(RETRY_AFTER_MS);
      continue;
    }
    second.requests += 1;
    second.slowestMs = Math.max(second.slowestMs, Math.round(performance.now() - begun));
    if (hasResponded) return response;
    fail(tries.at(-1)!, { requestId, tries });
    return undefined;
  }
}

async function exchange(
  api: Api,
  method: string,
  path: string,
  body: object | undefined,
  headers: Record<string, string>,
): Promise<Exchange> {
  try {
    const response = await api.send(method, path, body, headers, ATTEMPT_DEADLINE_MS);
    const requestId = response.headers.get('x-request-id') ?? '';
    const json = (await response.json()) as Json;
    return { status: response.status, code: String(json.code ?? ''), requestId, response: json };
  } catch (error) {
    const { name, cause } = error as { name: string; cause?: { code?: string } };
    return { status: 0, code: cause?.code ?? name, requestId: '', response: undefined };
  }
}

const add = (counts: Record<string, number>, what: string) => void (counts[what] = (counts[what] ?? 0) + 1);

function fail(what: string, more: Pick<Failure, 'requestId' | 'tries'>): void {
  add(second.failed, what);
  console.log(JSON.stringify({ failure: { at: Date.now(), what, ...more } satisfies Failure }));
}

async function report(): Promise<void> {
  while (!stop.signal.aborted) {
    await pause(REPORT_EVERY_MS);
    console.log(JSON.stringify({ at: Date.now(), ...second } satisfies Second));
    second = newSecond();
  }
}

/** A person who browses the shop, buys, edits their profile and reads it back. */
async function shop(number: number, product: Json): Promise<void> {
  const person = {
    email: `load-${number}-${randomUUID()}@example.com`,
    password: 'a-long-enough-password',
    name: 'Load',
  };
  const customer = await signUpCustomer(new Api(gatewayUrl ?? ''), person);
  const line = {
    sellerProductId: product.id,
    variantId: product.skus[0].id,
    quantity: 1,
    selectedOptions: { color: 'white' },
  };
  const order = { shipping: SHIPPING_ADDRESS, items: [line], shippingCents: 1890 };
  for (let turn = 1; !stop.signal.aborted; turn += 1) {
    await request(customer, 'GET', '/discovery/home');
    await request(customer, 'GET', `/stores/${DEMO_STORE_SLUG}/products/${product.slug}`);
    const name = `Load ${turn}`;
    const renamed = await request(customer, 'PATCH', '/users/me', { name });
    const me = await request(customer, 'GET', '/users/me');
    if (renamed && me && me.name !== name) fail('GET users stale', { requestId: '', tries: [] });
    const placed = await request(customer, 'POST', '/orders', order);
    if (placed?.id) await request(customer, 'GET', `/orders/${placed.id}`);
    await pause(PAUSE_MS);
  }
}

process.once('SIGTERM', () => stop.abort());
const api = new Api(gatewayUrl);
const logins = [{ role: 'admin', email, password }];
await signIn(api, { email, password });
await seed({ gatewayUrl, logins });
const { products } = await api.client.listStoreProducts({ store_slug: DEMO_STORE_SLUG });
const product = await api.client.getStoreProduct({ store_slug: DEMO_STORE_SLUG, product_slug: products[0]!.slug });
console.log(JSON.stringify({ ready: true }));
await Promise.all([report(), ...Array.from({ length: CLIENTS }, (_, index) => shop(index + 1, product))]);
