import { DEFAULT_DEADLINE_MS } from '@estampa/kit/rpc/client';
import type { Context } from '../context.ts';
import { type Label, type LabelStep, checkAgain } from '../domain/label.ts';
import { labelRequest, type WhoBuys } from '../domain/label-request.ts';
import type { Shipment, ShipmentStatus } from '../domain/shipment.ts';
import { ProviderError } from '../domain/shipping-aggregator.ts';
import type { Step } from './label-steps.ts';

type Outcome = Partial<Shipment & Label>;

/** Two questions, one after the other, fit into what a lease leaves beside the aggregator. */
const QUESTION_DEADLINE_MS = DEFAULT_DEADLINE_MS / 2;

/** The cart item is gone: begin again, by searching for another. */
const GONE: Outcome = { labelId: null, checkoutRequestedAt: null, nextTrackAt: null };
const UNMADE: readonly (ShipmentStatus | null)[] = ['label_pending', 'label_purchased', null];
const AT_REST = { nextAttemptAt: null, claim: null, claimedUntil: null } as const;
const CANCELLED: Outcome = { status: 'cancelled', nextTrackAt: null, ...AT_REST };
/** With the carrier's people, or beyond. */
const HAS_LEFT: readonly (ShipmentStatus | null)[] = ['in_transit', 'exception', 'delivered'];

/** Requests one step of the aggregator; outside of any transaction. */
export const performLabelStep = (context: Context, step: Step): Promise<Outcome> => PERFORM[step.name](context, step);

const PERFORM: Readonly<Record<LabelStep, (context: Context, step: Step) => Promise<Outcome>>> = {
  async cart(context, step) {
    const found = step.requestedAt ? await context.aggregator.findByTag(step.shipmentId) : null;
    return { labelId: found ?? (await addToCart(context, step)) };
  },

  async checkout({ aggregator, now }, { labelId, requestedAt }) {
    const bought = { purchasedAt: now(), status: 'label_purchased' } as const;
    if (requestedAt) {
      const label = await aggregator.read(labelId);
      if (!label || label.status === 'cancelled') return GONE;
      if (!label.status) throw new ProviderError('ambiguous', 'The carrier reports a status that is not known here');
      if (label.status !== 'label_pending') return bought;
    }
    await aggregator.purchase(labelId);
    return bought;
  },

  async generate({ aggregator, now }, { labelId, requestedAt }) {
    let label = requestedAt && (await aggregator.read(labelId));
    if (!label || UNMADE.includes(label.status)) {
      await aggregator.generate(labelId);
      label = await aggregator.read(labelId);
    }
    if (!label) throw new ProviderError('ambiguous', 'The carrier does not know the label');
    if (label.status === 'cancelled') return CANCELLED;
    if (UNMADE.includes(label.status)) return checkAgain(requestedAt ?? now(), now());
    const { carrier, service, trackingCode, trackingUrl } = label;
    return { generatedAt: now(), carrier, service, trackingCode, trackingUrl };
  },

  async print({ aggregator }, { labelId }) {
    const labelUrl = await aggregator.printUrl(labelId);
    return { labelUrl, status: 'label_generated', ...AT_REST };
  },

  async cancel({ aggregator }, { labelId: known, shipmentId, requestedAt }) {
    const labelId = known || (requestedAt && (await aggregator.findByTag(shipmentId)));
    const label = labelId ? await aggregator.read(labelId) : null;
    if (!labelId || !label || label.status === 'cancelled') return CANCELLED;
    if (label.status === 'label_pending') {
      await aggregator.drop(labelId);
      return CANCELLED;
    }
    if (HAS_LEFT.includes(label.status)) return AT_REST;
    if (!(await aggregator.cancel(labelId))) {
      throw new ProviderError('rejected', 'The carrier does not take the label back');
    }
    return CANCELLED;
  },
};

/** The buyer's data is fetched here, put on the label and forgotten. */
async function addToCart(context: Context, { shipmentId, orderId, items, invoiceKey }: Step): Promise<string> {
  const { aggregator, labels } = context;
  const { recipient, document, serviceCode, invoiceKey: issued } = await findBuyer(context, orderId);
  const request = labelRequest({
    tags: [shipmentId, orderId],
    sender: labels.sender,
    fiscalMode: labels.fiscalMode,
    // What a person entered precedes what was issued.
    invoiceKey: invoiceKey ?? issued,
    recipient,
    document,
    serviceCode,
    items: items.map(({ title, quantity, unitPriceCents }) => ({ name: title, quantity, unitPriceCents })),
    size: labels.parcel,
  });
  return aggregator.addToCart(request);
}

async function findBuyer({ orders, users }: Context, orderId: string): Promise<WhoBuys> {
  const within = { deadlineMs: QUESTION_DEADLINE_MS };
  const { recipient } = await orders.getRecipient({ orderId }, within);
  if (!recipient?.shipping) throw new Error('a recipient without an address');
  const { buyer } = await users.getBuyer({ userId: recipient.userId }, within);
  const { shipping, fullName: name, email, phone } = recipient;
  return {
    recipient: { ...shipping, name, email, phone },
    document: { type: buyer?.documentType, number: buyer?.documentNumber },
    serviceCode: recipient.serviceCode ?? null,
    invoiceKey: recipient.invoiceKey ?? null,
  };
}
