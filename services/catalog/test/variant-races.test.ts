import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilWaiting } from '@estampa/testing/lock-waiters';
import { openShopFloor, type ShopFloor } from './shop-floor.ts';
import { aType as typeWithAssets, costs } from './type-with-assets.ts';

let floor: ShopFloor;
beforeAll(async () => {
  floor = await openShopFloor();
});
afterAll(() => floor?.close());

const aType = () => typeWithAssets(floor);

describe('the database', () => {
  it('has no combination twice among active variants, in whatever order its keys come', async () => {
    const { create, productTypeId } = await aType();
    await create(['P', 'matte']);
    const insert = (assets: string, isActive: boolean) =>
      floor.service.database.query(
        `insert into product_variant (id, product_type_id, assets, base_cost_cents, sku, production_days, packaging_days,
           is_active, created_at)
         values (gen_random_uuid(), $1, $2, 1, gen_random_uuid()::text, 1, 1, $3, now())`,
        [productTypeId, assets, isActive],
      );

    await insert('{"size":"P","finish":"matte"}', false);
    await insert('{"size":"P"}', true);
    await expect(insert('{"finish":"matte","size":"P"}', true)).rejects.toThrow('product_variant_assets');
  });
});

describe('requests at the same instant', () => {
  /** Lets all of them come as far as the type's row, then lets them go. */
  async function raced<T>(productTypeId: string, requests: readonly (() => Promise<T>)[]) {
    const { database } = floor.service;
    const blocker = await database.connect();
    await blocker.query('begin');
    await blocker.query('select from product_type where id = $1 for update', [productTypeId]);
    const responses = Promise.allSettled(requests.map((request) => request()));
    await untilWaiting(database, blocker, requests.length);
    await blocker.query('commit');
    blocker.release();
    return responses;
  }

  it('generate once, and agree', async () => {
    const { types, productTypeId } = await aType();
    const generate = () => types.generateVariants({ productTypeId, ...costs });

    const responses = await raced(productTypeId, [generate, generate]);

    const [one, other] = responses.map((response) => (response.status === 'fulfilled' ? response.value : null));
    expect(one!.created + other!.created).toBe(2);
    expect(one!.variants).toEqual(other!.variants);
  });

  it('make one combination once, by hand or generated', async () => {
    const { types, productTypeId, create, skus, slug } = await aType();

    const responses = await raced<unknown>(productTypeId, [
      () => create(['P', 'matte']),
      () => types.generateVariants({ productTypeId, ...costs }),
      () => create(['matte', 'P']),
    ]);

    expect(responses.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
    expect(await skus()).toEqual([`${slug}-matte-M`, `${slug}-matte-P`]);
  });

  it('deactivating and generating are serialized: what was deactivated is not generated again', async () => {
    const { types, productTypeId } = await aType();
    const { variants } = await types.generateVariants({ productTypeId, ...costs });
    const ids = { ids: variants.map(({ id }) => id) };

    const responses = await raced<unknown>(productTypeId, [
      () => types.deactivateVariants({ productTypeId, ids }),
      () => types.generateVariants({ productTypeId, ...costs }),
    ]);

    expect(responses.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(await types.generateVariants({ productTypeId, ...costs })).toMatchObject({ created: 0, existing: 2 });
    expect((await types.listVariants({ productTypeId, includeInactive: false })).total).toBe(0);
  });

  it('change different fields of one option, and none is lost', async () => {
    const { types, productTypeId } = await aType();
    const { option } = await types.createOption({
      productTypeId,
      key: 'color',
      labelPt: 'Cor',
      inputType: 'select',
      displayBehavior: 'filter',
      required: true,
      values: [],
    });
    const { id } = option!;

    await raced<unknown>(productTypeId, [
      () => types.updateOption({ id, updateMask: ['label_pt'], labelPt: 'Cores' }),
      () => types.updateOption({ id, updateMask: ['required'], required: false }),
      () => types.createOptionValue({ optionId: id, value: { value: 'a', labelPt: 'A' } }),
    ]);

    const { options } = await types.listOptions({ productTypeId, includeInactive: false });
    expect(options).toMatchObject([{ labelPt: 'Cores', required: false, values: [{ value: 'a' }] }]);
  });
});
