import { randomBytes } from 'node:crypto';
import { movedCents, type PaymentStep, type PreferencePayment } from '../domain/preference-payment.ts';
import { moveBalance, type Sandbox } from '../sandbox.ts';
import { paymentEventBody } from './views.ts';

const ID_BYTES = 8;

/** Stores a change of a payment and sends its webhook; returns the current payment. */
export function applyPaymentStep(sandbox: Sandbox, { payment, action }: PaymentStep): PreferencePayment {
  const before = sandbox.store.preferencePayments.get(payment.id);
  moveBalance(sandbox, 'mercadopago', movedCents(payment) - (before ? movedCents(before) : 0));
  sandbox.store.preferencePayments.put(payment);
  const body = paymentEventBody({ id: sandbox.nextNumber(), action, paymentId: payment.id, at: sandbox.now() });
  sandbox.courier.appendEvent({
    id: `mp_${randomBytes(ID_BYTES).toString('hex')}`,
    account: 'mercadopago',
    event: action,
    subjectId: payment.id,
    reference: payment.externalReference,
    body: JSON.stringify(body),
  });
  return payment;
}
