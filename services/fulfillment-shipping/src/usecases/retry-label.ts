import { notFound, wrongState } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/caller';
import type { Work } from '@estampa/kit/transact';
import { LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { ShipmentRow } from '../db/shipment.entity.ts';
import { retried } from '../domain/label.ts';
import { announceShipment } from '../messages/shipment.ts';

/** Has a label tried at once that failed, as often as the first time. */
export async function retryLabel(context: Context, orderId: string): Promise<Work<ShipmentRow>> {
  mustReachAll(context.caller);
  if (!isUuid(orderId)) throw notFound('order', orderId);
  const { order } = await context.orders.getOrder({ id: orderId });
  const status = order!.paymentStatus;
  if (status !== 'approved') throw wrongState(`The order is ${status} and gets no label`);

  return async (tx) => {
    const shipment = await tx.findOne(ShipmentRow, { orderId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const again = shipment && retried(shipment, context.now());
    if (!again) throw wrongState(`The label is ${shipment?.status ?? 'not begun'}: nothing has to be tried again`);
    tx.assign(shipment, again);
    announceShipment(tx, 'shipment_label_retried', shipment);
    context.wake('labels');
    return shipment;
  };
}
