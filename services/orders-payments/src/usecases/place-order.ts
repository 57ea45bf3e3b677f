import { newId } from '@estampa/kernel/ids';
import { addRow } from '@estampa/kit/add-row';
import { currentCall } from '@estampa/kit/call';
import { mustBeUser } from '@estampa/kit/caller';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { OrderRow } from '../db/order.entity.ts';
import { OrderItemRow } from '../db/order-item.entity.ts';
import { orderOfPayment, type OrderParts, partsOf } from '../db/order-parts.ts';
import { PaymentRow } from '../db/payment.entity.ts';
import { type Checkout, checkCheckout } from '../domain/checkout-rules.ts';
import { type CheckoutFacts, freezeOrder } from '../domain/freeze-order.ts';
import { announceOrder } from '../messages/order-events.ts';
import { checkoutFacts } from './checkout-facts.ts';
import { answerBy, finishAttempt } from './finish-attempt.ts';
import { newAttempt } from './new-attempt.ts';
import { bindRequest, requestedPayment } from './payment-request.ts';

/** Freezes and stores the order; only then the gateway is asked. The same key again goes on where the first try ended. */
export async function placeOrder(context: Context, checkout: Checkout): Promise<OrderParts> {
  mustBeUser(context.caller, checkout.userId);
  const by = answerBy(context);
  const known = await requestedPayment(context.em);
  const paymentId = known ? await continuePlaced(context, known, by) : await placeNew(context, checkout, by);
  const em = context.em.fork();
  return partsOf(em, await orderOfPayment(em, paymentId));
}

async function continuePlaced(context: Context, paymentId: string, by: Date): Promise<string> {
  const didWork = await finishAttempt(context, paymentId, by);
  currentCall()!.replayed = !didWork;
  return paymentId;
}

async function placeNew(context: Context, checkout: Checkout, by: Date): Promise<string> {
  checkCheckout(checkout);
  const facts = await checkoutFacts(context, checkout);
  const ids = { orderId: newId(), paymentId: newId(), newItemId: newId };
  const frozen = freezeOrder(facts, ids);

  const isFirst = await context.em.transactional(async (tx) => {
    if (!(await bindRequest(tx, ids.paymentId))) return false;
    await store(tx, context, facts, frozen);
    return true;
  });
  if (!isFirst) return continuePlaced(context, (await requestedPayment(context.em))!, by);

  await finishAttempt(context, ids.paymentId, by, {
    claim: { paymentId: ids.paymentId, tries: 1 },
    buyer: facts.buyer,
  });
  return ids.paymentId;
}

async function store(
  tx: EntityManager,
  context: Context,
  { checkout }: CheckoutFacts,
  frozen: ReturnType<typeof freezeOrder>,
): Promise<void> {
  const now = context.now();
  const [next] = await tx.execute<{ number: number }[]>(`select nextval('order_number')::int as number`);
  const orderNumber = next!.number;
  const order = addRow(tx, OrderRow, {
    ...frozen.order,
    orderNumber,
    searchText: [orderNumber, frozen.order.email, frozen.order.fullName].join('\n').toLowerCase(),
    shippingMethodId: checkout.shippingMethodId ?? null,
    carrier: checkout.carrier ?? null,
    serviceCode: checkout.serviceCode ?? null,
    shipment: null,
    shipmentVersion: 0,
    version: 1,
    createdAt: now,
    updatedAt: now,
  });
  const items = frozen.items.map((item) => addRow(tx, OrderItemRow, { ...item, fulfillmentVersion: 0 }));
  const payment = addRow(tx, PaymentRow, newAttempt(context, order, { id: order.currentPaymentId, attempt: 1 }));
  announceOrder(tx, 'order_placed', { order, items, payment });
}
