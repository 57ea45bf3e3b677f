import type { Refund, RefundLine } from '@estampa/contracts/orders/v1/payment';
import { z } from 'zod';
import { id, iso, isoOrNull, shownCents, timestamp } from '../routes/schemas.ts';
import type { View } from './view.ts';

const OfOrder = z.object({
  type: z.enum(['shipping', 'goodwill']).meta({ id: 'RefundLineOfOrder' }).describe('What it is for, beside the items'),
  amountCents: shownCents.describe('Reduces no earning'),
});
const RefundLineJson = z
  .union([
    z.object({
      type: z.literal('item').describe('For one item'),
      orderItemId: id.describe('The item of the order'),
      amountCents: shownCents.describe('Lowers the earning of this item alone'),
    }),
    OfOrder,
  ])
  .meta({ id: 'RefundLine' });

const HandEnding = z.enum(['settled', 'given_up']).meta({ id: 'RefundHandEnding' });

export const RefundJson = z
  .object({
    id,
    orderId: id.describe('The order that it is a refund of'),
    reason: z
      .enum(['asked', 'cancel', 'late', 'surplus', 'underpaid', 'superseded'])
      .meta({ id: 'RefundReason' })
      .describe('By an admin, by cancelling, or since the money was not the order’s'),
    amountCents: shownCents.describe('What goes back to the buyer'),
    lines: z.array(RefundLineJson).describe('What it is for; empty: spread over all items'),
    status: z
      .enum(['pending', 'waiting_for_payer', 'done', 'denied', 'failed'])
      .meta({ id: 'RefundState' })
      .describe('denied: the amount can be refunded again; failed: given up, or a person has to give the money back'),
    payerActionUrl: z.string().nullable().describe('Where the buyer says where the money goes'),
    requestedAt: timestamp.describe('When it was requested; the provider may need days'),
    doneAt: timestamp.nullable().describe('When the provider had given it back; null until then'),
    refusal: z.string().nullable().describe('The provider’s own code; for admins alone'),
    endedByHand: HandEnding.nullable().describe('For admins alone'),
    note: z.string().nullable().describe('For admins alone'),
  })
  .meta({ id: 'RefundRecord' });

export const refundView = (refund: Refund): View<Refund, typeof RefundJson> => ({
  id: refund.id,
  orderId: refund.orderId,
  reason: refund.reason as z.input<typeof RefundJson>['reason'],
  amountCents: refund.amountCents,
  lines: refund.lines.map(lineView),
  status: refund.status as z.input<typeof RefundJson>['status'],
  payerActionUrl: refund.payerActionUrl ?? null,
  requestedAt: iso(refund.requestedAt!),
  doneAt: isoOrNull(refund.doneAt),
  refusal: refund.refusal ?? null,
  endedByHand: (refund.endedByHand as 'settled' | 'given_up' | undefined) ?? null,
  note: refund.note ?? null,
});

const lineView = ({ type, orderItemId, amountCents }: RefundLine): z.input<typeof RefundLineJson> =>
  type === 'item'
    ? { type, orderItemId: orderItemId!, amountCents }
    : { type: type as 'shipping' | 'goodwill', amountCents };
