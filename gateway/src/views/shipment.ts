import type { Shipment } from '@estampa/contracts/orders/v1/shipment';
import { z } from 'zod';
import { id, iso, isoOrNull, timestamp, url } from '../routes/schemas.ts';
import type { View } from './view.ts';

export const ShipmentJson = z
  .object({
    id,
    provider: z.string().describe('Where the label is bought, such as melhorenvio'),
    carrier: z.string().nullable().describe('Who carries it; null until a service is chosen'),
    service: z.string().nullable().describe('Of the carrier; null until one is chosen'),
    status: z
      .string()
      .describe(
        'label_pending, label_purchased, label_generated, awaiting_posting, in_transit, delivered, exception, on_hold or cancelled',
      ),
    trackingCode: z.string().nullable().describe('At the carrier; null until it is known'),
    trackingUrl: url.nullable().describe('Where the buyer can follow the parcel; null until it is known'),
    labelUrl: url.nullable().describe('What is printed and put on the parcel; null until it is generated'),
    error: z.string().nullable().describe('Why the last attempt to make the label failed; null where nothing is wrong'),
    postedAt: timestamp.nullable().describe('When the carrier took the parcel; null until then'),
    deliveredAt: timestamp.nullable().describe('When the parcel arrived; null until then'),
    lastCheckedAt: timestamp.nullable().describe('The look at the carrier that brought the latest news'),
    createdAt: timestamp,
  })
  .meta({ id: 'Shipment' });

export const shipmentView = (shipment: Shipment): View<Shipment, typeof ShipmentJson> => ({
  id: shipment.id,
  provider: shipment.provider,
  carrier: shipment.carrier ?? null,
  service: shipment.service ?? null,
  status: shipment.status,
  trackingCode: shipment.trackingCode ?? null,
  trackingUrl: shipment.trackingUrl ?? null,
  labelUrl: shipment.labelUrl ?? null,
  error: shipment.error ?? null,
  postedAt: isoOrNull(shipment.postedAt),
  deliveredAt: isoOrNull(shipment.deliveredAt),
  lastCheckedAt: isoOrNull(shipment.lastCheckedAt),
  createdAt: iso(shipment.createdAt!),
});
