import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aSeller, openShopFloor, type ShopFloor } from './shop-floor.ts';
import { aType as typeWithAssets, costs } from './type-with-assets.ts';

let floor: ShopFloor;
beforeAll(async () => {
  floor = await openShopFloor();
});
afterAll(() => floor?.close());

const aType = () => typeWithAssets(floor);

describe('a variant by hand', () => {
  it('is another one when it leaves out a key, and is taken once', async () => {
    const { create, slug, skus, types, productTypeId } = await aType();

    const { variant } = await create(['P']);
    await create(['matte', 'P']);
    await expect(create(['P', 'matte'])).rejects.toMatchObject({ kind: 'conflict', reason: 'already_exists' });

    expect(variant).toMatchObject({ assets: { size: 'P' }, sku: `${slug}-P`, isActive: true, ...costs });
    expect(await types.generateVariants({ productTypeId, ...costs })).toMatchObject({ created: 1, existing: 1 });
    expect(await skus()).toEqual([`${slug}-P`, `${slug}-matte-M`, `${slug}-matte-P`]);
  });

  it('takes a SKU that is free, or the next after one that is not', async () => {
    const { create, slug } = await aType();

    expect((await create(['P'], `${slug}-M`)).variant!.sku).toBe(`${slug}-M`);
    expect((await create(['M'])).variant!.sku).toBe(`${slug}-M-2`);
    await expect(create(['matte'], `${slug}-M`)).rejects.toMatchObject({
      kind: 'conflict',
      details: { fields: [{ path: 'sku', code: 'already_exists' }] },
    });
  });

  it('names everything that is wrong with its assets', async () => {
    const { create, types, ids } = await aType();
    const other = await aType();
    await types.deactivateAsset({ id: ids['matte']! });

    await expect(create(['P', randomUUID(), other.ids['P']!, 'matte', 'M'])).rejects.toMatchObject({
      kind: 'invalid',
      details: {
        fields: [
          { path: 'assetIds[1]', code: 'unknown_reference' },
          { path: 'assetIds[2]', code: 'unknown_reference' },
          { path: 'assetIds[3]', code: 'inactive' },
          { path: 'assetIds[4]', code: 'duplicate_key' },
        ],
      },
    });
    await expect(create([other.ids['P']!])).rejects.toMatchObject({ kind: 'invalid', reason: 'unknown_reference' });
  });
});

describe('long values', () => {
  it('make SKUs longer than an index entry, and are rejected when their total length is too large', async () => {
    const { types, productTypeId } = await aType();
    const { assets } = await types.createAssets({
      productTypeId,
      assets: Array.from({ length: 100 }, (_, n) => ({
        key: `key-${n}`,
        value: Array.from({ length: 4 }, () => randomUUID())
          .join(' ')
          .slice(0, 100),
        labelPt: 'x',
      })),
    });

    const assetIds = assets.map(({ id }) => id);
    expect((await types.createVariant({ productTypeId, assetIds, ...costs })).variant!.sku.length).toBeGreaterThan(
      9_000,
    );
    await types.createAssets({
      productTypeId,
      assets: Array.from({ length: 90 }, (_, n) => ({ key: 'size', value: `s${n}`, labelPt: 'x' })),
    });
    expect(await types.generateVariants({ productTypeId, ...costs })).toMatchObject({ created: 92 });
    await types.createAssets({
      productTypeId,
      assets: ['a', 'b'].map((value) => ({ key: 'finish', value, labelPt: 'x' })),
    });
    await expect(types.generateVariants({ productTypeId, ...costs })).rejects.toMatchObject({
      reason: 'too_many_combinations',
      message: expect.stringContaining('too long'),
    });
  });
});

