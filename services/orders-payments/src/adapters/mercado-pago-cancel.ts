import { z } from 'zod';
import { type ChargeName, type PaymentSnapshot, takesSeveral } from '../domain/payment.ts';
import { MercadoPagoPayment, toSnapshot } from './mercado-pago-payment.ts';
import { ProviderError } from '@estampa/kit/provider/provider-error';
import type { PaymentGateway } from './payment-gateway.ts';
import type { ProviderHttp } from '@estampa/kit/provider/provider-http';

const CANCELLABLE = new Set(['pending', 'in_review']);
const OVER = new Set(['cancelled', 'rejected']);
const REJECTED = new Set(['rejected', 'not_found']);

type Checks = Pick<PaymentGateway, 'getPayment' | 'findByReference'>;

/** Closes the preference first, so that no new payment can begin, then cancels those that have begun. */
export function mercadoPagoCancel(call: ProviderHttp, checks: Checks): PaymentGateway['cancel'] {
  return async (charge, signal) => {
    await closePreference(call, charge, signal);
    const payments = await paymentsOf(charge, signal);
    const ended = await Promise.all(payments.map((payment) => endPayment(payment, signal)));
    return ended.filter(({ state }) => !OVER.has(state));
  };

  /** The search index may lag behind, so the known payment is requested by its id. */
  async function paymentsOf(charge: ChargeName, signal: AbortSignal): Promise<PaymentSnapshot[]> {
    const { paymentId, reference } = charge;
    const own = paymentId ? await checks.getPayment(paymentId, signal) : null;
    const found = takesSeveral(charge) ? await checks.findByReference(reference, signal) : [];
    const others = found.filter((payment) => payment.paymentId !== paymentId);
    return own ? [own, ...others] : others;
  }

  async function endPayment(payment: PaymentSnapshot, signal: AbortSignal): Promise<PaymentSnapshot> {
    if (!CANCELLABLE.has(payment.state)) return payment;
    const path = `/v1/payments/${encodeURIComponent(payment.paymentId)}`;
    try {
      return toSnapshot(await call({ method: 'PUT', path, body: { status: 'cancelled' }, signal }, MercadoPagoPayment));
    } catch (error) {
      ignoreRejection(error);
      // It was just paid, or is gone: the payment shows which.
      return (await checks.getPayment(payment.paymentId, signal)) ?? { ...payment, state: 'cancelled' };
    }
  }
}

/** Closes the page of a charge, so that nobody can start another payment there. */
export async function closePreference(call: ProviderHttp, charge: ChargeName, signal: AbortSignal): Promise<void> {
  // A charge without a page of its own ends with its payment.
  if (!takesSeveral(charge)) return;
  const path = `/checkout/preferences/${encodeURIComponent(charge.preferenceId)}`;
  const body = { expires: true, expiration_date_to: new Date().toISOString() };
  await call({ method: 'PUT', path, body, signal }, z.unknown()).catch(ignoreRejection);
}

function ignoreRejection(error: unknown): void {
  if (!(error instanceof ProviderError) || !REJECTED.has(error.failure)) throw error;
}
