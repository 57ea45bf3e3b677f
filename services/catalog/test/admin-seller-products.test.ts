import { randomUUID } from 'node:crypto';
import { auditOf } from '@estampa/testing/audit';
import { eventually } from '@estampa/testing/eventually';
import { untilWaiting } from '@estampa/testing/lock-waiters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aDraft,
  admin,
  anArtwork,
  aSeller,
  openShopFloor,
  setUpType,
  type ShopFloor,
  type TypeOnSale,
} from './shop-floor.ts';

let floor: ShopFloor;
let type: TypeOnSale;
beforeAll(async () => {
  floor = await openShopFloor();
  type = await setUpType(floor);
});
afterAll(() => floor?.close());

describe('an admin creates a product', () => {
  it('for a seller who exists, with an artwork of theirs', async () => {
    const { sellerProfileId } = aSeller();
    const draft = aDraft(type, anArtwork(floor, sellerProfileId));
    const rejectedBy = (given: object) =>
      floor
        .as(admin)
        .products.createSellerProduct({ ...draft, ...given })
        .catch(({ reason, details }) => [reason, details.fields[0].path]);

    expect(await rejectedBy({ sellerProfileId: randomUUID() })).toEqual(['unknown_reference', 'sellerProfileId']);
    const other = aSeller().sellerProfileId;
    floor.neighbours.sellers.add(other);
    expect(await rejectedBy({ sellerProfileId: other })).toEqual(['unknown_reference', 'artworkId']);
    const { sellerProduct } = await floor.as(admin).products.createSellerProduct(draft);
    expect(sellerProduct).toMatchObject({ sellerProfileId, status: 'draft' });
    expect(await auditOf(floor.service, `seller_product:${sellerProduct!.id}`)).toEqual([
      ['seller_product_created', 'admin'],
    ]);
  });
});

describe('the audit', () => {
  it('records who changed a type and its costs, from what to what, and what an admin did to a seller’s product', async () => {
    const { productTypeId, variants } = await setUpType(floor);
    const { types, products } = floor.as(admin);
    const before = (await auditOf(floor.service, `product_type:${productTypeId}`)).length;
    const [variant] = variants;
    await types.updateProductType({
      id: productTypeId,
      updateMask: ['platform_fee_basis_points'],
      platformFeeBasisPoints: 1300,
    });
    await types.updateVariants({ productTypeId, variants: [{ id: variant!.id, baseCostCents: 1 }] });
    await types.updateVariant({ id: variant!.id, updateMask: ['base_cost_cents'], baseCostCents: 2 });
    const seller = aSeller();
    const draft = { ...aDraft(type, anArtwork(floor, seller.sellerProfileId)), slug: 'audited' };
    const { sellerProduct } = await floor.as(seller).products.createSellerProduct(draft);
    const { id } = sellerProduct!;
    await floor.as(seller).products.updateSellerProduct({ id, updateMask: ['title'], title: 'By its seller' });
    await products.updateSellerProduct({ id, updateMask: ['status'], status: 'archived' });

    expect((await auditOf(floor.service, `product_type:${productTypeId}`)).slice(before)).toEqual([
      ['product_type_updated', 'admin', ['platformFeeBasisPoints', expect.any(Number), 1300]],
      [
        'product_variants_updated',
        'admin',
        ['variants', null, 1],
        [`variant:${variant!.id}`, expect.objectContaining({ baseCostCents: 1 })],
      ],
      [
        'product_variants_updated',
        'admin',
        ['variants', null, 1],
        [`variant:${variant!.id}`, { baseCostCents: 1 }, { baseCostCents: 2 }],
      ],
    ]);
    expect(await auditOf(floor.service, `seller_product:${id}`)).toEqual([
      ['seller_product_archived', 'admin', ['status', 'draft', 'archived']],
    ]);
  });
});

describe('an admin removes a product', () => {
  it('deletes it with its variants, and publishes that to services with copies of it', async () => {
    const seller = aSeller();
    const artwork = anArtwork(floor, seller.sellerProfileId);
    const { products } = floor.as(seller);
    const { sellerProduct } = await products.createSellerProduct({ ...aDraft(type, artwork), slug: 'free-again' });
    const { id } = sellerProduct!;
    await expect(products.deleteSellerProduct({ id })).rejects.toMatchObject({ kind: 'forbidden' });

    await floor.as(admin).products.deleteSellerProduct({ id });

    await expect(products.getSellerProduct({ id })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(floor.as(admin).products.deleteSellerProduct({ id })).rejects.toMatchObject({ kind: 'not_found' });
    expect(await auditOf(floor.service, `seller_product:${id}`)).toEqual([['seller_product_deleted', 'admin']]);
    const left = 'select 1 from seller_product_variant where seller_product_id = $1';
    expect((await floor.service.database.query(left, [id])).rows).toEqual([]);
    await eventually(async () =>
      expect((await floor.service.events('catalog.v1')).findLast(({ key }) => key === `seller_product:${id}`)).toEqual(
        expect.objectContaining({
          type: 'seller_product_deleted',
          value: {
            sellerProduct: {
              id,
              sellerProfileId: seller.sellerProfileId,
              productTypeId: type.productTypeId,
              artworkId: artwork.id,
              surfaces: [{ surface: 'front', artworkId: artwork.id }],
            },
            version: 2,
            deleted: true,
          },
        }),
      ),
    );
    await products.createSellerProduct({ ...aDraft(type, artwork), slug: 'free-again' });
  });

  it('of two who change and remove it at the same instant, the later finds what the earlier left', async () => {
    const seller = aSeller();
    const { products } = floor.as(seller);
    const { sellerProduct } = await products.createSellerProduct(
      aDraft(type, anArtwork(floor, seller.sellerProfileId)),
    );
    const { id } = sellerProduct!;
    const blocker = await floor.service.database.connect();
    await blocker.query('begin');
    await blocker.query('select 1 from seller_product where id = $1 for update', [id]);
    const removed = floor.as(admin).products.deleteSellerProduct({ id });
    await untilWaiting(floor.service.database, blocker, 1);
    const changed = products.updateSellerProduct({ id, updateMask: ['title'], title: 'Late' });
    await untilWaiting(floor.service.database, blocker, 2);
    await blocker.query('commit');
    blocker.release();

    await removed;
    await expect(changed).rejects.toMatchObject({ kind: 'not_found' });
  });
});
