import type { Order, Payout } from '@estampa/client';
import type { Api, Json } from '@estampa/stack/demo/api';
import { inviteSeller, signIn, signUpSeller } from '@estampa/stack/demo/people';
import { checkOut, labelledOrder, moveParcel, paidOrder, payOnHostedPage } from '@estampa/stack/demo/purchase';
import { ADMIN } from '@estampa/stack/topology';
import { sandboxOf } from '../e2e/provider-hands.ts';
import { customerOf, openShop, PASSWORD, plainPng, sellerOf, type Shop } from '../e2e/shop.ts';
import { eventually } from '../src/eventually.ts';
import type { Recorded } from '../src/released-data.ts';

const SLUG = 'released-shop';
const OTHER_SLUG = 'other-shop';
const KEY = 'a-key-of-the-release';

type Addresses = { gatewayUrl: string; sandboxUrl: string };

/**
 * One record of each kind in each state, made through the public API. `cut` ends the publishing of events; what is written after it
 * is in outboxes only.
 */
export async function fillMarketplace(
  { gatewayUrl, sandboxUrl }: Addresses,
  version: string,
  cut: () => Promise<void>,
): Promise<Recorded> {
  const shop = await openShop(gatewayUrl, SLUG);
  const other = await openOtherStore(shop);
  const { keyed, ids } = await sell(shop, sandboxUrl);
  await visit(shop);
  const session = await shop.api.send('POST', '/auth/login', { email: customerOf(SLUG), password: PASSWORD });
  const { refreshToken } = (await session.json()) as { refreshToken: string };
  const shown = await readAll(shop, ids);

  await cut();
  await other.send('PATCH', '/profiles/seller/me', { bio: 'Written while nothing was published' });
  await payOnHostedPage((await shop.customer.client.getOrder({ orderId: ids.unsent! })).initPoint, 'pix');
  await paidOrder(shop.customer, ids.unsent!);

  return {
    version,
    takenAt: new Date().toISOString(),
    gatewayUrl,
    password: PASSWORD,
    people: { seller: sellerOf(SLUG), customer: customerOf(SLUG) },
    shown,
    keyed,
    refreshToken,
    ids,
  };
}

async function openOtherStore({ api, admin }: Shop): Promise<Api> {
  const { inviteToken } = await inviteSeller(api, admin, { email: sellerOf(OTHER_SLUG), name: 'Other Seller' });
  return signUpSeller(api, inviteToken, PASSWORD, { storeName: 'Other Store', storeSlug: OTHER_SLUG });
}

/** Orders and payouts in each state. */
async function sell(shop: Shop, sandboxUrl: string): Promise<Pick<Recorded, 'keyed' | 'ids'>> {
  const { admin, customer, line, product } = shop;
  const sandbox = sandboxOf(sandboxUrl);
  const paid = async (): Promise<Order> => {
    const placed = await checkOut(customer, [line]);
    await payOnHostedPage(placed.initPoint, 'pix');
    await paidOrder(customer, placed.id);
    return labelledOrder(customer, placed.id);
  };
  const delivered = async (): Promise<Order> => {
    const order = await paid();
    await moveParcel(admin, sandboxUrl, order, 'posted');
    await moveParcel(admin, sandboxUrl, order, 'delivered');
    return order;
  };
  /** Of one delivered order, whose payout item is releasable as soon as payouts has applied the delivery. */
  const batch = async ({ id: orderId }: Order): Promise<Payout> => {
    const payoutItemIds = await eventually(async () => {
      const { payoutItems } = await shop.seller.client.listOwnPayoutItems({ orderId });
      const [item] = payoutItems;
      return item?.status === 'releasable' && [item.id];
    });
    return admin.client.createPayout({ body: { sellerProfileId: product.sellerProfileId, payoutItemIds } });
  };

  const unsent = await checkOut(customer, [line]);
  const refundable = await paid();
  const partlyRefunded = await paid();
  await admin.client.refundOrder({ orderId: partlyRefunded.id, body: { amountCents: 880 } });
  const refunded = await paid();
  await admin.client.refundOrder({ orderId: refunded.id, body: { amountCents: null } });
  const cancelled = await checkOut(customer, [line]);
  await admin.client.cancelOrder({ orderId: cancelled.id });
  const disputed = await paid();
  await sandbox.call('POST', `/charges/${disputed.payment!.providerPaymentId}/move`, { to: 'chargeback_requested' });
  await eventually(async () => {
    const { payment } = await customer.client.getOrder({ orderId: disputed.id });
    return payment?.status === 'disputed';
  });
  const shipped = await paid();
  await moveParcel(admin, sandboxUrl, shipped, 'posted');
  const releasable = await delivered();
  const paidOut = await delivered();
  const payoutPaid = await batch(paidOut);
  await admin.client.markPayoutPaid({ id: payoutPaid.id, body: { reference: 'example' } });
  const payoutFailed = await batch(releasable);
  await admin.client.markPayoutFailed({ id: payoutFailed.id, body: { reason: 'example' } });
  const batched = await delivered();
  const payoutPending = await batch(batched);
  const keyed = await placeKeyed(customer, line);

  const orders = { refundable, partlyRefunded, refunded, cancelled, disputed, shipped, releasable, paidOut, batched };
  const idsOf = (records: Record<string, { id: string }>) =>
    Object.fromEntries(Object.entries(records).map(([name, { id }]) => [name, id]));
  const ids = { ...idsOf({ ...orders, unsent, payoutPaid, payoutFailed, payoutPending }), unpaid: keyed.response.id };
  return { keyed, ids };
}

