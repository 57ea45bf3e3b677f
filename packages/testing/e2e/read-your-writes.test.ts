import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkOutAsQuoted, paidOrder, payOnHostedPage, SHIPPING_ADDRESS } from '@estampa/stack/demo/purchase';
import { eventually } from '../src/eventually.ts';
import { startMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { describeGuide } from './guide-walk.ts';
import { draftOf, openShop, type Shop, STORE_SLUG } from './shop.ts';

const BOOT_DEADLINE_MS = 120_000;
const ROUNDS = 30;
const DELIVERIES = 5;
/** More than the limit of two minutes, as a minute may end among them. */
const STRANGERS_QUOTES = 2 * 40 + 1;

let marketplace: TestMarketplace;
let shop: Shop;

beforeAll(async () => {
  // As in production: shipping costs what it is quoted at.
  marketplace = await startMarketplace({ environment: { 'orders-payments': { CHECKOUT_CLIENT_AMOUNTS: 'off' } } });
  shop = await openShop(marketplace.gatewayUrl);
}, BOOT_DEADLINE_MS);

afterAll(() => marketplace?.stop(), BOOT_DEADLINE_MS);

it(
  'shows a product in the store as soon as publishing has responded, every time',
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

it('hides a product as soon as pausing has responded', async () => {
  const { api, seller, product } = shop;

  await seller.client.updateSellerProduct({ id: product.id, body: { status: 'paused' } });
  const hidden = await api.client.exchange('getStoreProduct', { store_slug: STORE_SLUG, product_slug: product.id });
  await seller.client.updateSellerProduct({ id: product.id, body: { status: 'active' } });

  expect(hidden.status).toBe(404);
});

it(
  'makes a payout batch of an item as soon as its delivery has responded',
  async () => {
    const { admin, seller, customer, line, product } = shop;

    for (let round = 1; round <= DELIVERIES; round += 1) {
      const placed = await checkOutAsQuoted(customer, [line]);
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

describeGuide(() => marketplace);

it(
  'sells to a buyer however many shipping quotes a stranger requests',
  async () => {
    const { api, customer, line } = shop;
    const { selectedOptions: _chosenLater, ...item } = line;
    const items = [{ ...item, quantity: 3 }];
    const quote = (cep: string) => api.client.exchange('quoteShipping', { body: { cep, items } });
    const { response } = await quote(SHIPPING_ADDRESS.cep);
    const { shippingMethodId, priceCents: shippingCents } = response!.quotes[0]!;
    const places = Array.from({ length: STRANGERS_QUOTES }, (_, place) => `${40_000 + place}-000`);
    const requested = await Promise.all(places.map(quote));
    const order = (changes: { shippingMethodId: string; cep?: string }) =>
      customer.client.exchange('placeOrder', {
        body: {
          shipping: { ...SHIPPING_ADDRESS, ...(changes.cep && { cep: changes.cep }) },
          items: [{ ...line, quantity: 3 }],
          shippingCents,
          shippingMethodId: changes.shippingMethodId,
        },
      });

    expect(requested.map(({ status }) => status)).toContain(503);
    expect((await order({ shippingMethodId })).status).toBe(201);
    const elsewhere = await order({ shippingMethodId, cep: '30110-000' });
    expect(elsewhere.problem).toMatchObject({ status: 400, code: 'shipping_price_changed' });
    expect(elsewhere.problem!.problem).toMatchObject({
      shippingMethodId: expect.stringMatching(/^q1\./),
      priceCents: expect.any(Number),
    });
    expect((await order({ shippingMethodId: `${shippingMethodId}x` })).problem).toMatchObject({
      status: 400,
      code: 'invalid_shipping_method',
    });
    expect((await order({ shippingMethodId: 'melhorenvio-3' })).status).toBe(201);
  },
  BOOT_DEADLINE_MS,
);

it(
  'responds to a write although a view is unreachable, and reports that the view lags',
  async () => {
    const { api, seller } = shop;
    await marketplace.processes.storefront.kill('SIGKILL');

    const response = await seller.client.exchange('updateSellerProfile', {
      body: { bio: 'Written while the store was away' },
    });
    await marketplace.processes.storefront.restart();

    expect([response.status, response.headers.get('estampa-settled')]).toEqual([200, 'false']);
    await eventually(
      async () => (await api.client.getStore({ store_slug: STORE_SLUG })).bio === 'Written while the store was away',
    );
  },
  BOOT_DEADLINE_MS,
);
