import { Api, type Json } from '@estampa/stack/demo/api';
import type { Ground } from '../cases/case.ts';
import { APPROVED_SHARE } from './order-samples.ts';

const SKUS = 6;

/** Checks that seeded data behaves like data made through the API, without which no measurement on it means anything. */
export async function checkSeed({ stack, world, logins }: Ground): Promise<void> {
  const api = new Api(stack.marketplace.gatewayUrl);
  const { size } = world;
  for (const index of [0, size.stores / 2, size.stores - 1]) {
    const store = world.stores[index]!;
    const list = await api.client.listStoreProducts({ store_slug: store.slug, limit: 20 });
    expect(`products of ${store.slug}`, list.total, store.products.length);
    const product = store.products.at(-1)!;
    const page = await api.client.getStoreProduct({ store_slug: store.slug, product_slug: product.slug });
    expect('the id of a page', page.id, product.id);
    expect('the SKUs of a page', page.skus.length, SKUS);
    expect('the renders of a SKU', page.skus[0]!.renders.length, 1);
    expect('products of the same artwork', page.relatedProducts.sameArtwork.length, size.productTypes - 1);
    const seller = await logins.api(store.email);
    const own: Json = await seller.client.getSellerProduct({ id: product.id });
    expect('the variants of a product', own.variants.length, SKUS);
    expect('the artwork of a product', own.artworkId, page.artwork.id);
  }
  const admin = await logins.adminApi();
  const orders = await admin.client.listOrders({ payment_status: 'approved', limit: 1 });
  atLeast('paid orders', orders.total, size.orders * APPROVED_SHARE);
  const [order] = orders.orders;
  expect('an order by itself', (await admin.client.getOrder({ orderId: order!.id })).orderNumber, order!.orderNumber);
  expect('its search', (await admin.client.listOrders({ search: order!.email })).orders[0]!.email, order!.email);
}

function expect(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`The seed is wrong: ${what} is ${String(found)}, not ${String(expected)}`);
}

function atLeast(what: string, found: number, least: number): void {
  if (found < least) throw new Error(`The seed is wrong: ${what} are ${found}, fewer than ${least}`);
}
