import { randomUUID } from 'node:crypto';
import type { Order } from '@estampa/client';
import type { Api, Json } from '@estampa/stack/demo/api';
import { signUpCustomer } from '@estampa/stack/demo/people';
import { checkOut, labelledOrder, moveParcel, paidOrder, payOnHostedPage } from '@estampa/stack/demo/purchase';
import { PASSWORD, type Shop } from '../e2e/shop.ts';
import { eventually } from '../src/eventually.ts';

export type Doors = { here: string; there: string; sandboxUrl: string };

/** From a new customer to a paid artist and a refund, with the gateway of each step another than that of the one before. */
export async function journey({ api, admin, seller, line, product }: Shop, doors: Doors): Promise<void> {
  const { here, there, sandboxUrl } = doors;
  const email = `journey-${randomUUID()}@example.com`;
  const customer = await signUpCustomer(api.at(here), { email, password: PASSWORD, name: 'Journey' });
  const key = { idempotencyKey: randomUUID() };
  const placed = await checkOut(customer.at(there), [line], key);
  const repeated = await checkOut(customer.at(here), [line], key);
  if (repeated.id !== placed.id) throw new Error('The repetition of a request made another order');
  const order = await pay(customer, placed, doors);
  await moveParcel(admin.at(here), sandboxUrl, order, 'posted');
  await moveParcel(admin.at(there), sandboxUrl, order, 'delivered');
  const itemOf = async (gatewayUrl: string): Promise<Json> =>
    (await seller.at(gatewayUrl).client.listOwnPayoutItems({ orderId: order.id })).payoutItems[0];
  const item = await eventually(async () => {
    const found = await itemOf(there);
    return found?.status === 'releasable' && found;
  });
  const { id } = await admin
    .at(here)
    .client.createPayout({ body: { sellerProfileId: product.sellerProfileId, payoutItemIds: [item.id] } });
  await admin.at(there).client.markPayoutPaid({ id, body: { reference: 'example' } });
  await eventually(async () => (await itemOf(here)).status === 'paid');

  const returned = await pay(customer, await checkOut(customer.at(there), [line]), doors);
  await admin.at(here).client.refundOrder({ orderId: returned.id, body: { amountCents: null } });
  await eventually(
    async () => (await customer.at(there).client.getOrder({ orderId: returned.id })).paymentStatus === 'refunded',
  );
}

async function pay(customer: Api, { id, initPoint }: Order, { here, there }: Doors): Promise<Order> {
  await payOnHostedPage(initPoint, 'pix');
  await paidOrder(customer.at(here), id);
  return labelledOrder(customer.at(there), id);
}
