import { ShipmentChanged } from '@estampa/contracts/fulfillment/v1/events';
import type { Context } from '../../context.ts';
import { saveShipment } from '../../db/save-order.ts';

type Raw = { shipment: Record<string, unknown> };

/** Keeps a shipment as it was told, with members that this version does not know yet. Parcels of others change nothing. */
export async function projectShipment({ em, now }: Context, payload: string): Promise<void> {
  const raw = JSON.parse(payload) as Raw;
  const { orderId, shipment, version } = ShipmentChanged.fromJSON(raw);
  if (shipment) await saveShipment(em, { orderId, shipment: raw.shipment, version, now: now() });
}
