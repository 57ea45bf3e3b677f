export const SHIPMENT_STATUSES = [
  'label_pending',
  'label_purchased',
  'label_generated',
  'awaiting_posting',
  'in_transit',
  'delivered',
  'exception',
  'on_hold',
  'cancelled',
] as const;
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number];

/** What the buyer and the admin see of a parcel. */
export type Shipment = {
  id: string;
  orderId: string;
  provider: string;
  carrier: string | null;
  service: string | null;
  status: ShipmentStatus;
  trackingCode: string | null;
  trackingUrl: string | null;
  labelUrl: string | null;
  error: string | null;
  postedAt: Date | null;
  deliveredAt: Date | null;
  lastCheckedAt: Date | null;
  createdAt: Date;
  version: number;
};

/** What the carrier says of a parcel now. */
export type Tracking = {
  status: ShipmentStatus;
  /** The carrier's own. */
  trackingCode: string | null;
  /** The provider's, for as long as there is no other. */
  providerCode: string | null;
  postedAt: Date | null;
  deliveredAt: Date | null;
};

/** How far along the way; trouble on the way has no place of its own. */
const RANK: Readonly<Record<ShipmentStatus, number | null>> = {
  label_pending: 0,
  label_purchased: 1,
  label_generated: 2,
  awaiting_posting: 3,
  in_transit: 4,
  exception: null,
  on_hold: null,
  delivered: 5,
  cancelled: 6,
};
const GENERATED = 2;
const IN_TRANSIT = 4;

export const isOver = (status: ShipmentStatus): boolean => status === 'delivered' || status === 'cancelled';

/** The carrier responses from a cache, so what it says may be older than what is known: never backwards. */
export function mayFollow(shipment: Pick<Shipment, 'status' | 'postedAt'>, next: ShipmentStatus): boolean {
  if (isOver(shipment.status) || next === shipment.status) return false;
  if (next === 'cancelled') return !shipment.postedAt;
  const nextRank = RANK[next];
  if (nextRank === null) return true;
  const rank = RANK[shipment.status];
  return rank === null ? nextRank >= (shipment.postedAt ? IN_TRANSIT : GENERATED) : nextRank > rank;
}

/** What is new about a parcel. */
export type Progress = {
  change: Partial<Shipment>;
  /** When it was handed over, if that is news. */
  posted: Date | null;
  delivered: Date | null;
  /** What was known as its code until now. */
  codeBefore: string | null;
};

/** Takes in what the carrier says; null when it is no news. */
export function track(shipment: Shipment, said: Tracking, now: Date): Progress | null {
  const moves = mayFollow(shipment, said.status);
  const status = moves ? said.status : shipment.status;
  const trackingCode = said.trackingCode ?? shipment.trackingCode ?? said.providerCode;
  if (!moves && trackingCode === (shipment.trackingCode ?? null)) return null;

  const posted = moves && !shipment.postedAt ? postedAt(said, now) : null;
  const delivered = moves && status === 'delivered' ? (said.deliveredAt ?? now) : null;
  return {
    change: {
      status,
      trackingCode,
      lastCheckedAt: now,
      version: shipment.version + 1,
      ...(posted && { postedAt: posted }),
      ...(delivered && { deliveredAt: delivered }),
    },
    posted,
    delivered,
    codeBefore: shipment.trackingCode ?? null,
  };
}

const postedAt = (said: Tracking, now: Date): Date | null => {
  if (said.postedAt) return said.postedAt;
  return said.status === 'in_transit' || said.status === 'delivered' ? (said.deliveredAt ?? now) : null;
};
