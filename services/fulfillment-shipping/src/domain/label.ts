import { newId } from '@estampa/kernel/ids';
import type { Whole } from '@estampa/kernel/whole';
import type { Shipment } from './shipment.ts';

/** How far the label of a shipment has come. Each step's outcome is stored before the next begins. */
export type Label = {
  /** The provider's id of the label, once it is in the cart. */
  labelId?: string | null;
  /** Set before the request is sent: after a crash the provider is asked first, so nothing is bought twice. */
  cartRequestedAt?: Date | null;
  checkoutRequestedAt?: Date | null;
  purchasedAt?: Date | null;
  generatedAt?: Date | null;
  attempts: number;
  /** Null: nothing to do, or left for an admin. */
  nextAttemptAt?: Date | null;
  /** Who works on it, and until when that holds. */
  claim?: string | null;
  claimedUntil?: Date | null;
  /** When its parcel is asked about next, or when who asks now has lost the right to; null: never. */
  nextTrackAt?: Date | null;
};

export type LabelStep = 'cart' | 'checkout' | 'generate' | 'print';

export const LABEL_ATTEMPTS_MAX = 10;
const LONGEST_BACKOFF_MS = 3_600_000;

/** The first attempt at a label is due at once. */
export const newShipment = (orderId: string, provider: string, now: Date): Whole<Shipment & Label> => ({
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
  generatedAt: null,
  attempts: 0,
  nextAttemptAt: now,
  claim: null,
  claimedUntil: null,
  nextTrackAt: null,
});

export function nextStep(label: Label & Pick<Shipment, 'labelUrl'>): LabelStep | null {
  if (!label.labelId) return 'cart';
  if (!label.purchasedAt) return 'checkout';
  if (!label.generatedAt) return 'generate';
  return label.labelUrl ? null : 'print';
}

/** Records why an attempt failed and when to try again: later each time; at last not at all when it is refused. */
export function failAttempt(
  { attempts, version }: Label & Pick<Shipment, 'version'>,
  { reason, isRefused }: { reason: string; isRefused: boolean },
  wait: { firstMs: number; atLeastMs: number },
  now: Date,
): Partial<Shipment & Label> {
  const backoffMs = Math.max(Math.min(wait.firstMs * 2 ** attempts, LONGEST_BACKOFF_MS), wait.atLeastMs);
  const isLast = isRefused && attempts + 1 >= LABEL_ATTEMPTS_MAX;
  return {
    error: reason,
    version: version + 1,
    attempts: attempts + 1,
    nextAttemptAt: isLast ? null : new Date(now.getTime() + backoffMs),
    claim: null,
    claimedUntil: null,
  };
}

/** The order is paid back: no label is begun any more. One that may have been bought keeps its status. */
export function callOff(shipment: Shipment & Label): Partial<Shipment & Label> | null {
  if (shipment.status === 'label_pending' && !shipment.checkoutRequestedAt) {
    return { status: 'cancelled', nextAttemptAt: null, claim: null, claimedUntil: null, version: shipment.version + 1 };
  }
  return shipment.nextAttemptAt ? { nextAttemptAt: null } : null;
}

/** A label that could not be made is due at once, with all its attempts; null when there is nothing to try again. */
export const retried = (shipment: Shipment & Label, now: Date): Partial<Shipment & Label> | null =>
  shipment.status === 'label_pending' && shipment.error
    ? { attempts: 0, nextAttemptAt: now, version: shipment.version + 1 }
    : null;
