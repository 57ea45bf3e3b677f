import { DomainError, notFound, wrongState } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { recordAudit } from '@estampa/kit/service/audit';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../context.ts';
import { shipments } from '../db/shipment-repository.ts';
import { soldOrders } from '../db/sold-order-repository.ts';
import type { ShipmentRow } from '../db/tables/shipment.ts';
import { isInvoiceKey } from '@estampa/kernel/invoice-key';
import { retried, retriedCancellation } from '../domain/label.ts';
import type { FiscalMode } from '../domain/label-request.ts';
import { isClosed, mustNotBeOnHold, type SoldOrder } from '../domain/sold-order.ts';
import { publishShipment } from '../messages/shipment.ts';

/**
 * Has a label tried at once that failed, as often as the first time, with the invoice that it lacked; of an order that ended,
 * that its label is given back.
 */
export async function retryLabel(
  context: Context,
  orderId: string,
  invoiceKey: string | null,
): Promise<TransactionBody<ShipmentRow>> {
  mustReachAll(context.caller);
  if (invoiceKey !== null) mustFit(invoiceKey, context.labels.fiscalMode);
  if (!isUuid(orderId)) throw notFound('order', orderId);
  if (!(await soldOrders.has(context.em, orderId))) await mustBePaid(context, orderId);

  return async (tx) => {
    const shipment = await shipments.lockOfOrder(tx, orderId);
    const order = await soldOrders.findOne(tx, orderId);
    const again = shipment ? againOf(shipment, order, context.now()) : null;
    if (order && !again) mustGetLabel(order);
    if (!shipment || !again)
      throw wrongState(`The label is ${shipment?.status ?? 'not begun'}: nothing has to be tried again`);
    shipments.save(tx, shipment, { ...again, ...(invoiceKey !== null && { invoiceKey }) });
    publishShipment(tx, 'shipment_label_retried', shipment);
    const changes = invoiceKey === null ? [] : [{ field: 'invoiceKey' }];
    recordAudit(tx, { action: 'shipment_label_retried', subject: `shipment:${shipment.id}`, changes });
    context.wake('labels');
    return shipment;
  };
}

function againOf(shipment: ShipmentRow, order: SoldOrder | undefined, now: Date) {
  if (order && isClosed(order)) return retriedCancellation(shipment, now);
  if (order) mustGetLabel(order);
  return retried(shipment, now);
}

/** An order is published when it is paid; the state of one that is unknown here comes from orders-payments. */
async function mustBePaid({ orders }: Context, orderId: string): Promise<void> {
  const { order } = await orders.getOrder({ id: orderId });
  if (order!.paymentStatus !== 'approved') throw noLabel(order!);
}

function mustGetLabel(order: SoldOrder): void {
  if (order.paymentStatus !== 'approved') throw noLabel(order);
  mustNotBeOnHold(order);
}

const noLabel = ({ paymentStatus }: Pick<SoldOrder, 'paymentStatus'>) =>
  wrongState(`The order is ${paymentStatus} and gets no label`);

function mustFit(invoiceKey: string, fiscalMode: FiscalMode): void {
  if (fiscalMode !== 'invoice') throw invalid('is not used: goods go with a declaration of contents');
  if (!isInvoiceKey(invoiceKey)) throw invalid('must be the 44 digits of an NF-e');
}

const invalid = (message: string) =>
  new DomainError('invalid', 'validation_failed', 'Some fields are not valid: invoiceKey', {
    fields: [{ path: 'invoiceKey', code: 'invalid_value', message }],
  });
