import { type CallOptions, type Id, isProblemOf, type Order, type Payout, type TrackingPoll } from '@estampa/client';
import { waitFor } from '../wait.ts';
import type { Api } from './api.ts';

const NOTIFICATION_DEADLINE_MS = 30_000;
const LABEL_DEADLINE_MS = 30_000;
const PAGE_DEADLINE_MS = 10_000;
const FULL_WALLET_CENTS = 100_000_000_000;

export const SHIPPING_ADDRESS = {
  cep: '01310-100',
  street: 'Avenida Paulista',
  number: '1578',
  complement: 'Endereço de demonstração',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
};

export type CartLine = {
  sellerProductId: string;
  variantId: string;
  quantity: number;
  selectedOptions: Record<string, string>;
  texts?: { surface: string; text: string }[];
};

/** What the demo buys of its own product, and what it is charged for shipping: `docs/money-model.md` explains the order. */
export const DEMO_ORDER = { priceCents: 8990, quantity: 2, shippingCents: 1890 };

/** Places the order; the response says where to pay. */
export const checkOut = (customer: Api, items: readonly CartLine[], options?: CallOptions): Promise<Order> =>
  customer.client.placeOrder(
    { body: { shipping: SHIPPING_ADDRESS, items: [...items], shippingCents: DEMO_ORDER.shippingCents } },
    options,
  );

/** The same at what shipping is quoted, as a shop in production does it; the cheapest way. */
export const checkOutAsQuoted = async (customer: Api, items: readonly CartLine[]): Promise<Order> =>
  customer.client.placeOrder({ body: await quotedCheckout(customer, items) });

/** The body of such a checkout. */
export async function quotedCheckout(customer: Api, items: readonly CartLine[]) {
  const goods = items.map(({ selectedOptions: _chosenLater, texts: _texts, ...line }) => line);
  const { quotes } = await customer.client.quoteShipping({ body: { cep: SHIPPING_ADDRESS.cep, items: goods } });
  const { shippingMethodId, priceCents: shippingCents } = quotes[0]!;
  return { shipping: SHIPPING_ADDRESS, items: [...items], shippingMethodId, shippingCents };
}

/** Pays on the provider's hosted page, by its form, as a person does. */
export async function payOnHostedPage(initPoint: string | null, method: 'pix' | 'card' | 'boleto'): Promise<void> {
  const response = await fetch(`${initPoint}/pay`, {
    method: 'POST',
    body: new URLSearchParams({ method, ...(method === 'card' && { cardNumber: '4444 4444 4444 4444' }) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(PAGE_DEADLINE_MS),
  });
  if (response.status >= 400) throw new Error(`The payment page responded ${response.status}`);
}

/** The provider's notification is what counts, so the order is read until it has arrived. */
export const paidOrder = (customer: Api, orderId: string): Promise<Order> =>
  orderWhen(customer, orderId, 'the payment', NOTIFICATION_DEADLINE_MS, (order) => order.paymentStatus === 'approved');

export const labelledOrder = (customer: Api, orderId: string): Promise<Order> =>
  orderWhen(customer, orderId, 'the label', LABEL_DEADLINE_MS, (order) => order.shipment?.status === 'label_generated');

/** In cents, as soon as payouts knows of the delivery: the carrier's own report reaches it later than the order shows it. */
export const releasableEarnings = (seller: Api): Promise<number> =>
  waitFor('the earnings', async () => (await seller.client.listOwnPayoutItems()).summary.releasableCents || undefined, {
    deadlineMs: NOTIFICATION_DEADLINE_MS,
  });

/** A batch of what can be paid out to a seller; null when there is nothing. */
export const createPayout = (admin: Api, sellerProfileId: Id, options?: CallOptions): Promise<Payout | null> =>
  admin.client.createPayout({ body: { sellerProfileId } }, options).catch((error: unknown) => {
    if (isProblemOf('createPayout', error) && error.code === 'nothing_to_pay') return null;
    throw error;
  });

const orderWhen = (
  customer: Api,
  orderId: string,
  what: string,
  deadlineMs: number,
  isSo: (order: Order) => boolean,
): Promise<Order> =>
  waitFor(
    what,
    async () => {
      const order = await customer.client.getOrder({ orderId });
      return isSo(order) ? order : undefined;
    },
    { deadlineMs },
  );

type ParcelStage = 'posted' | 'delivered';

/** Moves the parcel on by a control of the sandbox; the carrier reports it by a webhook. */
export const advanceParcel = (sandboxUrl: string, order: Order, to: ParcelStage): Promise<void> =>
  control(`${sandboxUrl}/_control/parcels/${order.shipment!.id}/advance`, 'POST', { to });

/** The sandbox's wallet for labels runs dry after some hundred, as one at the carrier does, unless somebody fills it. */
export const fillWallet = (sandboxUrl: string): Promise<void> =>
  control(`${sandboxUrl}/_control/settings`, 'PATCH', { balances: { melhorenvio: FULL_WALLET_CENTS } });

async function control(url: string, method: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PAGE_DEADLINE_MS),
  });
  if (!response.ok) throw new Error(`The sandbox responded ${response.status}: ${await response.text()}`);
}

/** The same, and polls its state. */
export async function moveParcel(admin: Api, sandboxUrl: string, order: Order, to: ParcelStage): Promise<TrackingPoll> {
  await advanceParcel(sandboxUrl, order, to);
  const poll = await admin.client.pollTracking();
  // The carrier sends a webhook too; either may arrive first.
  const arrived = to === 'posted' ? 'shipped' : 'delivered';
  const isSeen = (seen: Order): boolean => seen.fulfillmentStatus === arrived;
  await orderWhen(admin, order.id, 'the parcel', NOTIFICATION_DEADLINE_MS, isSeen);
  return poll;
}
