import { transact } from '@estampa/kit/postgres/transact';
import type { Context } from '../context.ts';
import { items } from '../db/item-repository.ts';
import { type Claim, shipments } from '../db/shipment-repository.ts';
import { soldOrders } from '../db/sold-order-repository.ts';
import type { ItemRow } from '../db/tables/item.ts';
import {
  type AttemptFailure,
  failAttempt,
  type Label,
  type LabelStep,
  NONE_FAILED,
  nextStep,
} from '../domain/label.ts';
import { mayFollow, type Shipment } from '../domain/shipment.ts';
import { isSuspended } from '../domain/sold-order.ts';
import { publishShipment } from '../messages/shipment.ts';

export type Step = {
  name: LabelStep;
  shipmentId: string;
  labelId: string;
  /** The request may have been sent before, at first then, so the provider has to be searched first; null: never. */
  requestedAt: Date | null;
  orderId: string;
  items: readonly ItemRow[];
  invoiceKey: string | null;
};

/** Stores that the next step is about to be requested; null when there is none, it has to wait, or the claim is lost. */
export function beginStep(context: Context, claim: Claim): Promise<Step | null> {
  return transact(context.em.fork(), async (tx) => {
    const shipment = await shipments.lockClaimed(tx, claim);
    const name = shipment?.nextAttemptAt ? nextStep(shipment) : null;
    if (!shipment || !name) return null;
    if (name !== 'cancel' && isSuspended((await soldOrders.findOne(tx, shipment.orderId))!)) {
      shipments.save(tx, shipment, { claim: null, claimedUntil: null });
      return null;
    }

    const now = context.now();
    const requestedAt = firstRequested(shipment)[name] ?? null;
    shipments.save(tx, shipment, {
      claimedUntil: afterMs(now, context.labels.leaseMs),
      ...(name === 'cart' && { cartRequestedAt: now }),
      ...(name === 'generate' && { generationRequestedAt: requestedAt ?? now }),
      // From here on there may be a parcel.
      ...(name === 'checkout' && { checkoutRequestedAt: now, nextTrackAt: afterMs(now, context.tracking.everyMs) }),
    });
    const { orderId } = shipment;
    return {
      name,
      shipmentId: shipment.id,
      labelId: shipment.labelId ?? '',
      requestedAt,
      orderId,
      items: await items.findOfOrder(tx, orderId),
      invoiceKey: shipment.invoiceKey,
    };
  });
}

/** Stores the outcome of a step, and publishes it when it shows; what the tracking found out in the meantime is not undone. */
export function finishStep(
  context: Context,
  claim: Claim,
  step: LabelStep,
  outcome: Partial<Shipment & Label>,
): Promise<void> {
  return transact(context.em.fork(), async (tx) => {
    const shipment = await shipments.lockClaimed(tx, claim);
    if (!shipment) return;
    const { status, ...rest } = outcome;
    shipments.save(tx, shipment, rest);
    // The order ended while the last step was under way.
    if (step !== 'cancel' && shipment.cancelRequestedAt) shipments.save(tx, shipment, { nextAttemptAt: context.now() });
    if (!status) return;

    const moves = mayFollow(shipment, status);
    shipments.save(tx, shipment, {
      ...(moves && { status }),
      error: null,
      ...NONE_FAILED,
      version: shipment.version + 1,
    });
    publishShipment(tx, `shipment_${shipment.status}`, shipment);
  });
}

export type Failure = AttemptFailure & { retryAfterMs: number };

/** The same reason again is no news. */
export function failStep(context: Context, claim: Claim, failure: Failure): Promise<void> {
  return transact(context.em.fork(), async (tx) => {
    const shipment = await shipments.lockClaimed(tx, claim);
    if (!shipment?.nextAttemptAt) return;
    const isNews = shipment.error !== failure.reason;
    const wait = { firstMs: context.labels.retryMs, atLeastMs: failure.retryAfterMs };
    shipments.save(tx, shipment, failAttempt(shipment, failure, wait, context.now()));
    if (isNews) publishShipment(tx, 'shipment_label_failed', shipment);
  });
}

const firstRequested = (label: Label): Partial<Record<LabelStep, Date | null | undefined>> => ({
  cart: label.cartRequestedAt,
  checkout: label.checkoutRequestedAt,
  generate: label.generationRequestedAt,
  cancel: label.cartRequestedAt,
});

const afterMs = (now: Date, ms: number): Date => new Date(now.getTime() + ms);
