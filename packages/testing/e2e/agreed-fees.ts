import { checkOut } from '@estampa/stack/demo/purchase';
import type { Json } from '@estampa/stack/demo/api';
import { expect, it } from 'vitest';
import type { Shop } from './shop.ts';

/** Long after the tests. */
const FAR_AHEAD = '2999-01-01T00:00:00.000Z';

/** A fee that never begins, for the examples of the OpenAPI document. */
export async function showAgreedFee({ admin, seller, product: { sellerProfileId } }: Shop): Promise<void> {
  const { id } = await admin.client.createFeeOverride({
    body: { sellerProfileId, platformFeePercent: 10, startsAt: FAR_AHEAD },
  });
  await admin.client.updateFeeOverride({ id, body: { platformFeePercent: 7.5 } });
  await admin.client.getFeeOverride({ id });
  await admin.client.listFeeOverrides({ sellerProfileId });
  await seller.client.listOwnFeeOverrides();
  await admin.client.endFeeOverride({ id });
}

/** One that a test may change and end, beside those for all types. */
export const upcomingFee = ({ admin, product: { sellerProfileId }, productType }: Shop): Promise<Json> =>
  admin.client.createFeeOverride({
    body: { sellerProfileId, productTypeId: productType.id, platformFeePercent: 10, startsAt: FAR_AHEAD },
  });

/** What an agreed fee changes for a seller, and when. */
export function describeAgreedFees(shop: () => Shop): void {
  it('has the fee that was agreed with the seller, if it was placed while that was in force', async () => {
    const { admin, seller, customer, line, product, productType } = shop();
    const { sellerProfileId } = product;
    const shownFee = async () => {
      const { productTypes } = await seller.client.getSellerCatalog();
      return productTypes.find(({ id }) => id === productType.id)!.effectivePlatformFeePercent;
    };
    const earned = async () => {
      const { id: orderId } = await checkOut(customer, [line]);
      return async () => {
        await customer.client.devPayOrder({ orderId });
        return (await seller.client.listOwnPayoutItems({ orderId })).payoutItems[0]!;
      };
    };
    const { id } = await admin.client.createFeeOverride({ body: { sellerProfileId, platformFeePercent: 0 } });
    expect(await shownFee()).toBe(0);
    const agreed = await earned();
    await admin.client.endFeeOverride({ id });
    expect(await shownFee()).toBe(productType.platformFeePercent);
    const usual = await earned();

    // 8,990 less 3,590, and 1,124 of fee where it is the usual one; the artist gets 60 % of that.
    const [ofAgreed, ofUsual] = [
      { platformFeePercent: 0, platformFeeCents: 0, feeOverrideId: id },
      { platformFeePercent: productType.platformFeePercent, platformFeeCents: 1_124, feeOverrideId: null },
    ];
    const { items } = await seller.client.listSellerOrderItems({ limit: 2 });
    expect(items).toMatchObject([{ breakdown: ofUsual }, { breakdown: ofAgreed }]);
    expect(await agreed()).toMatchObject({ amountCents: 3_240, breakdown: ofAgreed });
    expect(await usual()).toMatchObject({ amountCents: 2_566, breakdown: ofUsual });
    expect((await seller.client.listOwnFeeOverrides()).feeOverrides).toMatchObject([
      { id, platformFeePercent: 0, endsAt: expect.any(String) },
    ]);
  });
}
