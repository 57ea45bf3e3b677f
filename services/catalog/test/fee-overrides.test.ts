import { randomUUID } from 'node:crypto';
import { FeeOverrideServiceClient } from '@estampa/contracts/catalog/v1/fee_override';
import type { Caller } from '@estampa/kit/rpc/call';
import { auditOf } from '@estampa/testing/audit';
import { untilWaiting } from '@estampa/testing/lock-waiters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aDraft,
  admin,
  anArtwork,
  aRender,
  aSeller,
  customer,
  openShopFloor,
  setUpType,
  type ShopFloor,
  type TypeOnSale,
} from './shop-floor.ts';

/** At 15 %, the fee of the type, the least price is above it; at 5 % it is below. */
const PRICE_CENTS = 4_000;
const DAY_MS = 24 * 60 * 60 * 1000;

let floor: ShopFloor;
let type: TypeOnSale;
beforeAll(async () => {
  floor = await openShopFloor();
  type = await setUpType(floor);
});
afterAll(() => floor?.close());

const fees = (caller: Caller) => floor.service.client(FeeOverrideServiceClient, { caller });
const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);

function aKnownSeller() {
  const seller = aSeller();
  floor.neighbours.sellers.add(seller.sellerProfileId);
  return seller;
}

const agree = async (sellerProfileId: string, given: object) =>
  (await fees(admin).createFeeOverride({ sellerProfileId, platformFeeBasisPoints: 500, ...given })).feeOverride!;

/** A product on sale at the price that the type's own fee does not permit. */
async function aProductOnSale(seller: ReturnType<typeof aSeller>, priceCents = PRICE_CENTS) {
  const artwork = anArtwork(floor, seller.sellerProfileId);
  aRender(floor, artwork.id, type.template.id);
  const draft = aDraft(type, artwork);
  const variants = draft.variants.map((variant) => ({ ...variant, priceCents }));
  const { products } = floor.as(seller);
  const { sellerProduct } = await products.createSellerProduct({ ...draft, variants, slug: `slug-${artwork.id}` });
  const { id } = sellerProduct!;
  await products.updateSellerProduct({ id, updateMask: ['status'], status: 'active' });
  return sellerProduct!;
}

async function quoted(product: Awaited<ReturnType<typeof aProductOnSale>>) {
  const line = { sellerProductId: product.id, sellerProductVariantId: product.variants[0]!.id, quantity: 1 };
  const { items } = await floor
    .as(customer)
    .products.quoteItems({ items: [{ ...line, selectedOptions: { color: 'black' } }] });
  return items[0]!;
}

