import type { ShipmentChanged } from '@estampa/contracts/fulfillment/v1/events';
import type { ReceivedEvent } from '@estampa/kit/events/consumers';
import type { Context } from '../../context.ts';
import { orders } from '../../db/order-repository.ts';

type Raw = { shipment: Record<string, unknown> };

/** Keeps a shipment as it was told, with members that this version does not know yet. Parcels of others change nothing. */
export async function projectShipment(
  { em, now }: Context,
  { orderId, shipment, version }: ShipmentChanged,
  { payload }: ReceivedEvent,
): Promise<void> {
  if (!shipment) return;
  await orders.saveShipment(em, { orderId, shipment: (JSON.parse(payload) as Raw).shipment, version, now: now() });
}
