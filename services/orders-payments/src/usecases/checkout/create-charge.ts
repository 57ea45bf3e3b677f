import type { Payer } from '../../adapters/payment-gateway.ts';
import type { Context } from '../../context.ts';
import type { KnownCustomer } from '../../db/gateway-customer-repository.ts';
import type { UnchargedAttempt } from '../../db/order-parts.ts';
import { type Buyer, mustHaveDocument } from '../../domain/freeze-order.ts';
import type { Order } from '../../domain/order.ts';
import type { Charge } from '../../domain/payment.ts';
import { dueDate } from '../../domain/schedule.ts';
import { gatewayOf } from '../payments/gateway-of.ts';
import { fetchBuyer } from './checkout-input.ts';
import { asCustomer } from './gateway-customer.ts';

/** The payer, as far as it is known already; the rest is looked up. */
export type KnownPayer = { payer?: Payer; customer?: KnownCustomer };

/** Creates the charge of an attempt at its provider. Throws the provider's failure. */
export async function createCharge(
  context: Context,
  { order, payment }: UnchargedAttempt,
  known: KnownPayer,
  signal: AbortSignal,
): Promise<Charge> {
  const { peers, settings, now } = context;
  const gateway = gatewayOf(context, payment.provider);
  const payer = known.payer ?? payerOf(order, await fetchBuyer(peers, order.userId));
  const returnUrl = new URL(settings.returnUrl);
  returnUrl.searchParams.set('orderId', order.id);
  const charge = {
    reference: payment.reference,
    orderId: order.id,
    orderNumber: order.orderNumber,
    amountCents: payment.amountCents,
    dueDate: dueDate(now()),
    returnUrl: returnUrl.href,
    payer,
  };
  return asCustomer(context.em, gateway, payer, known.customer, signal, (customerId) =>
    gateway.createCharge(customerId, charge, signal),
  );
}

/** The payer, with the data that the provider requires. */
export function payerOf(order: Order, buyer: Buyer): Payer {
  mustHaveDocument(buyer);
  return {
    userId: order.userId,
    // The name on the document; the recipient of the parcel may be another person.
    name: buyer.name,
    email: order.email,
    phone: order.phone,
    document: { type: buyer.documentType, number: buyer.documentNumber },
    address: order.shipping,
  };
}