describe('many variants', () => {
  it('are changed all or none, each only in what is given', async () => {
    const { types, productTypeId, create } = await aType();
    const other = await aType();
    const [one, two, foreign] = [
      (await create(['P'])).variant!,
      (await create(['M'])).variant!,
      (await other.create(['P'])).variant!,
    ];
    const update = (variants: Parameters<typeof types.updateVariants>[0]['variants']) =>
      types.updateVariants({ productTypeId, variants });

    for (const [path, code, ids] of [
      ['variants[1].id', 'unknown_reference', [one.id, foreign.id]],
      ['variants[2].id', 'duplicate', [one.id, two.id, one.id]],
    ] as const) {
      await expect(update(ids.map((id) => ({ id, baseCostCents: 1 })))).rejects.toMatchObject({
        kind: 'invalid',
        details: { fields: [expect.objectContaining({ path, code })] },
      });
    }
    expect((await types.getVariant({ id: one.id })).variant).toEqual(one);

    const { variants } = await update([
      { id: two.id, baseCostCents: 0 },
      { id: one.id, productionDays: 9 },
    ]);
    expect(variants).toEqual([
      { ...two, baseCostCents: 0 },
      { ...one, productionDays: 9 },
    ]);
    expect((await types.getVariant({ id: one.id })).variant).toEqual(variants[1]);
  });

  it('are deactivated by id, or by other keys than some', async () => {
    const { types, productTypeId, create, skus, slug } = await aType();
    const { variant } = await create(['P']);
    await create(['M']);
    await types.generateVariants({ productTypeId, ...costs });
    const deactivate = (which: object) => types.deactivateVariants({ productTypeId, ...which });

    await expect(deactivate({})).rejects.toMatchObject({ reason: 'validation_failed' });
    await expect(deactivate({ ids: { ids: [variant!.id, randomUUID()] } })).rejects.toMatchObject({
      reason: 'unknown_reference',
      details: { fields: [expect.objectContaining({ path: 'ids[1]' })] },
    });
    expect(await deactivate({ ids: { ids: [variant!.id, variant!.id] } })).toEqual({ deactivated: 1 });
    expect(await deactivate({ ids: { ids: [variant!.id] } })).toEqual({ deactivated: 0 });
    expect(await deactivate({ keysOtherThan: { keys: ['finish', 'size'] } })).toEqual({ deactivated: 1 });
    expect(await skus()).toEqual([`${slug}-matte-M`, `${slug}-matte-P`]);
  });
});

it('belongs to admins, and names what is not there', async () => {
  const { types, productTypeId } = await aType();
  const id = randomUUID();
  for (const [kind, by] of [
    ['forbidden', floor.as(aSeller()).types],
    ['not_found', types],
  ] as const) {
    for (const request of [
      () => by.updateProductType({ id, updateMask: ['name'], name: 'x' }),
      () => by.deactivateProductType({ id }),
      () => by.updateAsset({ id, updateMask: ['label_pt'], labelPt: 'x' }),
      () => by.deactivateAsset({ id: 'none' }),
      () => by.updateOption({ id, updateMask: ['label_pt'], labelPt: 'x' }),
      () => by.deactivateOption({ id }),
      () => by.createOptionValue({ optionId: id, value: { value: 'x', labelPt: 'x' } }),
      () => by.updateOptionValue({ id, updateMask: ['label_pt'], labelPt: 'x' }),
      () => by.deactivateOptionValue({ id }),
      () => by.createVariant({ productTypeId: id, assetIds: [id], ...costs }),
      () => by.getVariant({ id }),
      () => by.updateVariant({ id, updateMask: ['base_cost_cents'], baseCostCents: 1 }),
      () => by.updateVariants({ productTypeId: id, variants: [] }),
      () => by.deactivateVariant({ id }),
      () => by.deactivateVariants({ productTypeId: id, ids: { ids: [] } }),
    ]) {
      await expect(request()).rejects.toMatchObject({ kind });
    }
  }
  expect((await types.getProductType({ id: productTypeId })).productType).toMatchObject({ isActive: true });
});
