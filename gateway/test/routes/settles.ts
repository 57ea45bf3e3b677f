import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVICE_NAMES, type ServiceName } from '@estampa/kernel/topics';
import type { AnyRoute } from '../../src/routes/route.ts';
import { routes } from '../../src/routes/index.ts';
import { type Person, startGateway, type TestGateway } from '../gateway.ts';
import { sampleRequest } from '../sample-requests.ts';
import { topicOf } from '../stand-ins.ts';

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));

let gateway: TestGateway;
let admin: Person;
beforeAll(async () => {
  gateway = await startGateway();
  gateway.services.recordEvents(() => {});
  admin = gateway.person('customer', 'seller', 'admin');
});
afterAll(() => gateway[Symbol.asyncDispose]());

const nameOf = ({ method, path }: AnyRoute) => `${method} ${path}`;

const settling = routes.flatMap((route) =>
  ((route.settles ?? []) as ServiceName[]).map((service) => [service, nameOf(route), route] as const),
);

describe('a response waits', () => {
  it.each(settling)('until %s shows what was written: %s', async (service, _name, route) => {
    const paused = gateway.services.pause(service);
    let hasResponded = false;
    const sample = sampleRequest(route, { all: route.settlesFor !== undefined });
    const responded = gateway.send(route, { as: admin, ...sample }).finally(() => (hasResponded = true));

    await Promise.race([paused.requested, responded]);
    // A response that does not wait would be here after another exchange.
    await fetch(`${gateway.url}/no-such-route`).then((response) => response.text());
    const hasRespondedBefore = hasResponded;
    paused.letGo();

    expect([hasRespondedBefore, (await responded).headers.get('estampa-settled')]).toEqual([false, null]);
  });

  it('for no view that the request does not change', async () => {
    const route = routes.find(({ name }) => name === 'updateSellerProduct')!;
    const paused = gateway.services.pause('media-render');
    const { path } = sampleRequest(route);
    const response = await gateway.send(route, { as: admin, path, body: { title: 'Outro nome' } });
    paused.letGo();

    expect([response.status, response.headers.get('estampa-settled')]).toEqual([200, null]);
  });

  it('1.5 s at most, and then says that views lag', async () => {
    const route = routes.find(({ path, method }) => path === '/seller-products/me' && method === 'post')!;
    const paused = gateway.services.pause('storefront');
    const response = await gateway.send(route, { as: admin, ...sampleRequest(route) });
    paused.letGo();

    expect([response.status, response.headers.get('estampa-settled')]).toEqual([201, 'false']);
  });
});

type Untouched = [listener: ServiceName, routes: RegExp, why: string];

