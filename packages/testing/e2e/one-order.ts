import { TOPICS } from '@estampa/kernel/topics';
import type { FileResponse } from '@estampa/client';
import type { Json } from '@estampa/stack/demo/api';
import { checkOut, labelledOrder, moveParcel, paidOrder, payOnHostedPage } from '@estampa/stack/demo/purchase';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../src/eventually.ts';
import type { TestMarketplace } from '../src/marketplace.ts';
import type { Shop } from './shop.ts';

type Ground = { marketplace: TestMarketplace; shop: Shop; buyersWords: readonly string[] };

const textOf = (response: unknown): Promise<string> => (response as FileResponse).blob.text();

let marketplace: TestMarketplace;
let shop: Shop;
let buyersWords: readonly string[];

/** Of a shop whose first order it is. */
export function describeOneOrder(ground: () => Ground): void {
  beforeAll(() => {
    ({ marketplace, shop, buyersWords } = ground());
  });
  describe('an order', () => {
    itIsQuoted();
    itIsPaidOut();
    itHidesItsBuyer();
  });
}

const itIsQuoted = (): void =>
  it('can be sent in several ways, with quotes for anonymous visitors', async () => {
    const { selectedOptions: _chosenLater, ...item } = shop.line;

    const { quotes } = await shop.api.client.quoteShipping({ body: { cep: '20040-002', items: [item] } });

    expect(quotes.map(({ service }: Json) => service)).toEqual(['.Package', 'PAC', '.Com', 'SEDEX']);
    expect(quotes[0]).toEqual({
      shippingMethodId: expect.stringMatching(/^q1\./),
      carrier: 'Jadlog',
      service: '.Package',
      serviceCode: '3',
      priceCents: expect.any(Number),
      deliveryDays: expect.any(Number),
    });
  });

const itIsPaidOut = (): void =>
  it('goes from checkout to a paid artist', async () => {
    const { admin, customer, seller, line, product } = shop;

    const placed = await checkOut(customer, [{ ...line, quantity: 2 }]);
    expect(placed).toMatchObject({ paymentStatus: 'pending', subtotalCents: 17_980, totalCents: 19_870 });
    expect(placed.initPoint).toContain(`${marketplace.gatewayUrl}/sandbox/i/`);

    await payOnHostedPage(placed.initPoint, 'pix');
    const paid = await paidOrder(customer, placed.id);
    expect(paid).toMatchObject({ initPoint: null, payment: { amountCents: 19_870 } });
    expect(paid.paidAt).not.toBeNull();

    const labelled = await labelledOrder(customer, placed.id);
    expect(labelled.shipment!.labelUrl).toContain(`${marketplace.gatewayUrl}/sandbox/labels/`);
    // Fee 12.5 % of 8990 = 1124; profit 8990 - 3590 - 1124 = 4276; 60 % of it = 2566; times two.
    expect(await seller.client.listOwnPayoutItems()).toMatchObject({
      payoutItems: [{ orderId: placed.id, status: 'held', amountCents: 5132 }],
      summary: { heldCents: 5132, releasableCents: 0 },
    });

    expect(await moveParcel(admin, marketplace.sandboxUrl, labelled, 'posted')).toMatchObject({ errors: 0 });
    expect(await customer.client.getOrder({ orderId: placed.id })).toMatchObject({ fulfillmentStatus: 'shipped' });
    const parcel = { shipmentId: labelled.shipment!.id, orderId: placed.id, status: 'in_transit' };
    const { updated, errors, details } = await admin.client.pollTracking();
    expect([updated, errors]).toEqual([0, 0]);
    expect(details.filter(({ orderId }) => orderId === placed.id)).toStrictEqual([
      { ...parcel, outcome: 'unchanged', message: null },
    ]);
    expect(await moveParcel(admin, marketplace.sandboxUrl, labelled, 'delivered')).toMatchObject({ errors: 0 });
    expect(await customer.client.getOrder({ orderId: placed.id })).toMatchObject({ fulfillmentStatus: 'delivered' });

    await eventually(async () =>
      expect((await seller.client.listOwnPayouts()).summary).toMatchObject({ releasableCents: 5132 }),
    );
    const batch = await admin.client.createPayout({ body: { sellerProfileId: product.sellerProfileId } });
    expect(batch).toMatchObject({ status: 'pending', totalCents: 5132, itemCount: 1 });
    const statement = { id: batch.id };
    const paidOut = await admin.client.markPayoutPaid({ ...statement, body: { reference: 'test' } });
    expect(paidOut).toMatchObject({ status: 'paid' });
    expect((await seller.client.listOwnPayouts()).summary).toMatchObject({ releasableCents: 0, paidCents: 5132 });

    expect(await seller.client.getPayoutStatement(statement)).toMatchObject({
      payout: { id: batch.id, status: 'paid', reference: 'test' },
      items: [{ orderId: placed.id }],
      totalCents: 5132,
    });
    const [csv, page] = await Promise.all(
      (['csv', 'html'] as const).map((format) =>
        seller.client.exchange('getPayoutStatement', { ...statement, format }),
      ),
    );
    const types = [csv, page].map((one) => one!.headers.get('content-type'));
    expect(types).toEqual(['text/csv; charset=utf-8', 'text/html; charset=utf-8']);
    expect(await textOf(csv!.response)).toContain(`,sale,${paid.items[0]!.title},2,8990,5132,paid`);
    expect(await textOf(page!.response)).toContain('51,32');
    const rejected = [
      customer.client.exchange('getPayoutStatement', statement),
      seller.send('GET', `/payouts/${batch.id}/statement?format=pdf`),
    ];
    expect((await Promise.all(rejected)).map(({ status }) => status)).toEqual([403, 400]);
  });

const itHidesItsBuyer = (): void =>
  it('publishes no personal data of its buyer', async () => {
    const reported = await Promise.all(TOPICS.map((topic) => marketplace.topics.events(topic)));
    const everything = JSON.stringify(reported);

    expect(everything).toContain('order_approved');
    expect(everything).toContain('shipment_label_generated');
    for (const secret of buyersWords) {
      expect(everything).not.toContain(secret);
    }
  });
