import { localDateTime } from '../domain/local-time.ts';
import type { Parcel, ParcelStep, Party } from '../domain/parcel.ts';

/** Prices are strings here, unlike at the payment gateway. */
export const priceText = (cents: number): string => (cents / 100).toFixed(2);

export const timesOf = (parcel: Parcel) => ({
  created_at: localDateTime(parcel.createdAt),
  paid_at: localOrNull(parcel.paidAt),
  generated_at: localOrNull(parcel.generatedAt),
  posted_at: localOrNull(parcel.postedAt),
  delivered_at: localOrNull(parcel.deliveredAt),
  canceled_at: localOrNull(parcel.canceledAt),
  expired_at: localOrNull(parcel.expiredAt),
});

export const trackingUrl = (parcel: Parcel, publicUrl: string): string => `${publicUrl}/track/${parcel.selfTracking}`;

export const orderView = (parcel: Parcel, publicUrl: string) => ({
  id: parcel.id,
  protocol: parcel.protocol,
  service_id: parcel.serviceId,
  service: { id: parcel.serviceId, name: parcel.serviceName, company: { name: parcel.companyName } },
  price: priceText(parcel.priceCents),
  status: parcel.status,
  tracking: parcel.tracking,
  self_tracking: parcel.selfTracking,
  tracking_url: trackingUrl(parcel, publicUrl),
  from: partyView(parcel.from),
  to: partyView(parcel.to),
  products: parcel.contents,
  tags: parcel.tags,
  ...timesOf(parcel),
});

export const parcelEventBody = ({ parcel, event }: ParcelStep, publicUrl: string) => ({
  event,
  data: {
    id: parcel.id,
    protocol: parcel.protocol,
    status: parcel.status,
    tracking: parcel.tracking,
    self_tracking: parcel.selfTracking,
    tracking_url: trackingUrl(parcel, publicUrl),
    tags: parcel.tags,
    ...timesOf(parcel),
  },
});

const localOrNull = (at: string | null): string | null => (at ? localDateTime(at) : null);

const partyView = (party: Party) => ({
  name: party.name,
  address: party.address,
  number: party.number,
  complement: party.complement,
  district: party.district,
  city: party.city,
  state_abbr: party.stateAbbr,
  postal_code: party.postalCode,
});
