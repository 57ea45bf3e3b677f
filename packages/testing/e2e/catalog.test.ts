import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api, type Json } from '@estampa/stack/demo/api';
import { signIn } from '@estampa/stack/demo/people';
import { ADMIN } from '@estampa/stack/topology';
import { asset, COSTS, fields, IMPOSSIBLE } from './catalog-rejections.ts';
import { startSharedMarketplace, type TestMarketplace } from '../src/marketplace.ts';

const BOOT_DEADLINE_MS = 120_000;

let marketplace: TestMarketplace;
let admin: Api;
let own: Json;
let other: Json;

beforeAll(async () => {
  marketplace = await startSharedMarketplace();
  admin = await signIn(new Api(marketplace.gatewayUrl), ADMIN);
  [own, other] = [await aType(), await aType()];
}, BOOT_DEADLINE_MS);
afterAll(() => marketplace?.stop(), BOOT_DEADLINE_MS);

/** A type with an asset of each kind, an option and a variant. */
async function aType(): Promise<Json> {
  const slug = `tipo-${randomUUID().slice(0, 8)}`;
  const type = await admin.client.createProductType({ body: fields(slug) });
  const { assets } = await admin.client.createAssets({
    id: type.id,
    body: {
      assets: [asset('size', 'p'), asset('size', 'm'), asset('size', 'gone')],
    },
  });
  await admin.client.deactivateAsset({ assetId: assets[2]!.id });
  const { variants } = await admin.client.generateProductVariants({ id: type.id, body: COSTS });
  const option = await admin.client.createOption({
    id: type.id,
    body: {
      key: 'color',
      labelPt: 'Cor',
      inputType: 'select',
      displayBehavior: 'filter',
      values: [{ value: 'black', labelPt: 'Preto' }],
    },
  });
  return { ...type, assets, variants, option };
}

const offered = async (id: string): Promise<Json> =>
  (await admin.client.getSellerCatalog()).productTypes.find((type: Json) => type.id === id);

describe('an admin', () => {
  it('adds an asset key as described: create, deactivate the old, generate, adjust costs', async () => {
    const { id, slug, assets } = await aType();
    const SLUG = slug.toUpperCase();

    await admin.client.createAsset({ id, body: { ...asset('finish', 'matte'), keyLabelPt: 'Acabamento' } });
    const generate = () => admin.client.generateProductVariants({ id, body: COSTS });
    expect(await generate()).toMatchObject({ created: 2, existing: 0, variants: { length: 4 } });
    expect(await admin.client.deactivateProductVariants({ id, body: { keysOtherThan: ['size', 'finish'] } })).toEqual({
      deactivated: 2,
    });
    const { created, existing, variants } = await generate();
    expect([created, existing, variants.map(({ sku }: Json) => sku)]).toEqual([
      0,
      2,
      [`${SLUG}-matte-p`, `${SLUG}-matte-m`],
    ]);
    const costs = variants.map((one: Json, index: number) => ({ id: one.id, baseCostCents: 2_000 + index }));
    await admin.client.updateProductVariants({ id, body: { variants: costs } });
    const small = await admin.client.createProductVariant({ id, body: { ...COSTS, assetIds: [assets[0].id] } });

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
    expect(await admin.client.getProductVariant({ variantId: small.id })).toEqual(small);
  });

  it('changes and deactivates each kind of part, which sellers see at once', async () => {
    const { id, option, assets, variants } = await aType();

    expect(
      await admin.client.updateProductType({ id, body: { name: 'Novo', platformFeePercent: 7.25 } }),
    ).toMatchObject({
      name: 'Novo',
      platformFeePercent: 7.25,
      artistRoyaltyPercent: 50,
    });
    await admin.client.updateAsset({
      assetId: assets[0].id,
      body: { key: 'size', keyLabelPt: 'Tamanho', labelPt: 'Pequeno' },
    });
    await admin.client.updateOption({
      optionId: option.id,
      body: { key: 'color', inputType: 'radio', required: true },
    });
    const value = await admin.client.createOptionValue({
      optionId: option.id,
      body: { value: 'red', labelPt: 'Vermelho' },
    });
    await admin.client.updateOptionValue({ valueId: value.id, body: { hexColor: '#FF0000' } });
    await admin.client.deactivateOptionValue({ valueId: option.values[0].id });
    await admin.client.updateProductVariant({ variantId: variants[0].id, body: { baseCostCents: 7, sku: 'ONE' } });
    const removed = { variantId: variants[1].id };
    for (const again of [false, true]) {
      const { status } = await admin.client.exchange('deactivateProductVariant', removed);
      expect([again, status]).toEqual([again, 204]);
    }

    expect(await offered(id)).toMatchObject({
      platformFeePercent: 7.25,
      variants: [{ id: variants[0].id, baseCostCents: 7, sku: 'ONE' }],
      assetDefinitions: [{ key: 'size', label: 'Tamanho', values: [{ label: 'Pequeno' }, { label: 'M' }] }],
      optionDefinitions: [{ inputType: 'radio', required: true, values: [{ value: 'red', hexColor: '#FF0000' }] }],
    });
    await admin.client.deactivateOption({ optionId: option.id });
    expect((await offered(id)).optionDefinitions).toEqual([]);
    expect((await admin.client.exchange('deactivateProductType', { id })).status).toBe(204);
    expect(await offered(id)).toBeUndefined();
    await admin.client.updateProductType({ id, body: { isActive: true } });
    expect(await offered(id)).toMatchObject({ name: 'Novo' });
  });
});

describe('what cannot be', () => {
  it.each(IMPOSSIBLE)('is %s', async (_what, method, path, body, status, failing) => {
    const ground = { own, other };
    const response = await admin.send(method, path(ground), body(ground));
    const problem: Json = await response.json();

    const paths = ((problem.errors ?? []) as { path: string }[]).map((error) => error.path).toSorted();
    expect([response.status, failing.length === 0 ? [] : paths]).toEqual([status, failing]);
  });

  it('is a value for an option that was deactivated', async () => {
    const { option } = await aType();
    await admin.client.deactivateOption({ optionId: option.id });

    const response = await admin.client.exchange('createOptionValue', {
      optionId: option.id,
      body: { value: 'a', labelPt: 'A' },
    });

    expect([response.status, response.problem?.code]).toEqual([400, 'wrong_state']);
  });

  it('is a key that was used for another request; the same request again gets the stored response', async () => {
    const key = { idempotencyKey: randomUUID() };
    const { id: variantId } = own.variants[0];
    const send = (baseCostCents: number) =>
      admin.client.exchange('updateProductVariant', { variantId, body: { baseCostCents } }, key);

    const responses = [await send(5), await send(5), await send(6)];

    expect(responses.map(({ status, headers }) => [status, headers.get('idempotency-replayed')])).toEqual([
      [200, null],
      [200, 'true'],
      [422, null],
    ]);
  });
});
