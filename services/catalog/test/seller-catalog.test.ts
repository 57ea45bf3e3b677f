import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admin, aSeller, customer, openShopFloor, setUpType, type ShopFloor } from './shop-floor.ts';

let floor: ShopFloor;
beforeAll(async () => {
  floor = await openShopFloor();
});
afterAll(() => floor?.close());

const costs = { baseCostCents: 1890, productionDays: 2, packagingDays: 1 };

describe('the seller catalog', () => {
  it('shows active parts only, with all their fields', async () => {
    const { productTypeId, template, variants } = await setUpType(floor);
    const { productTypeId: hidden } = await setUpType(floor);
    await floor.as(admin).types.deactivateProductType({ id: hidden });
    await floor.as(admin).types.deactivateVariant({ id: variants[0]!.id });

    const { types } = floor.as(aSeller());
    const { entries } = await types.listCatalogEntries({});
    const { entry: found } = await types.getCatalogEntry({ productTypeId });

    expect(entries.find((one) => one.productTypeId === hidden)).toBeUndefined();
    await expect(types.getCatalogEntry({ productTypeId: hidden })).rejects.toMatchObject({ kind: 'not_found' });
    const entry = found!;
    expect(entries).toContainEqual({ productTypeId, revision: entry.revision });
    expect(entry.variants.map(({ id }) => id)).toEqual([variants[1]!.id]);
    expect(entry.templates.map(({ id }) => id)).toEqual([template.id]);
    expect(entry.assets.map(({ value }) => value)).toEqual(['P', 'M']);
    expect(entry.options.map(({ key }) => key)).toEqual(['color', 'collar']);
    for (const request of ['listCatalogEntries', 'getCatalogEntry'] as const) {
      await expect(floor.as(customer).types[request]({ productTypeId })).rejects.toMatchObject({ kind: 'forbidden' });
    }
  });

  it('has another revision after every change of a type, its parts and its templates', async () => {
    const { productTypeId, variants } = await setUpType(floor);
    const { types, templates } = floor.as(admin);
    const revision = async () =>
      (await types.listCatalogEntries({})).entries.find((one) => one.productTypeId === productTypeId)!.revision;
    const { options } = await types.listOptions({ productTypeId, includeInactive: false });
    const [{ id: optionId, values }] = options as [(typeof options)[0]];
    const { assets } = await types.listAssets({ productTypeId, includeInactive: false });
    const pequena = assets.find(({ value }) => value === 'P')!;
    const id = variants[0]!.id;

    const seen = [await revision()];
    for (const change of [
      () => types.updateProductType({ id: productTypeId, updateMask: ['name'], name: 'Outra' }),
      () => types.updateAsset({ id: assets[0]!.id, updateMask: ['label_pt'], labelPt: 'Outra' }),
      () => types.updateOption({ id: optionId, updateMask: ['required'], required: false }),
      () => types.createOptionValue({ optionId, value: { value: 'blue', labelPt: 'Azul' } }),
      () => types.updateOptionValue({ id: values[0]!.id, updateMask: ['label_pt'], labelPt: 'Outra' }),
      () => types.deactivateOptionValue({ id: values[0]!.id }),
      () => types.deactivateOption({ id: optionId }),
      () => types.updateVariant({ id, updateMask: ['base_cost_cents'], baseCostCents: 1 }),
      () => types.updateVariants({ productTypeId, variants: [{ id, baseCostCents: 2 }] }),
      () => types.deactivateVariant({ id }),
      () => types.createVariant({ productTypeId, assetIds: [pequena.id], ...costs }),
      () => types.deactivateAsset({ id: assets[0]!.id }),
      () => templates.createTemplate({ productTypeId, displayName: 'Costas', assets: {}, isActive: true }),
    ]) {
      await change();
      seen.push(await revision());
    }

    expect(new Set(seen).size).toBe(seen.length);
  });
});
