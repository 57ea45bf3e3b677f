import { z } from 'zod';
import type { LabelRequest, Party } from '../domain/label-request.ts';
import type { ShipmentStatus, Tracking } from '../domain/shipment.ts';
import type { BoughtLabel } from '../domain/shipping-aggregator.ts';
import { saoPauloTime } from './sao-paulo-time.ts';

const CPF_DIGITS = 11;

const text = z.string().nullish();

export const OrderShape = z.object({
  id: z.string(),
  status: z.string(),
  tracking: text,
  melhorenvio_tracking: text,
  self_tracking: text,
  tracking_url: text,
  service: z
    .object({ name: text, company: z.object({ name: text }).nullish() })
    .nullish()
    .catch(null),
  tags: z
    .array(z.object({ tag: text }))
    .nullish()
    .catch(null),
});

/** Search and cart respond with a bare list or a page. */
export const OrdersShape = z.union([
  z.array(OrderShape),
  z.object({ data: z.array(OrderShape) }).transform(({ data }) => data),
]);

/** PHP writes an object without members as an empty list. */
const nothing = z.tuple([]).transform(() => ({}));

const OneTrackingShape = z.object({
  status: text,
  tracking: text,
  melhorenvio_tracking: text,
  self_tracking: text,
  posted_at: text,
  delivered_at: text,
});

/** Each entry is read on its own, so that a malformed one spoils no other. */
export const TrackingShape = z.record(z.string(), z.unknown()).or(nothing);

const STATUS: Readonly<Record<string, ShipmentStatus>> = {
  created: 'label_pending',
  pending: 'label_pending',
  released: 'label_purchased',
  'ready-to-print': 'label_purchased',
  paid: 'label_purchased',
  generated: 'label_generated',
  received: 'awaiting_posting',
  posted: 'in_transit',
  delivered: 'delivered',
  undelivered: 'exception',
  paused: 'on_hold',
  suspended: 'on_hold',
  canceled: 'cancelled',
  cancelled: 'cancelled',
  expired: 'cancelled',
};

export const statusOf = (raw: string | null | undefined): ShipmentStatus | null => STATUS[raw ?? ''] ?? null;

type Codes = { tracking?: string | null; melhorenvio_tracking?: string | null; self_tracking?: string | null };

/** The carrier's own code when it has one, the provider's until then. */
const trackingCodeOf = (from: Codes): string | null => from.tracking ?? providerCodeOf(from);

const providerCodeOf = (from: Codes): string | null => from.melhorenvio_tracking ?? from.self_tracking ?? null;

export const toLabel = (order: z.output<typeof OrderShape>): BoughtLabel => ({
  status: statusOf(order.status),
  trackingCode: trackingCodeOf(order),
  trackingUrl: order.tracking_url ?? null,
  carrier: order.service?.company?.name ?? null,
  service: order.service?.name ?? null,
});

export function toTracking(entry: unknown): Tracking | { error: string } {
  const { data: said } = OneTrackingShape.safeParse(entry);
  if (!said) return { error: "The carrier's answer was not understood" };
  const status = statusOf(said.status);
  if (!status) return { error: 'The carrier reports a status that is not known here' };
  return {
    status,
    trackingCode: said.tracking ?? null,
    providerCode: providerCodeOf(said),
    postedAt: saoPauloTime(said.posted_at),
    deliveredAt: saoPauloTime(said.delivered_at),
  };
}

/** Amounts are in reais, lengths in cm, weights in kg. Goods that go without an invoice must not name one. */
export const toCart = ({ tags, from, to, products, volume, invoiceKey }: LabelRequest, serviceId: number) => ({
  service: serviceId,
  from: { ...toParty(from), ...(invoiceKey && { state_register: from.stateRegister }) },
  to: toParty(to),
  products: products.map(({ name, quantity, unitPriceCents }) => ({
    name,
    quantity,
    unitary_value: unitPriceCents / 100,
  })),
  volumes: [{ height: volume.heightCm, width: volume.widthCm, length: volume.lengthCm, weight: volume.weightKg }],
  options: {
    insurance_value: products.reduce((sum, { quantity, unitPriceCents }) => sum + quantity * unitPriceCents, 0) / 100,
    receipt: false,
    own_hand: false,
    reverse: false,
    non_commercial: invoiceKey === null,
    ...(invoiceKey && { invoice: { key: invoiceKey } }),
    platform: 'Estampa',
    tags: tags.map((tag) => ({ tag, url: null })),
  },
});

const toParty = ({ document, ...party }: Party) => ({
  name: party.name,
  phone: party.phone ? nationalNumber(party.phone) : '',
  email: party.email,
  ...(document.length === CPF_DIGITS ? { document } : { company_document: document }),
  address: party.street,
  complement: party.complement ?? '',
  number: party.number,
  district: party.neighborhood,
  city: party.city,
  state_abbr: party.state,
  country_id: 'BR',
  postal_code: party.cep.replace(/\D/g, ''),
});

const nationalNumber = (phone: string): string => phone.replace(/^\+55/, '').replace(/\D/g, '');
