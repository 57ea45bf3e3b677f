import { checkOut, paidOrder, payOnHostedPage } from '@estampa/stack/demo/purchase';
import { expect, it } from 'vitest';
import { eventually } from '../src/eventually.ts';
import type { TestMarketplace } from '../src/marketplace.ts';
import type { Shop } from './shop.ts';

/** Two at 8,990 and 1,890 of shipping; the provider keeps 199 of a Pix, of which the items' part is 17,980 of 19,870. */
const [EARNED_CENTS, FEE_CENTS, BORNE_CENTS] = [5_132, 199, 180];
const LEFT_CENTS = EARNED_CENTS - BORNE_CENTS;

type Ground = { shop: Shop; artistsBear: Pick<TestMarketplace, 'gatewayUrl'> };

/** What an artist who bears the provider's fee is paid, as everybody reads it. */
export function describeBorneFee(given: () => Ground): void {
  it('an order whose artist bears the provider’s fee comes to the same in earnings, statement and ledger', async () => {
    const { shop, artistsBear } = given();
    const { admin, customer, seller, line, product } = shop;
    const placed = await checkOut(customer.at(artistsBear.gatewayUrl), [{ ...line, quantity: 2 }]);
    const orderId = placed.id;
    await payOnHostedPage(placed.initPoint, 'pix');
    await paidOrder(customer, orderId);
    const entries = async () => {
      const { payoutItems } = await seller.client.listOwnPayoutItems({ orderId });
      return payoutItems.map(
        ({ type, amountCents, breakdown }) => `${type} ${amountCents} ${breakdown.providerFeeBearer}`,
      );
    };
    await eventually(async () =>
      expect((await entries()).toSorted()).toEqual([
        `adjustment ${-BORNE_CENTS} artist`,
        `sale ${EARNED_CENTS} artist`,
      ]),
    );
    const { items } = await seller.client.listSellerOrderItems({ limit: 1 });
    expect(items).toMatchObject([
      { orderId, providerFeeCents: BORNE_CENTS, breakdown: { providerFeeBearer: 'artist' } },
    ]);

    const delivered = { fulfillmentStatus: 'delivered' } as const;
    for (const { id } of placed.items) await admin.client.setItemFulfillment({ itemId: id, body: delivered });
    const batch = await admin.client.createPayout({ body: { sellerProfileId: product.sellerProfileId } });
    await admin.client.markPayoutPaid({ id: batch.id });

    expect(await seller.client.getPayoutStatement({ id: batch.id })).toMatchObject({
      salesCents: EARNED_CENTS,
      adjustmentsCents: -BORNE_CENTS,
      totalCents: LEFT_CENTS,
    });
    await eventually(async () => {
      const { accounts } = await admin.client.explainOrder({ orderId });
      const balances = Object.fromEntries(accounts.map(({ name, balanceCents }) => [name, balanceCents]));
      expect(balances).toMatchObject({
        artist_earnings: 0,
        payouts: LEFT_CENTS,
        provider_fees: FEE_CENTS - BORNE_CENTS,
        clearing: placed.totalCents - FEE_CENTS,
      });
    });
  });
}
