import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { eventually } from '@estampa/testing/eventually';
import { expectPageRule } from '@estampa/testing/page-rule';
import { LISTED_MAX_BYTES } from '../src/db/seller-product-parts.ts';
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

function aStudio() {
  const seller = aSeller();
  const artwork = anArtwork(floor, seller.sellerProfileId);
  return { seller, artwork, products: floor.as(seller).products, draft: aDraft(type, artwork) };
}

const archive = (id: string) => ({ id, updateMask: ['status'], status: 'archived' });

describe('products of an account that is deleted', () => {
  it('are archived, and those of others stay', async () => {
    const [gone, other] = [aStudio(), aStudio()];
    const create = async ({ products, draft }: typeof gone) =>
      (await products.createSellerProduct(draft)).sellerProduct!.id;
    const [first, second, others] = [await create(gone), await create(gone), await create(other)];
    const { userId, sellerProfileId } = gone.seller;
    const value = { userId, sellerProfileId, version: 3 };
    const statusOf = async (id: string) =>
      (await floor.as(admin).products.getSellerProduct({ id })).sellerProduct!.status;

    await floor.service.publish('identity.v1', { type: 'user_deleted', key: `deleted_user:${userId}`, value });

    await eventually(async () =>
      expect([await statusOf(first), await statusOf(second)]).toEqual(['archived', 'archived']),
    );
    expect(await statusOf(others)).toBe('draft');
    await eventually(async () => {
      const events = (await floor.service.events('catalog.v1')).filter(({ key }) => key.endsWith(first));
      expect(events.map((event) => event.type)).toEqual(['seller_product_created', 'seller_product_archived']);
    });
  });
});

describe('creating', () => {
  it('makes a draft with what the artist earns, and publishes it', async () => {
    const { products, draft } = aStudio();
    const productTypeId = draft.productTypeId.toUpperCase();

    const { sellerProduct } = await products.createSellerProduct({ ...draft, productTypeId, slug: 'poster' });

    const expected = { status: 'draft', slug: 'poster', templateIds: [type.template.id] };
    expect(sellerProduct).toMatchObject({ ...expected, productTypeId: draft.productTypeId });
    expect(sellerProduct!.variants).toHaveLength(2);
    expect(sellerProduct!.variants[0]).toMatchObject({ priceCents: 7990, earningsCents: 1646, priceBelowCost: false });
    expect((await products.getSellerProduct({ id: sellerProduct!.id })).sellerProduct).toEqual(sellerProduct);
    await eventually(async () =>
      expect((await floor.service.events('catalog.v1')).at(-1)).toMatchObject({
        type: 'seller_product_created',
        key: `seller_product:${sellerProduct!.id}`,
        value: { version: 1, sellerProduct: { status: 'draft', variants: [{ priceCents: 7990 }, {}] } },
      }),
    );
  });

  it.each([
    ['an artwork that does not exist', { artworkId: randomUUID() }, 'artworkId'],
    ['an unknown type', { productTypeId: randomUUID() }, 'productTypeId'],
    [
      'an unknown variant',
      { variants: [{ productVariantId: randomUUID(), priceCents: 1, allowedOptions: {} }] },
      'variants[0].productVariantId',
    ],
  ])('rejects %s', async (_, given, path) => {
    const { products, draft } = aStudio();

    await expect(products.createSellerProduct({ ...draft, ...given })).rejects.toMatchObject({
      kind: 'invalid',
      reason: 'unknown_reference',
      details: { fields: [expect.objectContaining({ path })] },
    });
  });

  it('rejects the artwork of another seller, and one that is inactive', async () => {
    const { seller, products, draft } = aStudio();
    const foreign = anArtwork(floor, randomUUID());
    const inactive = anArtwork(floor, seller.sellerProfileId, { status: 'inactive' });

    for (const artworkId of [foreign.id, inactive.id]) {
      await expect(products.createSellerProduct({ ...draft, artworkId })).rejects.toMatchObject({
        reason: 'unknown_reference',
      });
    }
  });

  it('rejects the variant of another type', async () => {
    const { products, draft } = aStudio();
    const other = await setUpType(floor);
    const variants = [{ productVariantId: other.variants[0]!.id, priceCents: 9000, allowedOptions: {} }];

    await expect(products.createSellerProduct({ ...draft, variants })).rejects.toMatchObject({
      reason: 'unknown_reference',
    });
  });

  it('rejects a price that does not cover cost and fee, with the least that does', async () => {
    const { products, draft } = aStudio();
    const [first, second] = draft.variants;
    const variants = [first!, { ...second!, priceCents: 4118 }];

    await expect(products.createSellerProduct({ ...draft, variants })).rejects.toMatchObject({
      reason: 'price_too_low',
      message: expect.stringContaining('variants[1].priceCents must be at least 4119'),
    });
  });

  it('rejects allowed options that do not exist and variants given twice, all at once', async () => {
    const { products, draft } = aStudio();
    const [first] = draft.variants;
    const allowedOptions = { color: { values: [] }, sleeve: { values: ['long'] }, collar: { values: ['turtle'] } };

    await expect(
      products.createSellerProduct({ ...draft, variants: [first!, { ...first!, allowedOptions }] }),
    ).rejects.toMatchObject({
      reason: 'validation_failed',
      details: {
        fields: [
          expect.objectContaining({ path: 'variants[1].productVariantId', code: 'duplicate' }),
          expect.objectContaining({ path: 'variants[1].allowedOptions.color' }),
          expect.objectContaining({ path: 'variants[1].allowedOptions.sleeve' }),
          expect.objectContaining({ path: 'variants[1].allowedOptions.collar[0]' }),
        ],
      },
    });
  });

  it('takes a slug once per seller', async () => {
    const one = aStudio();
    const other = aStudio();
    await one.products.createSellerProduct({ ...one.draft, slug: 'same' });

    await other.products.createSellerProduct({ ...other.draft, slug: 'same' });
    await expect(one.products.createSellerProduct({ ...one.draft, slug: 'same' })).rejects.toMatchObject({
      kind: 'conflict',
      reason: 'already_exists',
    });
  });

  it('is for the seller and for admins', async () => {
    const { draft } = aStudio();

    await floor.as(admin).products.createSellerProduct(draft);
    await expect(floor.as(aSeller()).products.createSellerProduct(draft)).rejects.toMatchObject({ kind: 'forbidden' });
  });
});