describe('a fee that was agreed with a seller', () => {
  it('is what prices are measured against and orders freeze, for that seller alone', async () => {
    const seller = aKnownSeller();
    await expect(aProductOnSale(aKnownSeller())).rejects.toMatchObject({ reason: 'price_too_low' });
    const override = await agree(seller.sellerProfileId, {});

    const product = await aProductOnSale(seller);
    expect(await quoted(product)).toMatchObject({ platformFeeBasisPoints: 500, feeOverrideId: override.id });
    const shown = await floor.as(seller).products.getSellerProduct({ id: product.id });
    // 4,000 less 3,500 and 200, halved.
    expect(shown.sellerProduct!.variants[0]).toMatchObject({ earningsCents: 150, priceBelowCost: false });
    const other = await aProductOnSale(aKnownSeller(), 7_990);
    expect(await quoted(other)).toMatchObject({ platformFeeBasisPoints: 1_500, feeOverrideId: undefined });
    expect((await quoted(other)).feeOverrideId).toBeUndefined();
  });

  it('leaves products on sale when it ends, and says that they are below their cost', async () => {
    const seller = aKnownSeller();
    const { id } = await agree(seller.sellerProfileId, { productTypeId: type.productTypeId });
    const product = await aProductOnSale(seller);
    await fees(admin).endFeeOverride({ id });
    await fees(admin).endFeeOverride({ id });

    expect(await quoted(product)).toMatchObject({ unitPriceCents: PRICE_CENTS, platformFeeBasisPoints: 1_500 });
    const { products } = floor.as(seller);
    const { sellerProduct } = await products.getSellerProduct({ id: product.id });
    expect(sellerProduct).toMatchObject({ status: 'active', variants: [{ priceBelowCost: true }, {}] });
    const [variant] = product.variants;
    const change = { sellerProductId: product.id, id: variant!.id, updateMask: ['price_cents'], priceCents: 4_001 };
    await expect(products.updateSellerProductVariant(change)).rejects.toMatchObject({ reason: 'price_too_low' });
    const audited = (await auditOf(floor.service, `fee_override:${id}`)).map(([action, role]) => [action, role]);
    expect(audited).toEqual([
      ['fee_override_created', 'admin'],
      ['fee_override_ended', 'admin'],
    ]);
  });

  it('stays as it was agreed once it has begun, also where whoever changes it had to wait', async () => {
    const { sellerProfileId } = aKnownSeller();
    const { id } = await agree(sellerProfileId, { startsAt: inDays(1) });
    const blocker = await floor.service.database.connect();
    await blocker.query('begin');
    await blocker.query('select from fee_override where id = $1 for update', [id]);
    const change = fees(admin).updateFeeOverride({
      id,
      updateMask: ['platform_fee_basis_points'],
      platformFeeBasisPoints: 700,
    });
    const outcome = Promise.allSettled([change]);
    await untilWaiting(floor.service.database, blocker, 1);
    await blocker.query('update fee_override set starts_at = clock_timestamp() where id = $1', [id]);
    await blocker.query('commit');
    blocker.release();
    expect(await outcome).toMatchObject([{ status: 'rejected', reason: { reason: 'wrong_state' } }]);
  });

  it('for a type comes before that for all, and holds from its beginning on', async () => {
    const seller = aKnownSeller();
    const { sellerProfileId } = seller;
    const product = await aProductOnSale(seller, 7_990);
    const tomorrow = inDays(1);
    await agree(sellerProfileId, { platformFeeBasisPoints: 900, startsAt: tomorrow });
    expect(await quoted(product)).toMatchObject({ platformFeeBasisPoints: 1_500 });
    const ofAll = await agree(sellerProfileId, { platformFeeBasisPoints: 800, endsAt: tomorrow });
    expect(await quoted(product)).toMatchObject({ platformFeeBasisPoints: 800, feeOverrideId: ofAll.id });
    await agree(sellerProfileId, { productTypeId: (await setUpType(floor)).productTypeId });
    expect(await quoted(product)).toMatchObject({ platformFeeBasisPoints: 800 });

    const ofType = await agree(sellerProfileId, { productTypeId: type.productTypeId, platformFeeBasisPoints: 0 });
    expect(await quoted(product)).toMatchObject({ platformFeeBasisPoints: 0, feeOverrideId: ofType.id });
    const own = await floor.as(seller).types.listCatalogEntries({});
    const others = await floor.as(aKnownSeller()).types.listCatalogEntries({});
    const feeIn = ({ entries }: typeof own) =>
      entries.find(({ productTypeId }) => productTypeId === type.productTypeId)!.ownFeeBasisPoints;
    expect([feeIn(own), feeIn(others)]).toEqual([0, undefined]);
  });

  it('is one at a time for the same types, whoever else agrees at the same instant', async () => {
    const { sellerProfileId } = aKnownSeller();
    const { productTypeId } = type;
    const made = await Promise.allSettled([1, 2, 3].map(() => agree(sellerProfileId, { productTypeId })));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const rejected = made.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(rejected.reason).toMatchObject({ kind: 'conflict', reason: 'already_exists' });

    const upcoming = await agree(sellerProfileId, { startsAt: inDays(2), endsAt: inDays(3) });
    const longer = { id: upcoming.id, updateMask: ['ends_at'], endsAt: inDays(5) };
    await agree(sellerProfileId, { startsAt: inDays(4) });
    await expect(fees(admin).updateFeeOverride(longer)).rejects.toMatchObject({ reason: 'already_exists' });
    const sooner = { id: upcoming.id, updateMask: ['starts_at', 'platform_fee_basis_points'], startsAt: inDays(1) };
    const { feeOverride } = await fees(admin).updateFeeOverride({ ...sooner, platformFeeBasisPoints: 600 });
    expect(feeOverride).toMatchObject({
      platformFeeBasisPoints: 600,
      startsAt: sooner.startsAt,
      endsAt: upcoming.endsAt,
    });
    await fees(admin).endFeeOverride({ id: upcoming.id });
    await expect(fees(admin).getFeeOverride({ id: upcoming.id })).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('is for a seller and a type that exist, and made by admins', async () => {
    const seller = aKnownSeller();
    const { sellerProfileId } = seller;
    await expect(agree(randomUUID(), {})).rejects.toMatchObject({ reason: 'unknown_reference' });
    for (const productTypeId of [randomUUID(), 'none']) {
      await expect(agree(sellerProfileId, { productTypeId })).rejects.toMatchObject({ reason: 'unknown_reference' });
    }
    const own = { sellerProfileId, platformFeeBasisPoints: 0 };
    await expect(fees(seller).createFeeOverride(own)).rejects.toMatchObject({ kind: 'forbidden' });
    const { id } = await agree(sellerProfileId, {});
    await expect(fees(seller).endFeeOverride({ id })).rejects.toMatchObject({ kind: 'forbidden' });
    const change = { id, updateMask: ['platform_fee_basis_points'], platformFeeBasisPoints: 0 };
    await expect(fees(seller).updateFeeOverride(change)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(fees(aSeller()).getFeeOverride({ id })).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(fees(seller).listFeeOverrides({})).rejects.toMatchObject({ kind: 'forbidden' });

    expect((await fees(seller).listFeeOverrides({ sellerProfileId })).feeOverrides).toEqual([
      expect.objectContaining({ id, platformFeeBasisPoints: 500 }),
    ]);
  });
});
