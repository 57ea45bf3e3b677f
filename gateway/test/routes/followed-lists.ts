import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/routes/index.ts';
import { startGateway, type TestGateway } from '../gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

const SINCE = '2026-11-21T10:00:00.123Z';
/** Each list that takes `updated_since`, its role, and the call that serves it. */
const LISTS: readonly [path: string, role: 'seller' | 'admin', method: string][] = [
  ['/orders', 'admin', 'orders.listOrders'],
  ['/orders/seller/me', 'seller', 'orders.listSellerOrders'],
  ['/seller-products/me', 'seller', 'sellerProducts.listSellerProducts'],
  ['/artworks/me', 'seller', 'artworks.listArtworks'],
  ['/payouts', 'admin', 'payouts.listPayouts'],
  ['/payouts/me', 'seller', 'payouts.listPayouts'],
];

describe('what changed since', () => {
  it.each(LISTS)('is read from %s', async (path, role, method) => {
    const list = routes.find((one) => one.method === 'get' && one.path === path)!;
    const as = gateway.person(role);
    const read = async (query: string) => {
      const { status } = await gateway.send(list, { as, path: `${path}${query}` });
      const { request } = gateway.services.requested.findLast((requested) => requested.method === method)!;
      return [status, request.updatedSince?.toISOString(), request.page, request.sellerProfileId];
    };
    const owner = role === 'seller' ? as.userId : undefined;

    expect(await read(`?updated_since=${SINCE}&skip=2&limit=1`)).toEqual([200, SINCE, { skip: 2, limit: 1 }, owner]);
    expect(await read('')).toEqual([200, undefined, { skip: 0, limit: 20 }, owner]);
    expect((await gateway.send(list, { as, path: `${path}?updated_since=yesterday` })).status).toBe(400);
  });
});
