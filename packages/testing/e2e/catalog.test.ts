import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Api, type Json } from '@estampa/stack/demo/api';
import { signIn } from '@estampa/stack/demo/people';
import { ADMIN } from '@estampa/stack/topology';
import { asset, COSTS, fields, IMPOSSIBLE } from './catalog-refusals.ts';
import { startMarketplace, type TestMarketplace } from '../src/marketplace.ts';

const BOOT_DEADLINE_MS = 120_000;

let marketplace: TestMarketplace;
let admin: Api;
let own: Json;
let other: Json;

beforeAll(async () => {
  marketplace = await startMarketplace({ only: ['identity', 'catalog', 'storefront', 'gateway'] });
  admin = await signIn(new Api(marketplace.gatewayUrl), ADMIN);
  [own, other] = [await aType(), await aType()];
}, BOOT_DEADLINE_MS);
afterAll(() => marketplace?.stop(), BOOT_DEADLINE_MS);

/** A type with an asset of each kind, an option and a variant. */
async function aType(): Promise<Json> {
  const slug = `tipo-${randomUUID().slice(0, 8)}`;
  const type = await admin.post('/products/types', fields(slug));
  const { assets } = await admin.post(`/products/types/${type.id}/assets/bulk`, {
    assets: [asset('size', 'p'), asset('size', 'm'), asset('size', 'gone')],
  });
  await remove(`/products/assets/${assets[2].id}`);
  const { variants } = await admin.post(`/products/types/${type.id}/generate-variants`, COSTS);
  const option = await admin.post(`/products/types/${type.id}/options`, {
    key: 'color',
    labelPt: 'Cor',
    inputType: 'select',
    displayBehavior: 'filter',
    values: [{ value: 'black', labelPt: 'Preto' }],
  });
  return { ...type, assets, variants, option };
}

async function remove(path: string, body?: object): Promise<Json> {
  const response = await admin.send('DELETE', path, body);
  const text = await response.text();
  return { status: response.status, ...(text && JSON.parse(text)) };
}

const offered = async (id: string): Promise<Json> =>
  (await admin.get('/catalog/seller')).productTypes.find((type: Json) => type.id === id);

describe('an admin', () => {
  it('adds an asset key as described: create, deactivate the old, generate, adjust costs', async () => {
    const { id, slug, assets } = await aType();
    const bulk = `/products/types/${id}/variants/bulk`;
    const SLUG = slug.toUpperCase();

    await admin.post(`/products/types/${id}/assets`, { ...asset('finish', 'matte'), keyLabelPt: 'Acabamento' });
    const generate = () => admin.post(`/products/types/${id}/generate-variants`, COSTS);
    expect(await generate()).toMatchObject({ created: 2, existing: 0, variants: { length: 4 } });
    expect(await remove(bulk, { keysOtherThan: ['size', 'finish'] })).toEqual({ status: 200, deactivated: 2 });
    const { created, existing, variants } = await generate();
    expect([created, existing, variants.map(({ sku }: Json) => sku)]).toEqual([
      0,
      2,
      [`${SLUG}-matte-p`, `${SLUG}-matte-m`],
    ]);
    const costs = variants.map((one: Json, index: number) => ({ id: one.id, baseCostCents: 2_000 + index }));
    await admin.patch(bulk, { variants: costs });
    const small = await admin.post(`/products/types/${id}/variants`, { ...COSTS, assetIds: [assets[0].id] });

    const seen = await offered(id);
    expect(seen.variants.map(({ assets: all, baseCostCents, sku }: Json) => [all, baseCostCents, sku])).toEqual([
      [{ finish: 'matte', size: 'p' }, 2_000, `${SLUG}-matte-p`],
      [{ finish: 'matte', size: 'm' }, 2_001, `${SLUG}-matte-m`],
      [{ size: 'p' }, 1_000, `${SLUG}-p-2`],
    ]);
    expect(seen.assetDefinitions.map(({ key, label }: Json) => [key, label])).toEqual([
      ['size', 'size'],
      ['finish', 'Acabamento'],
    ]);
    expect(await admin.get(`/products/variants/${small.id}`)).toEqual(small);
  });

  it('changes and deactivates each kind of part, which sellers see at once', async () => {
    const { id, option, assets, variants } = await aType();

    expect(await admin.patch(`/products/types/${id}`, { name: 'Novo', platformFeePercent: 7.25 })).toMatchObject({
      name: 'Novo',
      platformFeePercent: 7.25,
      artistRoyaltyPercent: 50,
    });
    await admin.patch(`/products/assets/${assets[0].id}`, { key: 'size', keyLabelPt: 'Tamanho', labelPt: 'Pequeno' });
    await admin.patch(`/products/options/${option.id}`, { key: 'color', inputType: 'radio', required: true });
    const value = await admin.post(`/products/options/${option.id}/values`, { value: 'red', labelPt: 'Vermelho' });
    await admin.patch(`/products/option-values/${value.id}`, { hexColor: '#FF0000' });
    await remove(`/products/option-values/${option.values[0].id}`);
    await admin.patch(`/products/variants/${variants[0].id}`, { baseCostCents: 7, sku: 'ONE' });
    expect(await remove(`/products/variants/${variants[1].id}`)).toEqual({ status: 204 });
    expect(await remove(`/products/variants/${variants[1].id}`)).toEqual({ status: 204 });

    expect(await offered(id)).toMatchObject({
      platformFeePercent: 7.25,
      variants: [{ id: variants[0].id, baseCostCents: 7, sku: 'ONE' }],
      assetDefinitions: [{ key: 'size', label: 'Tamanho', values: [{ label: 'Pequeno' }, { label: 'M' }] }],
      optionDefinitions: [{ inputType: 'radio', required: true, values: [{ value: 'red', hexColor: '#FF0000' }] }],
    });
    await remove(`/products/options/${option.id}`);
    expect((await offered(id)).optionDefinitions).toEqual([]);
    expect(await remove(`/products/types/${id}`)).toEqual({ status: 204 });
    expect(await offered(id)).toBeUndefined();
    await admin.patch(`/products/types/${id}`, { isActive: true });
    expect(await offered(id)).toMatchObject({ name: 'Novo' });
  });
});

describe('what cannot be', () => {
  it.each(IMPOSSIBLE)('is %s', async (_what, method, path, body, status, failing) => {
    const ground = { own, other };
    const response = await admin.send(method, path(ground), body(ground));
    const answer: Json = await response.json();

    const paths = ((answer.errors ?? []) as { path: string }[]).map((error) => error.path).toSorted();
    expect([response.status, failing.length === 0 ? [] : paths]).toEqual([status, failing]);
  });

  it('is a value for an option that was deactivated', async () => {
    const { option } = await aType();
    await remove(`/products/options/${option.id}`);

    const response = await admin.send('POST', `/products/options/${option.id}/values`, { value: 'a', labelPt: 'A' });

    expect([response.status, ((await response.json()) as Json).code]).toEqual([400, 'wrong_state']);
  });

  it('is what a key was used for before, and the same again is answered again', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const path = `/products/variants/${own.variants[0].id}`;
    const send = (baseCostCents: number) => admin.send('PATCH', path, { baseCostCents }, key);

    const answers = [await send(5), await send(5), await send(6)];

    expect(answers.map(({ status, headers }) => [status, headers.get('idempotency-replayed')])).toEqual([
      [200, null],
      [200, 'true'],
      [422, null],
    ]);
  });
});
