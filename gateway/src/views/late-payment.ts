import type { LatePayment } from '@estampa/contracts/orders/v1/payment';
import { z } from 'zod';
import { id, iso, isoOrNull, timestamp, shownCents, url } from '../routes/schemas.ts';
import type { View } from './view.ts';

export const ReturnState = z.enum(['pending', 'returned', 'requires_payer_action', 'failed']).meta({
  id: 'LatePaymentState',
  description:
    'pending: on its way back; returned: it is back; requires_payer_action: the buyer has to say where it goes; failed: a person has to give it back',
});

export const LatePaymentJson = z
  .object({
    id,
    orderId: id.describe('The order that the money came for'),
    orderNumber: z.int().describe('What people call the order'),
    paymentId: id.describe('The attempt to pay that it came by'),
    paymentProvider: z.string().describe('asaas or mercadopago'),
    providerPaymentId: z.string().nullable().describe('The provider’s id of the charge; null where it has none'),
    reason: z
      .enum(['late', 'surplus', 'underpaid'])
      .meta({ id: 'LatePaymentReason' })
      .describe('Paid after the order was over, a second time, or below its total'),
    amountCents: shownCents.describe('What goes back to the buyer'),
    state: ReturnState,
    payerActionUrl: url.nullable().describe('Where the buyer says where the money goes'),
    createdAt: timestamp.describe('When it was noticed'),
    returnedAt: timestamp.nullable().describe('When it was back; null until then'),
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