/** Services that consume the topic of a command's service, yet show nothing of what these routes change. */
const UNTOUCHED: readonly Untouched[] = [
  [
    'media-render',
    /^\w+ \/products\/(types(?!.*\/press-profile)|assets|variants)|^patch \/products\/options\//,
    'of the catalog it consumes templates, which colours change, products, and what types are printed with',
  ],
  [
    'media-render',
    /^\w+ \/seller-products\/me\/\{\w+\}\/(variants|generate-skus)/,
    'it needs no variants of a product',
  ],
  ['media-render', /^\w+ \/(auth|users|profiles|waitlist)\b/, 'of identity it consumes which images are needed'],
  ['media-render', /\/presign(-batch)?$/, 'nothing changes before the upload is completed'],
  ['media-render', /\/import-psd$/, 'a job makes its templates'],
  ['storefront', /\/import-psd$/, 'a job makes its templates'],
  ['storefront', /^put \/artworks\/\{artworkId\}\/placements/, 'it shows renders, not where they are wished'],
  ['media-render', /^\w+ \/fees\//, 'of the catalog it consumes templates and products only'],
  ['storefront', /^\w+ \/fees\//, 'no event of the catalog tells fees'],
  ['storefront', /\/test-render$/, 'a test render is of no product'],
  [
    'storefront',
    /^patch \/products\/(variants\/\{variantId\}|types\/\{id\}\/variants\/bulk)$/,
    'it shows neither costs nor SKUs of the catalog',
  ],
  ['catalog', /^\w+ \/(auth|users|profiles|waitlist)\b/, 'a job publishes that an account is deleted'],
  ['orders-payments', /^\w+ \/(auth|users|profiles|waitlist)\b/, 'a job publishes that an account is deleted'],
  ['payouts', /^\w+ \/(auth|users|profiles|waitlist)\b/, 'a job publishes that an account is deleted'],
  ...(['catalog', 'media-render', 'orders-payments', 'payouts', 'storefront'] as const).map((listener): Untouched => [
    listener,
    /^(put|delete) \/payouts\/pix-key$/,
    'identity sends an e-mail, and no event',
  ]),
  ...(['media-render', 'storefront', 'fulfillment-shipping', 'payouts'] as const).map((listener): Untouched => [
    listener,
    /^patch \/finance\/disputes\//,
    'notes of finance have no event',
  ]),
  ['storefront', /\/(presign|presign-batch|upload-url)$/, 'nothing changes before the upload is completed'],
  [
    'storefront',
    /^post \/auth\/(signup|login|refresh|logout|change-password|password\/\w+)$/,
    'it shows stores, which neither customers nor sessions have',
  ],
  ['storefront', /^post \/auth\/email\//, 'it shows stores, not whose address is verified'],
  ['storefront', /^delete \/auth\/sessions\//, 'it shows stores, not who is logged in'],
  ['storefront', /^patch \/users\/me$/, 'it shows the names of stores, not of people'],
  ['storefront', /^post \/users$/, 'a store is opened by its owner'],
  ['storefront', /^(post|delete) \/profiles\/customer\/me$/, 'it shows no customers'],
  ['storefront', /^(post|patch) \/waitlist/, 'the waitlist has no events'],
  ['media-render', /^post \/(orders|webhooks)/, 'it prints what is paid for, in its own time'],
  ['storefront', /^post \/orders/, 'it counts what is paid for'],
  ['payouts', /^post \/orders/, 'it has paid orders only'],
  ['fulfillment-shipping', /^post \/orders/, 'an order that is not paid for is not sent'],
  ...(['fulfillment-shipping', 'media-render', 'payouts', 'storefront'] as const).map((listener): Untouched => [
    listener,
    /^post \/invoices/,
    'an invoice has no events',
  ]),
  ['storefront', /^post \/webhooks/, 'providers do not read'],
  ['payouts', /^post \/webhooks/, 'providers do not read'],
  ['fulfillment-shipping', /^post \/webhooks/, 'providers do not read'],
  ['orders-payments', /^post \/webhooks\/shipping/, 'providers do not read'],
  ...(['fulfillment-shipping', 'media-render', 'payouts', 'storefront'] as const).map((listener): Untouched => [
    listener,
    /^\w+ \/coupons/,
    'coupons have no events',
  ]),
];

describe('the services that a route waits for', () => {
  const writes = routes.filter(({ method }) => method !== 'get').map((route) => [nameOf(route), route] as const);
  const isUntouched = (listener: ServiceName, name: string) =>
    UNTOUCHED.some(([one, among]) => one === listener && among.test(name));

  it.each(writes)('are all that consume its events: %s', async (name, route) => {
    const settles = (route.settles ?? []) as ServiceName[];
    const listening = (await servicesCommandedBy(route)).flatMap(listenersOf);
    const forgotten = listening.filter((listener) => !settles.includes(listener) && !isUntouched(listener, name));

    expect(forgotten, `services that ${name} needs in its settles, or a reason in UNTOUCHED here`).toEqual([]);
  });

  it('are left out for reasons that apply', () => {
    const needless = UNTOUCHED.filter(([, among]) => !writes.some(([name]) => among.test(name)));

    expect(needless).toEqual([]);
  });
});

async function servicesCommandedBy(route: AnyRoute): Promise<ServiceName[]> {
  const recorded: ServiceName[] = [];
  gateway.services.recordEvents(
    ({ topic }) => void recorded.push(SERVICE_NAMES.find((service) => topicOf(service) === topic)!),
  );
  await gateway.send(route, { as: admin, ...sampleRequest(route) });
  return recorded;
}

/** Services whose subscriptions name the topic. */
function listenersOf(service: ServiceName): ServiceName[] {
  const receives = (listener: ServiceName) => consumersOf(listener).includes(`'${topicOf(service)}'`);
  return SERVICE_NAMES.filter((listener) => listener !== service && receives(listener));
}

function consumersOf(service: ServiceName): string {
  const files = globSync(`services/${service}/src/consumers/*.ts`, { cwd: REPOSITORY });
  return files.map((file) => readFileSync(join(REPOSITORY, file), 'utf8')).join('\n');
}
