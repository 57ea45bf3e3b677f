import { newId } from '@estampa/kernel/ids';
import { mustBeUser } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import type { OrderParts } from '../../db/order-parts.ts';
import { type NewOrder, orders } from '../../db/order-repository.ts';
import { paymentRequests, requestKey } from '../../db/payment-request-repository.ts';
import type { OrderItemRow } from '../../db/tables/order-item.ts';
import { type Checkout, checkCheckout } from '../../domain/checkout-rules.ts';
import { type CheckoutInput, freezeOrder } from '../../domain/freeze-order.ts';
import { mustNotDiscount } from '../../domain/quoted-shipping.ts';
import { newAttempt } from '../../domain/new-attempt.ts';
import { attemptSettings } from './attempt-settings.ts';
import { checkShipping } from './check-amounts.ts';
import { checkoutInput } from './checkout-input.ts';
import { couponLost } from './find-coupon.ts';
import { continueAttempt, type Progress, requestLimits } from './continue-attempt.ts';
import { payerOf } from './create-charge.ts';
import { respondBy } from './request-limits.ts';

/** Freezes and stores the order before the request to the provider. A repeated request continues where the first one ended. */
export async function placeOrder(context: Context, checkout: Checkout): Promise<OrderParts> {
  mustBeUser(context.caller, checkout.userId);
  const limits = requestLimits(context, respondBy(context));
  const earlier = await paymentRequests.findPayment(context.em, context.call);
  const begun = earlier ? repeated(earlier) : await begin(context, checkout);
  const attempt = await continueAttempt(context, begun.progress, limits);
  if (!begun.items) context.call.replayed = attempt === null;
  const isCurrent = attempt?.order.currentPaymentId === attempt?.payment.id;
  if (attempt && begun.items && isCurrent) return { ...attempt, items: begun.items, refundPendingCents: 0 };
  return (await orders.findOfPayment(context.em, begun.paymentId))!;
}

/** `items`: those of an order that this request has stored; null if an earlier request with its key did. */
type Begun = { paymentId: string; progress: Progress; items: OrderItemRow[] | null };

const repeated = (paymentId: string): Begun => ({ paymentId, progress: { step: 'stored', paymentId }, items: null });

async function begin(context: Context, checkout: Checkout): Promise<Begun> {
  const input = await inputOrRejection(context, checkout);
  if ('rejection' in input) {
    // A concurrent request with the same key may have stored the order while this one was rejected.
    const meanwhile = await paymentRequests.findPayment(context.em, context.call);
    if (!meanwhile) throw input.rejection;
    return repeated(meanwhile);
  }
  const frozen = freeze(context, input);
  const payer = payerOf(frozen.order, input.buyer);
  const customer = await orders.insert(
    context.em,
    frozen,
    requestKey(context.call),
    context.gateways.default.markOf(payer),
  );
  if (!customer)
    return repeated(
      (await paymentRequests.findPayment(context.em, context.call)) ?? (await couponLost(context, checkout)),
    );

  const order = { ...frozen.order, orderNumber: customer.orderNumber };
  const { payment, items } = frozen;
  const progress: Progress = { step: 'claimed', attempt: { order, payment }, known: { payer, customer } };
  return { paymentId: payment.id, progress, items: [...items] };
}

async function inputOrRejection(context: Context, checkout: Checkout): Promise<CheckoutInput | { rejection: unknown }> {
  checkCheckout(checkout);
  if (!context.settings.takesClientAmounts) mustNotDiscount(checkout);
  try {
    return await checkShipping(context, await checkoutInput(context, checkout));
  } catch (rejection) {
    return { rejection };
  }
}

/** The order to store; it is published once it is paid. */
function freeze(context: Context, input: CheckoutInput): NewOrder {
  const { checkout } = input;
  const ids = { orderId: newId(), paymentId: newId(), newItemId: newId };
  const { providerFeeBearer } = context.settings;
  const { order, items } = freezeOrder(input, { ...ids, providerFeeBearer });
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
