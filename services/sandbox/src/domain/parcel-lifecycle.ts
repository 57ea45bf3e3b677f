import type { Parcel, ParcelStatus, ParcelStep } from './parcel.ts';
import { Rejection } from './rejection.ts';

/** What carriers do after the label exists, and from where. */
export const NEXT = {
  received: ['generated'],
  posted: ['generated', 'received', 'paused', 'suspended', 'undelivered'],
  delivered: ['posted', 'undelivered', 'paused', 'suspended'],
  undelivered: ['posted', 'paused', 'suspended'],
  paused: ['generated', 'received', 'posted'],
  suspended: ['generated', 'received', 'posted', 'paused'],
  expired: ['pending', 'released', 'generated'],
  canceled: ['pending', 'released', 'generated', 'received'],
} as const satisfies Partial<Record<ParcelStatus, readonly ParcelStatus[]>>;

export type Destination = keyof typeof NEXT;
export const DESTINATIONS = Object.keys(NEXT) as Destination[];

const CORREIOS = 'Correios';

export function buy(parcel: Parcel, now: Date): ParcelStep[] {
  if (parcel.status !== 'pending') throw rejectionOf(parcel, 'released');
  return [{ parcel: { ...parcel, status: 'released', paidAt: now.toISOString() }, event: 'order.released' }];
}

/** Correios gives its tracking code with the label, Jadlog only when it takes the parcel in. */
export function generate(parcel: Parcel, trackingCode: string, now: Date): ParcelStep[] {
  if (parcel.status !== 'released') throw rejectionOf(parcel, 'generated');
  const tracking = parcel.companyName === CORREIOS ? trackingCode : null;
  const generated: Parcel = { ...parcel, status: 'generated', tracking, generatedAt: now.toISOString() };
  return [{ parcel: generated, event: 'order.generated' }];
}

/** Delivery of a parcel that was not posted yet posts it on the way. */
export function advance(parcel: Parcel, to: Destination, trackingCode: string, now: Date): ParcelStep[] {
  if (postsOnTheWay(parcel, to)) {
    const posted = arrive(parcel, 'posted', trackingCode, now);
    return [posted, arrive(posted.parcel, to, trackingCode, now)];
  }
  if (!canMove(parcel, to)) throw rejectionOf(parcel, to);
  return [arrive(parcel, to, trackingCode, now)];
}

/** Everything that `advance` would accept now. */
export const destinationsOf = (parcel: Parcel): Destination[] =>
  DESTINATIONS.filter((to) => canMove(parcel, to) || postsOnTheWay(parcel, to));

export const isCancellable = (parcel: Parcel): boolean => canMove(parcel, 'canceled');

/** What a parcel has cost the wallet: one that is cancelled or expired gives it back. */
export const spentCents = ({ paidAt, status, priceCents }: Parcel): number =>
  paidAt !== null && status !== 'canceled' && status !== 'expired' ? priceCents : 0;

const canMove = (parcel: Parcel, to: Destination): boolean =>
  (NEXT[to] as readonly ParcelStatus[]).includes(parcel.status);

const postsOnTheWay = (parcel: Parcel, to: Destination): boolean =>
  (to === 'delivered' || to === 'undelivered') && parcel.postedAt === null && canMove(parcel, 'posted');

function arrive(parcel: Parcel, status: Destination, trackingCode: string, now: Date): ParcelStep {
  const at = now.toISOString();
  const event = status === 'canceled' ? 'order.cancelled' : `order.${status}`;
  return {
    parcel: {
      ...parcel,
      status,
      tracking: status === 'posted' ? (parcel.tracking ?? trackingCode) : parcel.tracking,
      postedAt: status === 'posted' ? (parcel.postedAt ?? at) : parcel.postedAt,
      deliveredAt: status === 'delivered' ? at : parcel.deliveredAt,
      canceledAt: status === 'canceled' ? at : parcel.canceledAt,
      expiredAt: status === 'expired' ? at : parcel.expiredAt,
    },
    event,
  };
}

const rejectionOf = (parcel: Parcel, to: ParcelStatus): Rejection =>
  new Rejection('conflict', 'wrong_state', `A parcel that is ${parcel.status} cannot become ${to}.`);
