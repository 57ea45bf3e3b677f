import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Payment, PaymentState } from '../domain/payment.ts';

const PaymentSchema = defineEntity({
  name: 'PaymentRow',
  tableName: 'payment',
  properties: {
    id: p.uuid().primary(),
    orderId: p.uuid(),
    attempt: p.integer(),
    provider: p.text(),
    reference: p.text(),
    status: p.text().$type<PaymentState>(),
    amountCents: p.integer(),
    refundedCents: p.integer(),
    preferenceId: p.text().strictNullable(),
    providerPaymentId: p.text().strictNullable(),
    initPoint: p.text().strictNullable(),
    sandboxInitPoint: p.text().strictNullable(),
    cancelRequestedAt: p.datetime().strictNullable(),
    paidAt: p.datetime().strictNullable(),
    createdAt: p.datetime(),
    /** Until then one process alone may create the charge. */
    claimedUntil: p.datetime().strictNullable(),
    /** How often creating the charge was begun; also tells an old claim from a newer one. */
    tries: p.integer(),
    /** When the background work looks at it next. */
    dueAt: p.datetime().strictNullable(),
    failures: p.integer(),
  },
});

export class PaymentRow extends PaymentSchema.class {}
PaymentSchema.setClass(PaymentRow);

null as unknown as PaymentRow satisfies Payment;
