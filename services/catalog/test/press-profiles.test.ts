import { randomUUID } from 'node:crypto';
import { auditOf } from '@estampa/testing/audit';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_PROFILE } from './neighbours.ts';
import { admin, aSeller, openShopFloor, type ShopFloor } from './shop-floor.ts';

let floor: ShopFloor;
beforeAll(async () => {
  floor = await openShopFloor();
});
afterAll(() => floor?.close());

it('a product type is printed by a profile from when it is completed until it is removed', async () => {
  const { types } = floor.as(admin);
  const costs = { platformFeeBasisPoints: 0, artistRoyaltyBasisPoints: 0 };
  const { productType } = await types.createProductType({ slug: `type-${randomUUID()}`, name: 'Caneca', ...costs });
  const { id } = productType!;
  const { key, uploadUrl } = await types.presignPressProfile({ productTypeId: id, sizeBytes: 7 });
  expect([key, uploadUrl]).toEqual(['private/press-profile-uploads/7', 'http://upload']);
  const complete = (name: string) => types.completePressProfile({ productTypeId: id, key, name });

  const profile = { name: 'Coated', digest: 'a1'.repeat(32), key: 'private/press-profile-copies/7' };
  expect((await complete('Coated')).productType!.pressProfile).toEqual(profile);
  expect((await complete('Coated')).productType).toEqual((await types.getProductType({ id })).productType);
  await expect(types.completePressProfile({ productTypeId: id, key: NO_PROFILE, name: 'x' })).rejects.toMatchObject({
    reason: 'not_a_profile',
  });
  const updated = await types.updateProductType({ id, updateMask: ['name'], name: 'Caneca nova' });
  expect(updated.productType!.pressProfile).toEqual(profile);
  await types.removePressProfile({ productTypeId: id });
  await types.removePressProfile({ productTypeId: id });

  expect((await types.getProductType({ id })).productType!.pressProfile).toBeUndefined();
  const published = async () =>
    (await floor.service.events('catalog.v1'))
      .filter((event) => event.key === `product_type:${id}`)
      .map(({ value }) => (value as { productType: { pressProfile?: unknown } }).productType.pressProfile);
  await eventually(async () => expect(await published()).toEqual([undefined, profile, profile, undefined]));
  const press = (...values: unknown[]) => ['product_type_updated', 'admin', ['pressProfile', ...values]];
  const audit = await auditOf(floor.service, `product_type:${id}`);
  expect([audit[1], audit[3], audit.length]).toEqual([press(null, profile), press(profile, null), 4]);
  const { types: others } = floor.as(aSeller());
  await expect(others.presignPressProfile({ productTypeId: id, sizeBytes: 7 })).rejects.toMatchObject({
    kind: 'forbidden',
  });
  await expect(others.completePressProfile({ productTypeId: id, key, name: 'x' })).rejects.toMatchObject({
    kind: 'forbidden',
  });
  await expect(others.removePressProfile({ productTypeId: id })).rejects.toMatchObject({ kind: 'forbidden' });
});

it('there are no profiles of product types that do not exist', async () => {
  const { types } = floor.as(admin);
  const productTypeId = randomUUID();

  for (const request of [
    () => types.presignPressProfile({ productTypeId, sizeBytes: 7 }),
    () => types.completePressProfile({ productTypeId, key: NO_PROFILE, name: 'x' }),
    () => types.removePressProfile({ productTypeId }),
  ])
    await expect(request()).rejects.toMatchObject({ kind: 'not_found' });
});
