import { DomainError } from '@estampa/kernel/errors';
import { isServiceError } from '@estampa/kit/grpc-errors';
import { type Payer, ProviderError } from '../adapters/payment-gateway.ts';
import type { Context } from '../context.ts';
import { OrderRow } from '../db/order.entity.ts';
import { PaymentRow } from '../db/payment.entity.ts';
import { type Buyer, mustHaveDocument } from '../domain/freeze-order.ts';
import type { PaymentSnapshot } from '../domain/payment.ts';
import { dueDate } from '../domain/schedule.ts';
import { fetchBuyer } from './checkout-facts.ts';
import { type Claim, releaseClaim } from './claim.ts';
import { recordCharge, recordRefusal } from './record-charge.ts';

type Options = { timeoutMs: number; buyer?: Buyer | undefined };

/** Creates the one charge of a claimed payment at the gateway and records it. */
export async function startCharge(context: Context, claim: Claim, options: Options): Promise<void> {
  const em = context.em.fork();
  const payment = await em.findOneOrFail(PaymentRow, claim.paymentId);
  const order = await em.findOneOrFail(OrderRow, payment.orderId);
  try {
    const signal = AbortSignal.timeout(options.timeoutMs);
    // A try before this one may have created the charge and lost the answer.
    const found = claim.tries > 1 ? await findCharge(context, payment.reference, signal) : null;
    await recordCharge(context, payment, found ?? (await createCharge(context, order, payment, options.buyer, signal)));
  } catch (error) {
    if (isRefusal(error)) {
      context.log.warn({ orderId: order.id, codes: error.codes }, 'the gateway refused a charge');
      await recordRefusal(context, payment);
      throw paymentRefused(order.id);
    }
    await releaseClaim(em, claim, new Date(context.now().getTime() + context.settings.recoverAfterMs));
    if (!(error instanceof ProviderError) && !isServiceError(error)) throw error;
    context.log.warn({ err: error, orderId: order.id, attempt: payment.attempt }, 'a charge was not created');
    throw gatewayUnavailable(order.id);
  }
}

/** Of several charges with one name the paid one counts, else the oldest; the others are cancelled when they are noticed. */
async function findCharge(
  { gateway }: Context,
  reference: string,
  signal: AbortSignal,
): Promise<PaymentSnapshot | null> {
  const found = (await gateway.findByReference(reference, signal)).filter(({ state }) => state !== 'cancelled');
  return found.find(({ state }) => state === 'approved') ?? found.at(-1) ?? null;
}

async function createCharge(
  { gateway, peers, settings, now }: Context,
  order: OrderRow,
  payment: PaymentRow,
  known: Buyer | undefined,
  signal: AbortSignal,
): Promise<PaymentSnapshot> {
  const buyer = known ?? (await fetchBuyer(peers, order.userId));
  const customerId = await gateway.ensureCustomer(payerOf(order, buyer), signal);
  const returnUrl = new URL(settings.returnUrl);
  returnUrl.searchParams.set('orderId', order.id);
  const charge = {
    reference: payment.reference,
    orderId: order.id,
    orderNumber: order.orderNumber,
    amountCents: payment.amountCents,
    dueDate: dueDate(now()),
    returnUrl: returnUrl.href,
  };
  return gateway.createCharge(customerId, charge, signal);
}

function payerOf(order: OrderRow, buyer: Buyer): Payer {
  mustHaveDocument(buyer);
  return {
    userId: order.userId,
    name: order.fullName,
    email: order.email,
    phone: order.phone,
    document: { type: buyer.documentType, number: buyer.documentNumber },
    address: order.shipping,
  };
}

const isRefusal = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && error.failure === 'rejected';

const paymentRefused = (orderId: string): DomainError =>
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
