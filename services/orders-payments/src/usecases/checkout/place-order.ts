import { newId } from '@estampa/kernel/ids';
import { currentCall } from '@estampa/kit/rpc/call';
import { mustBeUser } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { loadOrder, loadOrderOfPayment, type OrderParts } from '../../db/load-order.ts';
import { requestedPayment, requestKey } from '../../db/payment-requests.ts';
import { type NewOrder, storeOrder } from '../../db/save-order.ts';
import { type Checkout, checkCheckout } from '../../domain/checkout-rules.ts';
import { type CheckoutFacts, freezeOrder } from '../../domain/freeze-order.ts';
import { mustNotDiscount } from '../../domain/quoted-shipping.ts';
import { newAttempt } from '../../domain/new-attempt.ts';
import { attemptSettings } from './attempt-settings.ts';
import { checkShipping } from './check-amounts.ts';
import { checkoutFacts } from './checkout-facts.ts';
import { respondBy, attemptTimeout, finishAttempt } from './finish-attempt.ts';
import { payerOf, startCharge } from './start-charge.ts';

/** Freezes and stores the order; only then the gateway is asked. The same key again goes on where the first try ended. */
export async function placeOrder(context: Context, checkout: Checkout): Promise<OrderParts> {
  mustBeUser(context.caller, checkout.userId);
  const by = respondBy(context);
  const earlier = await requestedPayment(context.em);
  if (earlier) return continuePlaced(context, earlier, by);

  const facts = await factsOrRejection(context, checkout);
  if ('refusal' in facts) {
    // What the same request did while this one was rejected counts: its order is there.
    const meanwhile = await requestedPayment(context.em);
    if (!meanwhile) throw facts.refusal;
    return continuePlaced(context, meanwhile, by);
  }
  const frozen = freeze(context, facts);
  const payer = payerOf(frozen.order, facts.buyer);
  const stored = await storeOrder(context.em, frozen, requestKey(), context.gateways.default.markOf(payer));
  if (!stored) return continuePlaced(context, (await requestedPayment(context.em))!, by);

  const placed = { ...frozen, order: { ...frozen.order, orderNumber: stored.orderNumber } };
  const known = { timeoutMs: attemptTimeout(context, by), payer, customer: stored };
  const attempt = await startCharge(context, placed, known);
  const isCurrent = attempt.order.currentPaymentId === attempt.payment.id;
  return isCurrent
    ? { ...attempt, items: [...placed.items], refundPendingCents: 0 }
    : (await loadOrder(context.em, placed.order.id))!;
}

async function factsOrRejection(context: Context, checkout: Checkout): Promise<CheckoutFacts | { refusal: unknown }> {
  checkCheckout(checkout);
  if (!context.settings.takesClientAmounts) mustNotDiscount(checkout);
  try {
    return await checkShipping(context, await checkoutFacts(context, checkout));
  } catch (refusal) {
    return { refusal };
  }
}

async function continuePlaced(context: Context, paymentId: string, by: Date): Promise<OrderParts> {
  const didWork = await finishAttempt(context, paymentId, by);
  currentCall()!.replayed = !didWork;
  return (await loadOrderOfPayment(context.em, paymentId))!;
}

/** What is stored: others hear of an order when it is paid. */
function freeze(context: Context, facts: CheckoutFacts): NewOrder {
  const { checkout } = facts;
  const ids = { orderId: newId(), paymentId: newId(), newItemId: newId };
  const { order, items } = freezeOrder(facts, ids);
  const now = context.now();
  return {
    order: {
      ...order,
      shippingMethodId: checkout.shippingMethodId ?? null,
      carrier: checkout.carrier ?? null,
      serviceCode: checkout.serviceCode ?? null,
      shipment: null,
      shipmentVersion: 0,
      version: 1,
      createdAt: now,
      updatedAt: now,
    },
    items: items.map((item) => ({ ...item, fulfillmentVersion: 0 })),
    payment: newAttempt(attemptSettings(context), order, { id: ids.paymentId, attempt: 1 }),
  };
}
