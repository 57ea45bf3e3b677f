import type { Api } from '@estampa/stack/demo/api';
import { signIn } from '@estampa/stack/demo/people';
import { checkOutAsQuoted, paidOrder, payOnHostedPage } from '@estampa/stack/demo/purchase';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../src/eventually.ts';
import type { TestMarketplace } from '../src/marketplace.ts';
import { describeGuide } from './guide-walk.ts';
import { draftOf, PASSWORD, sellerOf, type Shop, STORE_SLUG } from './shop.ts';

const DEADLINE_MS = 120_000;
const ROUNDS = 12;
const DELIVERIES = 5;

type Ground = { marketplace: TestMarketplace; shop: Shop };

/** In a marketplace whose processes may be killed. */
export function describeReadYourWrites(ground: () => Ground): void {
  describe('what a response promises', () => {
    let seller: Api;
    // Whatever became of the session that the shop was opened in.
    beforeAll(async () => {
      seller = await signIn(ground().shop.api, { email: sellerOf(STORE_SLUG), password: PASSWORD });
    });

    it(
      'shows a product in the store as soon as publishing has responded, every time',
      async () => {
        const { api, productType, artwork } = ground().shop;
        const list = () => api.client.listStoreProducts({ store_slug: STORE_SLUG, limit: 1 });
        const { total } = await list();

        for (let round = 1; round <= ROUNDS; round += 1) {
          const draft = await draftOf(seller, productType, artwork, `round-${round}`);
          const read = () =>
            api.client.exchange('getStoreProduct', { store_slug: STORE_SLUG, product_slug: `round-${round}` });
          const before = await read();
          await seller.client.updateSellerProduct({ id: draft.id, body: { status: 'active' } });
          const page = await read();
          const shown = await list();

          expect([before.status, page.status]).toEqual([404, 200]);
          expect(shown).toMatchObject({ total: total + round, products: [{ id: draft.id }] });
        }
      },
      DEADLINE_MS,
    );

    it('hides a product as soon as pausing has responded', async () => {
      const { api, product } = ground().shop;

      await seller.client.updateSellerProduct({ id: product.id, body: { status: 'paused' } });
      const hidden = await api.client.exchange('getStoreProduct', { store_slug: STORE_SLUG, product_slug: product.id });
      await seller.client.updateSellerProduct({ id: product.id, body: { status: 'active' } });

      expect(hidden.status).toBe(404);
    });

    itPaysOut(() => ({ ...ground().shop, seller }));

    it(
      'responds to a write although a view is unreachable, and reports that the view lags',
      async () => {
        const { api } = ground().shop;
        await ground().marketplace.processes.storefront.kill('SIGKILL');

        const response = await seller.client.exchange('updateSellerProfile', {
          body: { bio: 'Written while the store was away' },
        });
        await ground().marketplace.processes.storefront.restart();

        expect([response.status, response.headers.get('estampa-settled')]).toEqual([200, 'false']);
        await eventually(
          async () =>
            (await api.client.getStore({ store_slug: STORE_SLUG })).bio === 'Written while the store was away',
        );
      },
      DEADLINE_MS,
    );
  });

  describeGuide(() => ground().marketplace);
}

function itPaysOut(shop: () => Shop): void {
  it(
    'makes a payout batch of an item as soon as its delivery has responded',
    async () => {
      const { admin, seller, customer, line, product } = shop();

      for (let round = 1; round <= DELIVERIES; round += 1) {
        const placed = await checkOutAsQuoted(customer, [line]);
        await payOnHostedPage(placed.initPoint, 'card');
        const order = await paidOrder(customer, placed.id);
        const earned = async () => (await seller.client.listOwnPayoutItems({ orderId: order.id })).payoutItems;
        await eventually(async () => expect(await earned()).toMatchObject([{ status: 'held' }]));

        const item = await admin.client.setItemFulfillment({
          itemId: order.items[0]!.id,
          body: { fulfillmentStatus: 'delivered' },
        });
        const batch = await admin.client.createPayout({ body: { sellerProfileId: product.sellerProfileId } });
        const read = await customer.client.getOrder({ orderId: order.id });

        expect(item).toMatchObject({ fulfillmentStatus: 'delivered' });
        expect(batch).toMatchObject({ itemCount: 1, items: [{ orderId: order.id }] });
        expect(read).toMatchObject({ fulfillmentStatus: 'delivered' });
      }
    },
    DEADLINE_MS,
  );
}