/** The order that stays unpaid, by a request whose key is recorded. */
async function placeKeyed(customer: Api, line: Shop['line']): Promise<Recorded['keyed']> {
  const shipping = {
    cep: '01310-100',
    street: 'Avenida Paulista',
    number: '1578',
    neighborhood: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
  };
  const body = { shipping, items: [line], shippingCents: 1890 };
  const response = await customer.send('POST', '/orders', body, { 'Idempotency-Key': KEY });
  return { as: 'customer', path: '/orders', key: KEY, body, status: response.status, response: await response.json() };
}

async function visit({ api, admin, customer, seller, product, storeSlug }: Shop): Promise<void> {
  await customer.client.toggleLike({ store_slug: storeSlug, product_slug: product.slug! });
  await customer.client.toggleFollow({ store_slug: storeSlug });
  const file = new Blob([new Uint8Array(await plainPng(40, 30, '#2040c0'))], { type: 'image/png' });
  await seller.client.addProductImage({ productId: product.id, altText: 'Example', body: { file } });
  const join = (name: string) => api.client.joinWaitlist({ body: { email: `${name}@waitlist.example`, name } });
  await join('waiting');
  await admin.client.rejectWaitlistEntry({ id: (await join('rejected')).id });
  await api.client.requestPasswordReset({ body: { email: customerOf(SLUG) } });
}

/** Each kind of record as those see it who may. */
async function readAll(shop: Shop, ids: Recorded['ids']): Promise<Recorded['shown']> {
  const { storeSlug, product, artwork, template, productType } = shop;
  const byOrder = Object.entries(ids).filter(([name]) => !name.startsWith('payout') && name !== 'unsent');
  const byPayout = Object.entries(ids).filter(([name]) => name.startsWith('payout'));
  const paths: Record<string, readonly string[]> = {
    anyone: [
      `/stores/${storeSlug}`,
      `/stores/${storeSlug}/products`,
      `/stores/${storeSlug}/products/${product.slug}`,
      '/discovery/home',
      '/discovery/search?q=shirt',
      `/artworks/public/${artwork.id}`,
    ],
    customer: [
      '/users/me',
      `/stores/${storeSlug}/products/${product.slug}`,
      ...byOrder.map(([, id]) => `/orders/${id}`),
    ],
    seller: [
      '/profiles/seller/me',
      '/artworks/me',
      `/artworks/${artwork.id}/placements`,
      `/artworks/${artwork.id}/renders`,
      `/seller-products/me/${product.id}`,
      '/payouts/me',
      ...byOrder.map(([, id]) => `/payouts/me/items?orderId=${id}`),
    ],
    admin: [
      `/products/types/${productType.id}`,
      `/products/types/${productType.id}/variants`,
      `/products/templates/${template.id}`,
      '/waitlist',
      ...byOrder.map(([, id]) => `/orders/${id}/refunds`),
      ...byPayout.flatMap(([, id]) => [`/payouts/${id}`, `/payouts/${id}/statement`]),
    ],
  };
  const people: Record<string, Api> = {
    anyone: shop.api,
    customer: shop.customer,
    seller: shop.seller,
    admin: await signIn(shop.api, ADMIN),
  };
  const shown: Recorded['shown'] = [];
  for (const [as, some] of Object.entries(paths))
    for (const path of some) shown.push({ as, path, response: await read(people[as]!, path) });
  return shown;
}

async function read(person: Api, path: string): Promise<Json> {
  const response = await person.send('GET', path);
  if (!response.ok) throw new Error(`${path} responded ${response.status}: ${await response.text()}`);
  // Sums count what is written after the cut, too.
  const { summary: _sums, ...shown } = (await response.json()) as Json;
  return shown;
}
