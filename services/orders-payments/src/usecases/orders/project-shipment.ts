import type { ShipmentChanged } from '@estampa/contracts/fulfillment/v1/events';
import type { ReceivedEvent } from '@estampa/kit/events/consumers';
import type { Context } from '../../context.ts';
import { orders } from '../../db/order-repository.ts';

type Raw = { shipment: Record<string, unknown> };

/**
 * Stores a shipment as it was published, with members that this version does not know yet. A shipment of an unknown order changes
 * nothing.
 */
export async function projectShipment(
  { em, now }: Context,
  { orderId, shipment, version }: ShipmentChanged,
  { payload }: ReceivedEvent,
): Promise<void> {
  if (!shipment) return;
  await orders.saveShipment(em, { orderId, shipment: (JSON.parse(payload) as Raw).shipment, version, now: now() });
}
