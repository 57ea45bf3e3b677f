import { DomainError, wrongState } from '@estampa/kernel/errors';
import { isClosed, mustNotBeOnHold, type SoldOrder } from './sold-order.ts';

export const ITEM_STATUSES = ['pending', 'in_production', 'shipped', 'delivered', 'returned'] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];

export type Item = {
  id: string;
  orderId: string;
  fulfillmentStatus: ItemStatus;
  trackingCode: string | null;
  shippedAt: Date | null;
  deliveredAt: Date | null;
  /** Never cleared, also when the status is corrected afterwards. */
  returnedAt: Date | null;
  version: number;
};

export type ItemChange = Partial<Item> & Pick<Item, 'version'>;

export type Fulfillment = {
  fulfillmentStatus: string;
  /** Null clears it; undefined leaves it as it is. */
  trackingCode: string | null | undefined;
};

export const TRACKING_CODE_MAX_CHARACTERS = 64;
/** With the carrier's people, or beyond. */
const HAS_LEFT: readonly ItemStatus[] = ['shipped', 'delivered'];

/**
 * An admin sets an item: any status may follow any other, but nothing is made or handed over while its order is on hold.
 * Null when that is how it stands already.
 */
export function setFulfillment(item: Item, order: SoldOrder, wanted: Fulfillment, now: Date): ItemChange | null {
  const status = statusNamed(wanted.fulfillmentStatus);
  const { trackingCode = item.trackingCode ?? null } = wanted;
  if (trackingCode !== null) mustBeTrackingCode(trackingCode);
  if (isClosed(order)) throw wrongState(`The order of this item is ${order.paymentStatus}`);
  if (isSentBy(item, status)) mustNotBeOnHold(order);
  if (status === item.fulfillmentStatus && trackingCode === (item.trackingCode ?? null)) return null;

  return { ...reach(item, status, now), trackingCode };
}

/** Whether it is made or sent by that move; of what has left, it is only noted how far it came. */
const isSentBy = ({ fulfillmentStatus: from }: Item, to: ItemStatus): boolean =>
  from !== to && (to === 'in_production' || (HAS_LEFT.includes(to) && !HAS_LEFT.includes(from)));

/** The parcel was handed to the carrier: what was not on its way is now. */
export function shipWithParcel(item: Item, trackingCode: string | null, postedAt: Date): ItemChange | null {
  if (item.fulfillmentStatus !== 'pending' && item.fulfillmentStatus !== 'in_production') return null;
  return { ...reach(item, 'shipped', postedAt), trackingCode: trackingCode ?? item.trackingCode ?? null };
}

/** The carrier's code came, or a better one, after the item had left: it takes the place of none and of the parcel's own before. */
export function nameParcel(item: Item, code: { before: string | null; now: string | null }): ItemChange | null {
  const has = item.trackingCode ?? null;
  if (code.now === null || has === code.now || (has !== null && has !== code.before)) return null;
  if (item.fulfillmentStatus !== 'shipped' && item.fulfillmentStatus !== 'delivered') return null;
  return { trackingCode: code.now, version: item.version + 1 };
}

/** The parcel arrived, and with it all that had not come back. */
export function deliverWithParcel(item: Item, deliveredAt: Date): ItemChange | null {
  if (item.fulfillmentStatus === 'returned' || item.fulfillmentStatus === 'delivered') return null;
  return reach(item, 'delivered', deliveredAt);
}

export type ItemEvent = 'item_changed' | `item_${(typeof NAMED_AFTER_STATUS)[number]}`;

const NAMED_AFTER_STATUS = ['shipped', 'delivered', 'returned'] as const;

/** A move to one of these statuses has a name of its own; any other change is `item_changed`. */
export function eventOf(before: ItemStatus, after: ItemStatus): ItemEvent {
  const named = before === after ? undefined : NAMED_AFTER_STATUS.find((status) => status === after);
  return named ? `item_${named}` : 'item_changed';
}

/** Timestamps of when a status was first reached. */
const reach = (item: Item, fulfillmentStatus: ItemStatus, at: Date): ItemChange => ({
  fulfillmentStatus,
  version: item.version + 1,
  ...(fulfillmentStatus === 'shipped' && { shippedAt: item.shippedAt ?? at }),
  ...(fulfillmentStatus === 'delivered' && { deliveredAt: item.deliveredAt ?? at }),
  ...(fulfillmentStatus === 'returned' && { returnedAt: item.returnedAt ?? at }),
});

function statusNamed(name: string): ItemStatus {
  const status = ITEM_STATUSES.find((known) => known === name);
  if (!status) throw invalid('fulfillmentStatus', `must be one of ${ITEM_STATUSES.join(', ')}`);
  return status;
}

function mustBeTrackingCode(code: string): void {
  const { length } = Array.from(code);
  if (length < 1 || length > TRACKING_CODE_MAX_CHARACTERS) {
    throw invalid('trackingCode', `needs 1 to ${TRACKING_CODE_MAX_CHARACTERS} characters`);
  }
}

const invalid = (path: string, message: string) =>
  new DomainError('invalid', 'validation_failed', `Some fields are not valid: ${path}`, {
    fields: [{ path, code: 'invalid_value', message }],
  });
