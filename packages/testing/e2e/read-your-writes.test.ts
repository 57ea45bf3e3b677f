import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { checkOut, paidOrder, payOnHostedPage } from '@estampa/stack/demo/purchase';
import { eventually } from '../src/eventually.ts';
import { startMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { draftOf, openShop, type Shop, STORE_SLUG } from './shop.ts';

const BOOT_DEADLINE_MS = 120_000;
const ROUNDS = 30;
const DELIVERIES = 5;

let marketplace: TestMarketplace;
let shop: Shop;

beforeAll(async () => {
  marketplace = await startMarketplace();
  shop = await openShop(marketplace.gatewayUrl);
}, BOOT_DEADLINE_MS);

afterAll(() => marketplace?.stop(), BOOT_DEADLINE_MS);

it(
  'shows a product in the store as soon as publishing is answered, every time',
  async () => {
    const { api, seller, productType, artwork } = shop;

    for (let round = 1; round <= ROUNDS; round += 1) {
      const draft = await draftOf(seller, productType, artwork, `round-${round}`);
      const read = () =>
        api.client.exchange('getStoreProduct', { store_slug: STORE_SLUG, product_slug: `round-${round}` });
      const before = await read();
      await seller.client.updateSellerProduct({ id: draft.id, body: { status: 'active' } });
      const page = await read();
      const list = await api.client.listStoreProducts({ store_slug: STORE_SLUG, limit: 1 });

      expect([before.status, page.status]).toEqual([404, 200]);
      expect(list).toMatchObject({ total: round + 1, products: [{ id: draft.id }] });
    }
  },
  BOOT_DEADLINE_MS,
);

it('hides a product as soon as pausing it is answered', async () => {
  const { api, seller, product } = shop;

  await seller.client.updateSellerProduct({ id: product.id, body: { status: 'paused' } });
  const hidden = await api.client.exchange('getStoreProduct', { store_slug: STORE_SLUG, product_slug: product.id });
  await seller.client.updateSellerProduct({ id: product.id, body: { status: 'active' } });

  expect(hidden.status).toBe(404);
});

it(
  'makes a payout batch of an item as soon as its delivery is answered',
  async () => {
    const { admin, seller, customer, line, product } = shop;

    for (let round = 1; round <= DELIVERIES; round += 1) {
      const placed = await checkOut(customer, [line]);
      await payOnHostedPage(placed.initPoint, 'card');
      const order = await paidOrder(customer, placed.id);
      await eventually(async () => (await seller.client.listOwnPayouts()).summary.heldCents > 0);

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
  BOOT_DEADLINE_MS,
);

it(
  'answers a write although a view cannot be reached, and says that the view lags',
  async () => {
    const { api, seller } = shop;
    await marketplace.processes.storefront.kill('SIGKILL');

    const answer = await seller.client.exchange('updateSellerProfile', {
      body: { bio: 'Written while the store was away' },
    });
    await marketplace.processes.storefront.restart();

    expect([answer.status, answer.headers.get('estampa-settled')]).toEqual([200, 'false']);
    await eventually(
      async () => (await api.client.getStore({ store_slug: STORE_SLUG })).bio === 'Written while the store was away',
    );
  },
  BOOT_DEADLINE_MS,
);
