import type { CallOptions, Order, TrackingPoll } from '@estampa/client';
import { waitFor } from '../wait.ts';
import type { Api } from './api.ts';

const NOTIFICATION_DEADLINE_MS = 30_000;
const LABEL_DEADLINE_MS = 30_000;
const PAGE_DEADLINE_MS = 10_000;

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
};

/** Places the order; the response says where to pay. */
export const checkOut = (customer: Api, items: readonly CartLine[], options?: CallOptions): Promise<Order> =>
  customer.client.placeOrder({ body: { shipping: SHIPPING_ADDRESS, items: [...items], shippingCents: 1890 } }, options);

/** The same at what shipping is quoted, as a shop in production does it; the cheapest way. */
export async function checkOutAsQuoted(customer: Api, items: readonly CartLine[]): Promise<Order> {
  const goods = items.map(({ selectedOptions: _chosenLater, ...line }) => line);
  const { quotes } = await customer.client.quoteShipping({ body: { cep: SHIPPING_ADDRESS.cep, items: goods } });
  const { shippingMethodId, priceCents: shippingCents } = quotes[0]!;
  return customer.client.placeOrder({
    body: { shipping: SHIPPING_ADDRESS, items: [...items], shippingMethodId, shippingCents },
  });
}

/** Pays on the provider's hosted page, by its form, as a person does. */
export async function payOnHostedPage(initPoint: string | null, method: 'pix' | 'card' | 'boleto'): Promise<void> {
  const response = await fetch(`${initPoint}/pay`, {
    method: 'POST',
    body: new URLSearchParams({ method, ...(method === 'card' && { cardNumber: '4444 4444 4444 4444' }) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(PAGE_DEADLINE_MS),
  });
  if (response.status >= 400) throw new Error(`The payment page answered ${response.status}`);
}

/** The provider's notification is what counts, so the order is read until it has arrived. */
export const paidOrder = (customer: Api, orderId: string): Promise<Order> =>
  orderWhen(customer, orderId, 'the payment', NOTIFICATION_DEADLINE_MS, (order) => order.paymentStatus === 'approved');

export const labelledOrder = (customer: Api, orderId: string): Promise<Order> =>
  orderWhen(customer, orderId, 'the label', LABEL_DEADLINE_MS, (order) => order.shipment?.status === 'label_generated');

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

/** Moves the parcel on by a control of the sandbox, and polls its state. */
export async function moveParcel(
  admin: Api,
  sandboxUrl: string,
  order: Order,
  to: 'posted' | 'delivered',
): Promise<TrackingPoll> {
  const response = await fetch(`${sandboxUrl}/_control/parcels/${order.shipment!.id}/advance`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ to }),
    signal: AbortSignal.timeout(PAGE_DEADLINE_MS),
  });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${await response.text()}`);
  const poll = await admin.client.pollTracking();
  // The carrier sends a webhook too; either may arrive first.
  const arrived = to === 'posted' ? 'shipped' : 'delivered';
  const isSeen = (seen: Order): boolean => seen.fulfillmentStatus === arrived;
  await orderWhen(admin, order.id, 'the parcel', NOTIFICATION_DEADLINE_MS, isSeen);
  return poll;
}
