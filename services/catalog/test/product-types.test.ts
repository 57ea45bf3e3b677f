import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { eventually } from '@estampa/testing/eventually';
import { expectPageRule } from '@estampa/testing/page-rule';
import { admin, aSeller, customer, openShopFloor, type ShopFloor } from './shop-floor.ts';

let floor: ShopFloor;
beforeAll(async () => {
  floor = await openShopFloor();
});
afterAll(() => floor?.close());

const newType = (slug: string) => ({
  slug,
  name: 'Caneca',
  platformFeeBasisPoints: 1250,
  artistRoyaltyBasisPoints: 10_000,
});
const costs = { baseCostCents: 1890, productionDays: 2, packagingDays: 1 };

async function emptyType(slug: string): Promise<string> {
  const { productType } = await floor.as(admin).types.createProductType(newType(slug));
  return productType!.id;
}

describe('product types', () => {
  it('are created active and published', async () => {
    const { productType } = await floor.as(admin).types.createProductType(newType('mug'));

    expect(productType).toMatchObject({ ...newType('mug'), isActive: true, description: undefined });
    await eventually(async () =>
      expect(await floor.service.events('catalog.v1')).toContainEqual({
        id: expect.any(String),
        type: 'product_type_created',
        key: `product_type:${productType!.id}`,
        value: expect.objectContaining({ version: 1, productType: expect.objectContaining({ slug: 'mug' }) }),
      }),
    );
  });

  it('reject a slug that is taken with 400', async () => {
    await emptyType('taken');

    await expect(floor.as(admin).types.createProductType(newType('taken'))).rejects.toMatchObject({
      kind: 'invalid',
      reason: 'already_exists',
    });
  });

  it('returns the same type again for the same idempotency key', async () => {
    const key = { key: 'k1', scope: 'admin POST /products/types', bodyDigest: 'd' };
    const create = () => floor.as(admin, key).types.createProductType(newType('once'), { withIdempotencyKey: true });

    const [first, second] = await Promise.all([create(), create()]);

    expect(second).toEqual(first);
  });

  it('are listed newest first, inactive ones on demand', async () => {
    const ids = [await emptyType('list-1'), await emptyType('list-2'), await emptyType('list-3')];
    await floor.service.database.query('update product_type set is_active = false where id = $1', [ids[1]]);
    const { types } = floor.as(admin);

    const active = await types.listProductTypes({ page: { skip: 0, limit: 2 }, includeInactive: false });
    const all = await types.listProductTypes({ page: { skip: 1, limit: 2 }, includeInactive: true });

    expect(active.productTypes.map(({ id }) => id)).toEqual([ids[2], ids[0]]);
    expect(all.productTypes.map(({ id }) => id)).toEqual([ids[1], ids[0]]);
    expect(all.total).toBe(active.total + 1);
  });

  it('and their parts come in pages of the usual size', async () => {
    const productTypeId = await emptyType('paged');
    const { types, templates } = floor.as(admin);
    const of = (page: Parameters<typeof types.listProductTypes>[0]['page']) => ({
      productTypeId,
      page,
      includeInactive: false,
    });

    await expectPageRule((page) => types.listProductTypes(of(page)));
    await expectPageRule((page) => types.listAssets(of(page)));
    await expectPageRule((page) => types.listOptions(of(page)));
    await expectPageRule((page) => types.listVariants(of(page)));
    await expectPageRule((page) => templates.listTemplates(of(page)));
  });

  it.each([randomUUID(), 'not-a-uuid'])('answer 404 for %s', async (id) => {
    const { types } = floor.as(admin);
    const page = { skip: 0, limit: 20 };

    for (const request of [
      () => types.getProductType({ id }),
      () => types.listAssets({ productTypeId: id, page, includeInactive: false }),
      () => types.createAssets({ productTypeId: id, assets: [] }),
      () => types.generateVariants({ productTypeId: id, ...costs }),
    ]) {
      await expect(request()).rejects.toMatchObject({ kind: 'not_found' });
    }
  });

  it('belong to admins', async () => {
    for (const caller of [aSeller(), customer]) {
      const { types } = floor.as(caller);
      await expect(types.createProductType(newType('nope'))).rejects.toMatchObject({ kind: 'forbidden' });
      await expect(types.listProductTypes({ includeInactive: false })).rejects.toMatchObject({ kind: 'forbidden' });
    }
  });
});

