import { newId } from '@estampa/kernel/ids';
import type { AllFields } from '@estampa/kernel/all-fields';
import { isOver, type Shipment } from './shipment.ts';

/** How far the label of a shipment has come. Each step's outcome is stored before the next begins. */
export type Label = {
  /** The provider's id of the label, once it is in the cart. */
  labelId: string | null;
  /** Set before the request is sent: after a crash the provider is searched first, so nothing is bought twice. */
  cartRequestedAt: Date | null;
  checkoutRequestedAt: Date | null;
  purchasedAt: Date | null;
  /** Ordered first; it is generated a while later. */
  generationRequestedAt: Date | null;
  generatedAt: Date | null;
  /** The order ended: what may have been bought is to be given back. */
  cancelRequestedAt: Date | null;
  /** Of the invoice that the goods go with, where they go with one. */
  invoiceKey: string | null;
  /** That failed since the label last came further: they say how long to wait. */
  attempts: number;
  /** Those among them that were rejected: they say when to give up, which an outage never does. */
  refusals: number;
  /** The last attempt failed because our account at the provider does not cover the label. */
  lacksBalance: boolean;
  /** Null: nothing to do, or left for an admin. */
  nextAttemptAt: Date | null;
  /** The worker's claim, and when it ends. */
  claim: string | null;
  claimedUntil: Date | null;
  /** When its parcel is polled next, or when the lease of the present poll ends; null: never. */
  nextTrackAt: Date | null;
};

export type LabelStep = 'cart' | 'checkout' | 'generate' | 'print' | 'cancel';

export const LABEL_REJECTIONS_MAX = 10;
/** What a label begins with, and again with each step forward. */
export const NONE_FAILED = { attempts: 0, refusals: 0, lacksBalance: false } as const;
const LONGEST_BACKOFF_MS = 3_600_000;
const FIRST_CHECK_MS = 2_000;

/** The first attempt at a label is due at once. */
export const newShipment = (orderId: string, provider: string, now: Date): AllFields<Shipment & Label> => ({
  id: newId(),
  orderId,
  provider,
  carrier: null,
  service: null,
  status: 'label_pending',
  trackingCode: null,
  trackingUrl: null,
  labelUrl: null,
  error: null,
  postedAt: null,
  deliveredAt: null,
  lastCheckedAt: null,
  createdAt: now,
  version: 1,
  labelId: null,
  cartRequestedAt: null,
  checkoutRequestedAt: null,
  purchasedAt: null,
  generationRequestedAt: null,
  generatedAt: null,
  cancelRequestedAt: null,
  invoiceKey: null,
  ...NONE_FAILED,
  nextAttemptAt: now,
  claim: null,
  claimedUntil: null,
  nextTrackAt: null,
});

export function nextStep(label: Label & Pick<Shipment, 'labelUrl'>): LabelStep | null {
  if (label.cancelRequestedAt) return 'cancel';
  if (!label.labelId) return 'cart';
  if (!label.purchasedAt) return 'checkout';
  if (!label.generatedAt) return 'generate';
  return label.labelUrl ? null : 'print';
}

/**
 * Records why an attempt failed and when to try again: later each time; at last not at all when it was rejected too often. A
 * label that is to be given back is our money, so that is never given up.
 */
export function failAttempt(
  { attempts, refusals: before, cancelRequestedAt, version }: Label & Pick<Shipment, 'version'>,
  { reason, isRejected, lacksBalance }: AttemptFailure,
  wait: { firstMs: number; atLeastMs: number },
  now: Date,
): Partial<Shipment & Label> {
  const backoffMs = Math.max(Math.min(wait.firstMs * 2 ** attempts, LONGEST_BACKOFF_MS), wait.atLeastMs);
  const refusals = before + (isRejected ? 1 : 0);
  const isLast = isRejected && refusals >= LABEL_REJECTIONS_MAX && !cancelRequestedAt;
  return {
    error: reason,
    version: version + 1,
    attempts: attempts + 1,
    refusals,
    lacksBalance,
    nextAttemptAt: isLast ? null : new Date(now.getTime() + backoffMs),
    claim: null,
    claimedUntil: null,
  };
}

export type AttemptFailure = { reason: string; isRejected: boolean; lacksBalance: boolean };

/** An ordered label that is not there yet is polled again: the longer it takes, the more seldom. */
export function checkAgain(orderedAt: Date, now: Date): Partial<Label> {
  const waitedMs = now.getTime() - orderedAt.getTime();
  const restMs = Math.min(Math.max(waitedMs / 2, FIRST_CHECK_MS), LONGEST_BACKOFF_MS);
  return { nextAttemptAt: new Date(now.getTime() + restMs), claim: null, claimedUntil: null };
}

/**
 * The order is paid back: no label is begun any more. One that may be in the cart is taken out of it, and one that may have
 * been bought is cancelled unless it was posted.
 */
export function callOff(shipment: Shipment & Label, now: Date): Partial<Shipment & Label> | null {
  const { status, cartRequestedAt, postedAt, cancelRequestedAt, nextAttemptAt, version } = shipment;
  if (status === 'label_pending' && !cartRequestedAt) {
    return { status: 'cancelled', nextAttemptAt: null, claim: null, claimedUntil: null, version: version + 1 };
  }
  if (isOver(status) || postedAt) return nextAttemptAt ? { nextAttemptAt: null } : null;
  // The worker's claim stays: what was sent to the provider has to end before it is undone.
  return cancelRequestedAt ? null : { cancelRequestedAt: now, ...NONE_FAILED, nextAttemptAt: now };
}

/** A label that is not made is due at once, with all its attempts, also in place of one that was cancelled; else null. */
export function retried(shipment: Shipment & Label, now: Date): Partial<Shipment & Label> | null {
  const again = { ...NONE_FAILED, nextAttemptAt: now, version: shipment.version + 1 };
  if (shipment.status === 'cancelled') return { ...again, ...UNMADE };
  return shipment.error && !shipment.labelUrl && !isOver(shipment.status) ? again : null;
}

/** Of an order that ended: giving its label back is due at once when that failed; else null. */
export function retriedCancellation(shipment: Shipment & Label, now: Date): Partial<Shipment & Label> | null {
  const { status, cancelRequestedAt, postedAt, error, version } = shipment;
  if (!cancelRequestedAt || !error || postedAt || isOver(status)) return null;
  return { ...NONE_FAILED, nextAttemptAt: now, version: version + 1 };
}

/** That something was put into the cart is remembered: the provider is searched first for what became of it. */
const UNMADE: Partial<Shipment & Label> = {
  status: 'label_pending',
  error: null,
  carrier: null,
  service: null,
  trackingCode: null,
  trackingUrl: null,
  labelUrl: null,
  labelId: null,
  checkoutRequestedAt: null,
  purchasedAt: null,
  generationRequestedAt: null,
  generatedAt: null,
  cancelRequestedAt: null,
  claim: null,
  claimedUntil: null,
  nextTrackAt: null,
};
