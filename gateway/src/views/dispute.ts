import type { Dispute } from '@estampa/contracts/orders/v1/dispute';
import { z } from 'zod';
import { id, iso, isoOrNull, shownCents, timestamp } from '../routes/schemas.ts';

const DocumentKind = z.enum(['order', 'payment', 'receipt', 'print_file', 'tracking', 'delivery']).meta({
  id: 'DisputeDocumentKind',
  description:
    'order: what was bought, for how much, and where it was sent; payment: what was paid and when; receipt: what the buyer was given, as a page for whoever has its link, which the text is; print_file: what was made for the buyer; tracking: the parcel of an item; delivery: when an item was delivered',
});

const DocumentJson = z
  .object({
    kind: DocumentKind,
    itemId: id.nullable().describe('The item of the order that it is about; null where it is about all of it'),
    text: z.string().describe('What it says: a number, a code or an instant'),
    path: z.string().nullable().describe('Where this API has it; null where the text is all there is'),
  })
  .meta({ id: 'DisputeDocument' });

export const DisputeJson = z
  .object({
    id,
    state: z.enum(['open', 'responded', 'ended']).meta({ id: 'DisputeState' }),
    orderId: id,
    orderNumber: z.int(),
    paymentId: id,
    paymentProvider: z.string().describe('Where it has to be responded to'),
    providerPaymentId: z.string().describe('The id of the payment at the provider'),
    amountCents: shownCents.describe('What was paid and not given back when it began'),
    openedAt: timestamp.describe('When it was seen'),
    endedAt: timestamp.nullable(),
    outcome: z
      .enum(['won', 'lost', 'other'])
      .meta({ id: 'DisputeOutcome' })
      .nullable()
      .describe('lost: the money went back; null until it has ended'),
    reason: z.string().nullable().describe('Why, in the provider’s words; null if it gives no reason'),
    respondBy: z.string().describe('The last day in São Paulo on which it can be responded to'),
    isRespondByAssumed: z
      .boolean()
      .describe('Whether the provider names no day: then it is five days after the dispute was seen'),
    respondedAt: timestamp.nullable().describe('When somebody marked it as responded to'),
    respondedBy: id.nullable().describe('Who did'),
    note: z.string().nullable(),
    documents: z.array(DocumentJson).describe('What there is to send'),
    missing: z.array(DocumentKind).describe('What is not there for each item yet, or at all'),
  })
  .meta({ id: 'Dispute' });

type DisputeView = z.input<typeof DisputeJson>;
type Document = z.input<typeof DocumentJson>;

export function disputeView({ items, paidAt, receiptUrl, ...dispute }: Dispute): DisputeView {
  const documents = documentsOf({ items, paidAt, receiptUrl, ...dispute });
  const have = (kind: Document['kind']) => documents.filter((document) => document.kind === kind).length;
  return {
    ...dispute,
    state: dispute.state as DisputeView['state'],
    openedAt: iso(dispute.openedAt!),
    endedAt: isoOrNull(dispute.endedAt),
    outcome: (dispute.outcome as DisputeView['outcome']) ?? null,
    reason: dispute.reason ?? null,
    respondedAt: isoOrNull(dispute.respondedAt),
    respondedBy: dispute.respondedBy ?? null,
    note: dispute.note ?? null,
    documents,
    missing: [
      ...(paidAt ? [] : (['payment'] as const)),
      ...(['tracking', 'delivery'] as const).filter((kind) => have(kind) < items.length),
    ],
  };
}

/** Nothing but what is stored: what was bought and paid, what was printed of it, where its parcels are, and when they arrived. */
function documentsOf({ orderId, orderNumber, providerPaymentId, paidAt, receiptUrl, items }: Dispute): Document[] {
  const ofOrder = (kind: Document['kind'], text: string, path: string): Document => ({
    kind,
    itemId: null,
    text,
    path,
  });
  return [
    ofOrder('order', String(orderNumber), `/orders/${orderId}`),
    ...(paidAt
      ? [ofOrder('payment', `${providerPaymentId}, ${iso(paidAt)}`, `/ledger/explain?orderId=${orderId}`)]
      : []),
    // Its public address may be another one than the API's, with the same token at its end.
    ...(receiptUrl
      ? [ofOrder('receipt', receiptUrl, `/receipts${receiptUrl.slice(receiptUrl.lastIndexOf('/'))}`)]
      : []),
    ...items.flatMap(({ id: itemId, title, trackingCode, deliveredAt }): Document[] => [
      { kind: 'print_file', itemId, text: title, path: `/orders/items/${itemId}/print-files` },
      ...(trackingCode ? [{ kind: 'tracking', itemId, text: trackingCode, path: null } as const] : []),
      ...(deliveredAt ? [{ kind: 'delivery', itemId, text: iso(deliveredAt), path: null } as const] : []),
    ]),
  ];
}
