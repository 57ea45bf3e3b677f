import { METHODS, request as httpRequest } from 'node:http';
import { metricsText } from '@estampa/kit/telemetry/metrics';
import { DomainError } from '@estampa/kernel/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRoute } from '../../src/routes/route.ts';
import { routes } from '../../src/routes/index.ts';
import { type Person, startGateway, type TestGateway } from '../gateway.ts';
import { sampleRequest } from '../sample-requests.ts';

/** Series of one process after any requests: the cost of a scrape and of storage. */
const SERIES_MAX = 3_000;
const ODD_REQUESTS = 600;
const AT_ONCE = 32;

let gateway: TestGateway;
let admin: Person;
let shared: Person;
beforeAll(async () => {
  gateway = await startGateway();
  admin = gateway.person('customer', 'seller', 'admin');
  shared = gateway.person('customer');
});
afterAll(() => gateway[Symbol.asyncDispose]());

const seriesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

/** By hand: `fetch` sends no methods such as `PROPFIND` and `TRACE`, and no paths that it would mend. */
const sendOdd = (method: string, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port: gateway.port, method, path, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode!));
    })
      .on('error', reject)
      .end();
  });

async function inParallel<T>(things: readonly T[], run: (thing: T) => Promise<unknown>): Promise<void> {
  const left = things.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const thing of left) await run(thing);
    }),
  );
}

/** Each class of response that a route has: taken, rejected, not allowed, and failed by a service. */
async function sendInEachWay(route: AnyRoute): Promise<void> {
  const { path, body } = sampleRequest(route);
  const sent = { path, ...(body !== undefined && { body }) };
  const ways = [{ ...sent, as: admin }, { ...sent, as: shared }, sent, { ...sent, as: admin, body: { odd: [] } }];
  for (const way of route.method === 'get' ? ways.slice(0, 3) : ways) {
    await (await gateway.send(route, way)).arrayBuffer();
  }
}

describe('the metrics of a gateway', () => {
  it('have a bounded number of series after hundreds of odd requests, and every route in every class', async () => {
    // CONNECT never becomes a request.
    const methods = METHODS.filter((method) => method !== 'CONNECT');
    const odd = Array.from({ length: ODD_REQUESTS }, (_one, at) => ({
      method: methods[at % methods.length]!,
      path: [`/anything-${at}`, `/orders/${at}`, `/stores/s-${at}?q=${at}`, `/%ff${at}`, `/orders/../${at}`][at % 5]!,
    }));
    await inParallel(odd, ({ method, path }) => sendOdd(method, path));
    await inParallel(routes, sendInEachWay);
    failing();
    await inParallel(routes, sendInEachWay);

    const text = await metricsText();
    const series = seriesOf(text);
    expect(series.filter((line) => /anything|PROPFIND|s-\d|%ff/i.test(line))).toEqual([]);
    const count = series.filter((line) => line.startsWith('http_server_requests_total'));
    expect(count.length).toBeGreaterThan(2 * routes.length);
    expect(series.length).toBeLessThan(SERIES_MAX);
  });
});

/** From now on no service can do anything. */
function failing(): void {
  const failed = () => {
    throw new DomainError('unavailable', 'unavailable', 'No');
  };
  for (const { method } of gateway.services.requested)
    if (!method.startsWith('auth.list')) gateway.services.reply(method, failed);
}
