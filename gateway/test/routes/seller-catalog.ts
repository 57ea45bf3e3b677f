import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CatalogEntry } from '@estampa/contracts/catalog/v1/product_type';
import { notFound } from '@estampa/kernel/errors';
import type { AnyRoute } from '../../src/routes/route.ts';
import { routes } from '../../src/routes/index.ts';
import { checkJson } from '../../src/routes/declared-responses.ts';
import { type Person, startGateway, type TestGateway } from '../gateway.ts';
import { rawRequest } from '../raw-request.ts';

const IDS = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'] as const;
const route = routes.find(({ path }) => path === '/catalog/seller') as AnyRoute;

let gateway: TestGateway;
let seller: Person;
let revisions: Map<string, string>;
/** Fees in basis points that were agreed with the caller. */
let ownFees: Map<string, number>;
beforeAll(async () => {
  gateway = await startGateway();
  seller = gateway.person('seller');
  gateway.services.reply('productTypes.listCatalogEntries', () => ({
    entries: [...revisions].map(([productTypeId, revision]) => ({
      productTypeId,
      revision,
      ownFeeBasisPoints: ownFees.get(productTypeId),
    })),
  }));
  gateway.services.reply('productTypes.getCatalogEntry', ({ productTypeId }: { productTypeId: string }) => {
    if (!revisions.has(productTypeId)) throw notFound('product type', productTypeId);
    return { entry: entryOf(productTypeId, revisions.get(productTypeId)!) };
  });
});
afterAll(() => gateway[Symbol.asyncDispose]());

const entryOf = (id: string, revision: string) =>
  CatalogEntry.fromPartial({
    productType: { id, slug: 'tipo', name: revision, platformFeeBasisPoints: 1250, artistRoyaltyBasisPoints: 5000 },
    assets: [{ id, key: 'size', keyLabelPt: 'Tamanho', value: 'P', labelPt: 'Pequeno', isActive: true }],
    options: [],
    variants: [{ id, assets: { size: 'P' }, baseCostCents: 1, sku: 'TIPO-P', isActive: true }],
    templates: [],
    revision,
  });

const fetched = () =>
  gateway.services.requested.filter(({ method }) => method === 'productTypes.getCatalogEntry').length;
const read = (headers: Record<string, string> = {}) => gateway.send(route, { as: seller, headers });
const namesIn = async (response: Response) =>
  ((await response.json()) as { productTypes: { name: string }[] }).productTypes.map(({ name }) => name);

describe('the catalog of sellers', () => {
  beforeEach(() => {
    revisions = new Map(IDS.map((id) => [id, `1-${Math.random()}`]));
    ownFees = new Map();
  });

  it('is what its schema says, in the order of the types', async () => {
    const json = await (await read()).json();

    checkJson(route, json);
    expect(json).toMatchObject({ productTypes: IDS.map((id) => ({ id, platformFeePercent: 12.5 })) });
  });

  it('is fetched again only where it changed', async () => {
    await read();
    const before = fetched();
    await read();
    expect(fetched()).toBe(before);

    revisions.set(IDS[1], 'changed');
    expect(await namesIn(await read())).toEqual([revisions.get(IDS[0]), 'changed']);
    expect(fetched()).toBe(before + 1);

    revisions.delete(IDS[0]);
    expect(await namesIn(await read())).toEqual(['changed']);
    expect(fetched()).toBe(before + 1);
  });

  it('tells each seller the fee that was agreed with them, from the same entries', async () => {
    const feesIn = async (response: Response) =>
      ((await response.json()) as { productTypes: Record<string, number>[] }).productTypes.map((entry) => [
        entry.platformFeePercent,
        entry.effectivePlatformFeePercent,
      ]);
    const usual = await read();
    const etag = usual.headers.get('etag')!;
    expect(await feesIn(usual)).toEqual([
      [12.5, 12.5],
      [12.5, 12.5],
    ]);
    const before = fetched();

    ownFees.set(IDS[1], 0);
    const own = await read({ 'If-None-Match': etag });
    expect(await feesIn(own)).toEqual([
      [12.5, 12.5],
      [12.5, 0],
    ]);
    ownFees.clear();
    expect((await read({ 'If-None-Match': etag })).status).toBe(304);
    expect(fetched()).toBe(before);
  });

  it('is fetched once for concurrent requests', async () => {
    const before = fetched();

    const responses = await Promise.all(Array.from({ length: 20 }, () => read()));

    expect(fetched()).toBe(before + IDS.length);
    expect(new Set(responses.map(({ headers }) => headers.get('etag'))).size).toBe(1);
  });

  it('is cacheable by its reader, with 304 while it is unchanged', async () => {
    const first = await read({ 'Accept-Encoding': 'identity' });
    const etag = first.headers.get('etag')!;
    const again = await read({ 'Accept-Encoding': 'identity', 'If-None-Match': etag });
    revisions.set(IDS[0], 'changed');
    const changed = await read({ 'Accept-Encoding': 'identity', 'If-None-Match': etag });

    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    expect(again.headers.get('cache-control')).toBe('private, no-cache');
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  it.each([
    ['gzip', 'gzip'],
    ['br, gzip;q=0.5', 'gzip'],
    ['gzip;q=0, br', null],
    ['identity', null],
  ])('goes out for "Accept-Encoding: %s" in %s', async (accepted, encoding) => {
    const { headers, body } = await rawRequest(gateway.port, '/catalog/seller', {
      Authorization: `Bearer ${seller.token}`,
      'Accept-Encoding': accepted,
    });

    expect([headers['content-encoding'] ?? null, headers['vary']]).toEqual([
      encoding,
      'Authorization, Accept-Encoding',
    ]);
    const json = JSON.parse((encoding ? gunzipSync(body) : body).toString());
    expect(json.productTypes).toHaveLength(IDS.length);
  });
});
