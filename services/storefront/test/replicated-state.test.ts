import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { newId } from '@estampa/kernel/ids';
import type { ServiceUnderTest } from '@estampa/testing/start-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { artwork, demoIds, type Ids, product, render, emit, template, fullProduct } from './announcements.ts';
import { startStorefront } from './storefront.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startStorefront();
});
afterAll(() => service?.stop());

type Announcement = ReturnType<typeof fullProduct>[number];
const withMembers = (one: Announcement, members: object): Announcement => ({
  ...one,
  value: { ...(one.value as object), ...members },
});
const gone = (one: Announcement): Announcement => withMembers(one, { deleted: true });

const pageOf = async (ids: Ids) => {
  const { document } = await service
    .client(StorefrontServiceClient)
    .getStoreProduct({ store: ids.seller, product: ids.product });
  return JSON.parse(document!.json.toString());
};

describe('a replicated state', () => {
  it('is stored as it came, with fields that this version does not know', async () => {
    const ids = demoIds();
    await emit(
      service,
      fullProduct(ids).map((one) => withMembers(one, { ofTheFuture: { of: one.key } })),
    );

    const { rows } = await service.database.query(
      `select fact -> 'ofTheFuture' ->> 'of' as key from (
         select fact from store where id = $1 union all select fact from product_type where id = $2
         union all select fact from template where product_type_id = $2
         union all select fact from artwork where id = $3 union all select fact from render where artwork_id = $3
         union all select fact from seller_product where id = $4
       ) as states`,
      [ids.seller, ids.type, ids.artwork, ids.product],
    );
    // Variants are stored one by one, with the fields that this version knows.
    const stored = fullProduct(ids).filter(({ key }) => !key.startsWith('product_variants:'));
    expect(rows.map(({ key }) => key)).toEqual(stored.map(({ key }) => key));
  });
});

describe('a deleted state', () => {
  it('of a product deletes its likes, and no older event brings it back', async () => {
    const ids = demoIds();
    await emit(service, fullProduct(ids));
    await service.database.query('insert into product_like values ($1, $2, $3, now())', [
      newId(),
      newId(),
      ids.product,
    ]);

    await emit(service, [gone(product(ids, {}, 3)), product(ids, {}, 2)]);

    await expect(pageOf(ids)).rejects.toMatchObject({ kind: 'not_found' });
    for (const [table, column] of [
      ['store_product', 'id'],
      ['product_like', 'seller_product_id'],
    ]) {
      const { rows } = await service.database.query(`select 1 from ${table} where ${column} = $1`, [ids.product]);
      expect(rows).toEqual([]);
    }
  });

  it('of an artwork takes its products off sale', async () => {
    const ids = demoIds();
    await emit(service, fullProduct(ids));

    await emit(service, [gone(artwork(ids, {}, 2))]);

    await expect(pageOf(ids)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it.each([
    ['a template', (ids: Ids) => template(ids, 'frente', {}, 2)],
    ['a render', (ids: Ids) => render(ids, 'frente', {}, 2)],
  ])('%s takes its images off the page', async (_case, change) => {
    const ids = demoIds();
    await emit(service, fullProduct(ids));
    expect((await pageOf(ids)).skus[0].renders).toHaveLength(1);

    await emit(service, [gone(change(ids))]);

    expect((await pageOf(ids)).skus[0].renders).toEqual([]);
  });
});