describe('reading', () => {
  it('lists own products newest first, by status on demand', async () => {
    const { seller, products, draft } = aStudio();
    const created = [];
    for (const title of ['a', 'b', 'c']) created.push(await products.createSellerProduct({ ...draft, title }));
    const ids = created.map(({ sellerProduct }) => sellerProduct!.id);
    await products.updateSellerProduct(archive(ids[1]!));
    const { sellerProfileId } = seller;

    const all = await products.listSellerProducts({ sellerProfileId, page: { skip: 0, limit: 2 } });
    const archived = await products.listSellerProducts({ sellerProfileId, status: 'archived' });

    expect(all).toMatchObject({ total: 3, sellerProducts: [{ id: ids[2] }, { id: ids[1] }] });
    await expectPageRule((page) => products.listSellerProducts({ sellerProfileId, page }));
    expect(archived).toMatchObject({ total: 1, sellerProducts: [{ id: ids[1], templateIds: [type.template.id] }] });

    const { updatedAt: updatedSince } = archived.sellerProducts[0]!;
    const listed = await products.listSellerProducts({ sellerProfileId, updatedSince: new Date(0) });
    expect(listed.sellerProducts.map(({ id }) => id)).toEqual([ids[0], ids[2], ids[1]]);
    for (const filter of [{}, { updatedSince: new Date(0) }]) {
      const window = (page: object) => products.listSellerProducts({ sellerProfileId, ...filter, page });
      const [everything, first] = [await window({}), await window({ limit: 2 })];
      const rest = await window({ limit: 2, cursor: first.nextCursor });
      expect([...first.sellerProducts, ...rest.sellerProducts]).toEqual(everything.sellerProducts);
      expect([rest.total, rest.nextCursor]).toEqual([3, undefined]);
    }
    const changed = { sellerProfileId, updatedSince, status: 'archived' };
    expect(await products.listSellerProducts(changed)).toMatchObject({ total: 1, sellerProducts: [{ id: ids[1] }] });
    expect((await products.listSellerProducts({ ...changed, status: 'draft' })).total).toBe(0);
  });

  it('lists no more variants at once than a response takes', async () => {
    const { seller, products, draft } = aStudio();
    const { sellerProfileId } = seller;
    for (const title of ['a', 'b']) await products.createSellerProduct({ ...draft, title });
    const fill = (bytes: number) =>
      floor.service.database.query(
        `update seller_product_variant set allowed_options = jsonb_build_object('color', jsonb_build_array(repeat('x', $2)))
         where seller_product_id in (select id from seller_product where seller_profile_id = $1)`,
        [sellerProfileId, bytes],
      );
    const list = (limit: number) => products.listSellerProducts({ sellerProfileId, page: { skip: 0, limit } });
    // Four variants with a row's own bytes and `{"color": [""]}` around the value.
    const most = LISTED_MAX_BYTES / 4 - 150 - 15;

    await fill(most);
    expect((await list(2)).sellerProducts).toHaveLength(2);
    await fill(most + 1);

    await expect(list(2)).rejects.toMatchObject({ kind: 'invalid', reason: 'limit_reached' });
    expect((await list(1)).sellerProducts).toHaveLength(1);
  });

  it('shows that a price no longer covers its cost', async () => {
    const own = await setUpType(floor);
    const seller = aSeller();
    const { products } = floor.as(seller);
    const { sellerProduct } = await products.createSellerProduct(aDraft(own, anArtwork(floor, seller.sellerProfileId)));
    await floor.service.database.query('update product_variant set base_cost_cents = 9000 where product_type_id = $1', [
      own.productTypeId,
    ]);

    const read = await products.getSellerProduct({ id: sellerProduct!.id });

    expect(read.sellerProduct!.variants[0]).toMatchObject({ priceBelowCost: true, earningsCents: 0 });
  });

  it('shows no seller the products of another', async () => {
    const { products, draft, seller } = aStudio();
    const { sellerProduct } = await products.createSellerProduct(draft);
    const stranger = floor.as(aSeller()).products;
    const { id } = sellerProduct!;

    await expect(stranger.getSellerProduct({ id })).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(stranger.updateSellerProduct(archive(id))).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(stranger.listSellerProducts({ sellerProfileId: seller.sellerProfileId })).rejects.toMatchObject({
      kind: 'forbidden',
    });
    await expect(products.getSellerProduct({ id: randomUUID() })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(products.getSellerProduct({ id: 'nope' })).rejects.toMatchObject({ kind: 'not_found' });
  });
});
