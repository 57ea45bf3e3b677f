import type { LatePayment } from '@estampa/contracts/orders/v1/payment';
import { z } from 'zod';
import { id, iso, isoOrNull, timestamp, shownCents, url } from '../routes/schemas.ts';
import type { View } from './view.ts';

export const ReturnState = z
  .enum(['pending', 'returned', 'requires_payer_action', 'failed'])
  .meta({ id: 'LatePaymentState' });

export const LatePaymentJson = z
  .object({
    id,
    orderId: id,
    orderNumber: z.int(),
    paymentId: id,
    paymentProvider: z.string(),
    providerPaymentId: z.string().nullable(),
    reason: z
      .enum(['late', 'surplus', 'underpaid'])
      .meta({ id: 'LatePaymentReason' })
      .describe('Paid after the order was over, a second time, or below its total'),
    amountCents: shownCents,
    state: ReturnState,
    payerActionUrl: url.nullable().describe('Where the buyer says where the money goes'),
    createdAt: timestamp,
    returnedAt: timestamp.nullable(),
  })
  .meta({ id: 'LatePayment' });

export const latePaymentView = (late: LatePayment): View<LatePayment, typeof LatePaymentJson> => ({
  id: late.id,
  orderId: late.orderId,
  orderNumber: late.orderNumber,
  paymentId: late.paymentId,
  paymentProvider: late.paymentProvider,
  providerPaymentId: late.providerPaymentId ?? null,
  reason: late.reason as z.input<typeof LatePaymentJson>['reason'],
  amountCents: late.amountCents,
  state: late.state as z.input<typeof ReturnState>,
  payerActionUrl: late.payerActionUrl ?? null,
  createdAt: iso(late.createdAt!),
  returnedAt: isoOrNull(late.returnedAt),
});
