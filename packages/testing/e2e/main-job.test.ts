import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOPICS } from '@estampa/kernel/topics';
import type { FileResponse } from '@estampa/client';
import { download, type Json } from '@estampa/stack/demo/api';
import { checkOut, labelledOrder, moveParcel, paidOrder, payOnHostedPage } from '@estampa/stack/demo/purchase';
import { centred, previewPlacement } from '@estampa/stack/demo/studio';
import { environmentOf, runOnce } from '@estampa/stack/processes/node-process';
import { eventually } from '../src/eventually.ts';
import { startMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { startTraceReceiver, type TraceReceiver } from '../src/trace-receiver.ts';
import { describeCheckoutTrace } from './checkout-trace.ts';
import { describeOrderMoney, describeSoldOrders } from './order-money.ts';
import { describePeoplePages } from './people-pages.ts';
import { customerOf, openShop, plainPng, type Shop, STORE_SLUG, typeSlugOf } from './shop.ts';
import { describeExposedMetrics } from './exposed-metrics.ts';

const BOOT_DEADLINE_MS = 120_000;
const BUYERS_WORDS = [customerOf(STORE_SLUG), 'Test Customer', '11987654321', 'Avenida', '01310', '52998224725'];

let marketplace: TestMarketplace;
let shop: Shop;
let receiver: TraceReceiver;

beforeAll(async () => {
  receiver = await startTraceReceiver();
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '100' };
  marketplace = await startMarketplace({ environment: { all: traces } });
  shop = await openShop(marketplace.gatewayUrl);
}, BOOT_DEADLINE_MS);

afterAll(async () => {
  await marketplace?.stop();
  await receiver?.[Symbol.asyncDispose]();
}, BOOT_DEADLINE_MS);

const textOf = (response: unknown): Promise<string> => (response as FileResponse).blob.text();

describe('the catalog', () => {
  it('generates every combination of the assets with its SKU', async () => {
    const { variants } = shop.productType;
    expect(variants).toHaveLength(3);
    expect(variants.map(({ sku }) => sku).toSorted()).toEqual([
      'TEST-STORE-CAMISETA-algodao-G',
      'TEST-STORE-CAMISETA-algodao-M',
      'TEST-STORE-CAMISETA-algodao-P',
    ]);
  });

  it('shows the seller what to build on', async () => {
    const { productTypes } = await shop.seller.client.getSellerCatalog();

    expect(productTypes).toHaveLength(1);
    expect(productTypes[0]).toMatchObject({
      slug: typeSlugOf(STORE_SLUG),
      platformFeePercent: 12.5,
      artistRoyaltyPercent: 60,
    });
    expect(productTypes[0]!.templates[0]).toMatchObject({ id: shop.template.id, options: { color: 'navy' } });
  });
});

describe('the artwork', () => {
  it('knows its size, hash, colour and preview', async () => {
    const { artwork } = shop;
    const original = await plainPng(300, 400, '#c03028');

    expect(artwork).toMatchObject({ widthPx: 300, heightPx: 400, format: 'png', version: 1, status: 'active' });
    expect(artwork.contentHash).toBe(createHash('sha256').update(original).digest('hex'));
    expect(artwork.dominantColor).toMatch(/^#C[0-7]/i);
    expect((await download(artwork.previewUrl)).subarray(8, 12).toString()).toBe('WEBP');
  });
});

describe('the mockup', () => {
  it('previews a placement as a PNG that says how it fits', async () => {
    const { seller, template, artwork } = shop;

    const { bytes, headers } = await previewPlacement(seller, template.id, artwork.id, centred(template, artwork));

    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(headers.get('x-fits-within-print-area')).toBe('true');
    expect(headers.get('x-overflow-top')).toBe('0');
    expect(JSON.parse(headers.get('x-print-area-bounds')!)).toEqual({ x: 150, y: 200, width: 300, height: 400 });
  });

  it('previews what does not fit, but does not render it', async () => {
    const { seller, template, artwork, product } = shop;
    const outside = { ...centred(template, artwork), x: 0 };

    const { headers } = await previewPlacement(seller, template.id, artwork.id, outside);
    const rejected = await seller.client.exchange('renderSellerProduct', {
      sellerProductId: product.id,
      body: {
        templateId: template.id,
        ...outside,
      },
    });

    expect(headers.get('x-fits-within-print-area')).toBe('false');
    expect(headers.get('x-overflow-left')).toBe('150');
    expect(rejected.status).toBe(400);
    expect(rejected.problem).toMatchObject({ code: 'does_not_fit' });
  });

  it('is public', async () => {
    const [render] = shop.product.renders;

    expect(render!.status).toBe('rendered');
    expect((await download(render!.url!)).subarray(8, 12).toString()).toBe('WEBP');
  });
});

describe('the store', () => {
  it('shows its page, its list and the product with its render', async () => {
    const { api, product, template } = shop;

    const store = await api.client.getStore({ store_slug: STORE_SLUG });
    const list = await api.client.listStoreProducts({ store_slug: STORE_SLUG });
    const page = await api.client.getStoreProduct({ store_slug: STORE_SLUG, product_slug: product.slug! });

    expect(store).toMatchObject({ storeName: 'Test Store', followersCount: 0, isFollowing: null });
    expect(list).toMatchObject({ total: 1, products: [{ id: product.id, minPriceCents: 8990, isLiked: null }] });
    expect(page).toMatchObject({ id: product.id, minPriceCents: 8990, maxPriceCents: 8990, isLiked: null });
    expect(page.skus).toHaveLength(3);
    expect(page.skus[0]!.renders).toEqual([
      { templateId: template.id, url: product.renders[0]!.url, sizes: [400], options: { color: 'navy' } },
    ]);
  });
});

describe('an order', () => {
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
    expect(await admin.client.pollTracking()).toStrictEqual({
      total: 1,
      updated: 0,
      errors: 0,
      details: [{ ...parcel, outcome: 'unchanged', message: null }],
    });
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

  it('publishes no personal data of its buyer', async () => {
    const reported = await Promise.all(TOPICS.map((topic) => marketplace.topics.events(topic)));
    const everything = JSON.stringify(reported);

    expect(everything).toContain('order_approved');
    expect(everything).toContain('shipment_label_generated');
    for (const secret of BUYERS_WORDS) {
      expect(everything).not.toContain(secret);
    }
  });
});

describeCheckoutTrace(() => ({ receiver, buyersWords: BUYERS_WORDS }));

it('the artists’ earnings add up, by the replicated orders and items', async () => {
  const { surroundings: ours } = marketplace;
  const check = runOnce('services/payouts/src/check-ledger.ts', environmentOf('payouts', ours), [], ours);

  expect(await once(check, 'exit')).toEqual([0, null]);
});

describe('the money of orders', () => {
  const ground = () => ({ ...shop, sandboxUrl: marketplace.sandboxUrl });
  describeOrderMoney(ground);
  describeSoldOrders(ground);
});

describe('the events of all this', () => {
  it.each(TOPICS)('name images by their keys on %s', async (topic) => {
    const reported = JSON.stringify(await marketplace.topics.events(topic));

    expect(reported).not.toMatch(/https?:[^"]*(public\/|webp|png|jpg|\/cdn)/);
    if (topic === 'media.v1') expect(reported).toMatch(/"previewKey":"public\/[^"]*"/);
  });
});

describeExposedMetrics(() => marketplace);
describePeoplePages(() => marketplace);