describe('assets and options', () => {
  it('are added all or none', async () => {
    const productTypeId = await emptyType('all-or-none');
    const { types } = floor.as(admin);
    const asset = (value: string) => ({ key: 'size', value, labelPt: value });
    await types.createAssets({ productTypeId, assets: [asset('P')] });

    for (const assets of [
      [asset('M'), asset('P')],
      [asset('G'), asset('G')],
    ]) {
      await expect(types.createAssets({ productTypeId, assets })).rejects.toMatchObject({ kind: 'conflict' });
    }

    expect((await types.listAssets({ productTypeId, includeInactive: false })).total).toBe(1);
  });

  it('are limited to 200 per type', async () => {
    const productTypeId = await emptyType('many-assets');
    const { types } = floor.as(admin);
    const many = (count: number, from = 0) =>
      Array.from({ length: count }, (_, n) => ({ key: 'size', value: `v${n + from}`, labelPt: 'x' }));
    await types.createAssets({ productTypeId, assets: many(199) });

    await expect(types.createAssets({ productTypeId, assets: many(2, 199) })).rejects.toMatchObject({
      reason: 'limit_reached',
    });
    await types.createAssets({ productTypeId, assets: many(1, 199) });
  });

  it('have options with values in the order given, one per key', async () => {
    const productTypeId = await emptyType('options');
    const { types } = floor.as(admin);
    const option = {
      productTypeId,
      key: 'color',
      labelPt: 'Cor',
      inputType: 'color_picker',
      displayBehavior: 'filter',
    };
    const values = ['white', 'black', 'aqua'].map((value) => ({ value, labelPt: value, hexColor: '#FFFFFF' }));

    const { option: created } = await types.createOption({ ...option, required: true, values });
    const again = types.createOption({ ...option, required: true, values: [] });

    expect(created!.values.map(({ value }) => value)).toEqual(['white', 'black', 'aqua']);
    await expect(again).rejects.toMatchObject({ kind: 'conflict', reason: 'already_exists' });
    const { options } = await types.listOptions({ productTypeId, includeInactive: false });
    expect(options).toEqual([created]);
  });
});

describe('variants', () => {
  it('are generated as the full product, and never twice', async () => {
    const productTypeId = await emptyType('variants');
    const { types } = floor.as(admin);
    const asset = (key: string, value: string) => ({ key, value, labelPt: value });
    const generate = () => types.generateVariants({ productTypeId, ...costs });
    await expect(generate()).rejects.toMatchObject({ kind: 'invalid', reason: 'no_assets' });
    await types.createAssets({ productTypeId, assets: [asset('size', 'P'), asset('size', 'M'), asset('color', 'b')] });

    const first = await generate();
    expect(first).toMatchObject({ created: 2, existing: 0 });
    expect(first.variants.map(({ sku, assets }) => [sku, assets])).toEqual([
      ['VARIANTS-b-P', { color: 'b', size: 'P' }],
      ['VARIANTS-b-M', { color: 'b', size: 'M' }],
    ]);
    await types.createAssets({ productTypeId, assets: [asset('color', 'c')] });
    expect(await generate()).toMatchObject({ created: 2, existing: 2 });

    await floor.service.database.query(`update product_variant set is_active = false where sku = 'VARIANTS-b-P'`);
    const third = await generate();
    expect(third).toMatchObject({ created: 0, existing: 4 });
    expect(third.variants).toHaveLength(3);
  });

  it('stop at 5,000, and 5,000 are published', async () => {
    const productTypeId = await emptyType('five-thousand');
    const { types } = floor.as(admin);
    const assets = [
      ['a', 17],
      ['b', 17],
      ['c', 17],
    ].flatMap(([key, count]) =>
      Array.from({ length: count as number }, (_, n) => ({ key: key as string, value: `v${n}`, labelPt: 'x' })),
    );
    await types.createAssets({ productTypeId, assets });
    const patiently = { deadlineMs: 30_000 };
    expect((await types.generateVariants({ productTypeId, ...costs }, patiently)).created).toBe(4_913);
    await types.createAssets({ productTypeId, assets: [{ key: 'a', value: 'one-more', labelPt: 'x' }] }, patiently);

    await expect(types.generateVariants({ productTypeId, ...costs })).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('5202 combinations'),
    });

    const { productType } = await types.createProductType(newType('after-the-big-one'));
    await eventually(async () => {
      const events = await floor.service.events('catalog.v1');
      expect(events.at(-1)!.key).toBe(`product_type:${productType!.id}`);
      const parts = events.filter(({ key }) => key.startsWith(`product_variants:${productTypeId}/`));
      expect(parts).toHaveLength(50);
      expect(parts.flatMap(({ value }) => value.variants)).toHaveLength(4_913);
    }, patiently);
  });
});
