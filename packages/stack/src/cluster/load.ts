/**
 * Clients of the public API that read, check out and edit without a pause until they are told to stop; run in the cluster by `npm run test:cluster`. Each
 * second one line of JSON says what came of that second's requests. What fails in a way that a client may retry (no answer, 502, 503, 504) is sent
 * again, writes with the same Idempotency-Key; what then still fails, or fails otherwise, is a failure.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Api, type Json } from '../demo/api.ts';
import { signIn, signUpCustomer } from '../demo/people.ts';
import { SHIPPING_ADDRESS } from '../demo/purchase.ts';
import { DEMO_STORE_SLUG, seed } from '../demo/seed.ts';

const ATTEMPTS_MAX = 8;
const RETRY_AFTER_MS = 500;
const PAUSE_MS = 50;
const TELL_EVERY_MS = 1_000;
const RETRYABLE = [0, 502, 503, 504];

const { ESTAMPA_GATEWAY_URL: gatewayUrl, ESTAMPA_ADMIN_EMAIL: email, ESTAMPA_ADMIN_PASSWORD: password } = process.env;
if (!gatewayUrl || !email || !password) throw new Error('Name ESTAMPA_GATEWAY_URL, ESTAMPA_ADMIN_EMAIL and -PASSWORD.');

interface Second {
  requests: number;
  retried: number;
  failed: number;
  slowestMs: number;
  reasons: Record<string, number>;
}

const newSecond = (): Second => ({ requests: 0, retried: 0, failed: 0, slowestMs: 0, reasons: {} });
let second = newSecond();
const stop = new AbortController();

async function ask(api: Api, method: string, path: string, body?: object): Promise<Json> {
  const headers: Record<string, string> = method === 'GET' ? {} : { 'Idempotency-Key': randomUUID() };
  const begun = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    const { status, answer } = await exchange(api, method, path, body, headers);
    const may = RETRYABLE.includes(status) && attempt < ATTEMPTS_MAX;
    if (status >= 400 || status === 0) count(`${method} ${path.split('/')[1]} ${status}`, may);
    if (!may) {
      second.requests += 1;
      second.slowestMs = Math.max(second.slowestMs, Math.round(performance.now() - begun));
      return answer;
    }
    await pause(RETRY_AFTER_MS);
  }
}

async function exchange(
  api: Api,
  method: string,
  path: string,
  body: object | undefined,
  headers: Record<string, string>,
) {
  try {
    const response = await api.send(method, path, body, headers);
    return { status: response.status, answer: (await response.json()) as Json };
  } catch {
    return { status: 0, answer: undefined };
  }
}

function count(reason: string, isRetried: boolean): void {
  second[isRetried ? 'retried' : 'failed'] += 1;
  second.reasons[reason] = (second.reasons[reason] ?? 0) + 1;
}

async function tell(): Promise<void> {
  while (!stop.signal.aborted) {
    await pause(TELL_EVERY_MS);
    console.log(JSON.stringify({ at: Date.now(), ...second }));
    second = newSecond();
  }
}

/** One person: looks at the shop, buys, edits their profile and reads it back. */
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
    await ask(customer, 'GET', '/discovery/home');
    await ask(customer, 'GET', `/stores/${DEMO_STORE_SLUG}/products/${product.slug}`);
    const name = `Load ${turn}`;
    await ask(customer, 'PATCH', '/users/me', { name });
    const me = await ask(customer, 'GET', '/users/me');
    if (me && me.name !== name) count('stale read', false);
    const placed = await ask(customer, 'POST', '/orders', order);
    if (placed?.id) await ask(customer, 'GET', `/orders/${placed.id}`);
    await pause(PAUSE_MS);
  }
}

process.once('SIGTERM', () => stop.abort());
const api = new Api(gatewayUrl);
const logins = [{ role: 'admin', email, password }];
await signIn(api, { email, password });
await seed({ gatewayUrl, logins });
const { products } = await api.get(`/stores/${DEMO_STORE_SLUG}/products`);
const product = await api.get(`/stores/${DEMO_STORE_SLUG}/products/${products[0].slug}`);
console.log(JSON.stringify({ ready: true }));
await Promise.all([tell(), ...[1, 2].map((number) => shop(number, product))]);
