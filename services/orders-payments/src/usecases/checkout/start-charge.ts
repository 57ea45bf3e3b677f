import { DomainError } from '@estampa/kernel/errors';
import { isServiceError } from '@estampa/kit/rpc/errors';
import { type Payer, ProviderError } from '../../adapters/payment-gateway.ts';
import type { Context } from '../../context.ts';
import type { Attempt } from '../../db/load-order.ts';
import { releaseClaim } from '../../db/payment-claims.ts';
import { keepOrderTrace } from '../../db/order-trace.ts';
import type { KnownCustomer } from '../../db/save-order.ts';
import { type Buyer, mustHaveDocument } from '../../domain/freeze-order.ts';
import type { Order } from '../../domain/order.ts';
import type { Charge } from '../../domain/payment.ts';
import { dueDate } from '../../domain/schedule.ts';
import { fetchBuyer } from './checkout-facts.ts';
import { asCustomer } from './gateway-customer.ts';
import { gatewayOf } from '../payments/gateway-of.ts';
import { recordCharge, recordRejection } from './record-charge.ts';

type Options = { timeoutMs: number; payer?: Payer; customer?: KnownCustomer };

/** Creates the one charge of an attempt that is claimed, and records it; gives the attempt as it stands then. */
export async function startCharge(
  context: Context,
  { order, payment }: Attempt,
  { timeoutMs, payer, customer }: Options,
): Promise<Attempt> {
  const gateway = gatewayOf(context, payment.provider);
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    await keepOrderTrace(context.em, order.id, context.now());
    // A try before this one may have created the charge and lost the response.
    const found = payment.tries > 1 ? await gateway.findCharge(payment.reference, signal) : null;
    const charge = found ?? (await createCharge(context, { order, payment }, { payer, customer }, signal));
    return await recordCharge(context, { order, payment }, charge);
  } catch (error) {
    if (isRejection(error)) {
      context.log.warn({ orderId: order.id, codes: error.codes }, 'the gateway refused a charge');
      await recordRejection(context, payment);
      throw paymentRejected(order.id);
    }
    const dueAt = new Date(context.now().getTime() + context.settings.recoverAfterMs);
    await releaseClaim(context.em, payment, dueAt);
    if (!(error instanceof ProviderError) && !isServiceError(error)) throw error;
    context.log.warn({ err: error, orderId: order.id, attempt: payment.attempt }, 'a charge was not created');
    throw gatewayUnavailable(order.id);
  }
}

async function createCharge(
  context: Context,
  { order, payment }: Attempt,
  known: Pick<Options, 'payer' | 'customer'>,
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

/** Who pays, as the gateway has to know them. */
export function payerOf(order: Order, buyer: Buyer): Payer {
  mustHaveDocument(buyer);
  return {
    userId: order.userId,
    // Whose the document is; who the parcel goes to may be somebody else.
    name: buyer.name,
    email: order.email,
    phone: order.phone,
    document: { type: buyer.documentType, number: buyer.documentNumber },
    address: order.shipping,
  };
}

const isRejection = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && error.failure === 'rejected';

const paymentRejected = (orderId: string): DomainError =>
  new DomainError('invalid', 'payment_refused', 'The payment provider does not accept this payment', {
    members: { orderId },
  });

const gatewayUnavailable = (orderId: string): DomainError =>
  new DomainError(
    'unavailable',
    'payment_gateway_unavailable',
    'The payment provider cannot be reached; the order is kept and its payment can be continued',
    { members: { orderId } },
  );
