import { DomainError, notFound, wrongState } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { recordAudit } from '@estampa/kit/audit';
import { mustReachAll } from '@estampa/kit/caller';
import type { Work } from '@estampa/kit/transact';
import { LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { ShipmentRow } from '../db/shipment.entity.ts';
import { isInvoiceKey } from '../domain/invoice-key.ts';
import { retried } from '../domain/label.ts';
import type { FiscalMode } from '../domain/label-request.ts';
import { announceShipment } from '../messages/shipment.ts';

/** Has a label tried at once that failed, as often as the first time, with the invoice that it lacked. */
export async function retryLabel(
  context: Context,
  orderId: string,
  invoiceKey: string | null,
): Promise<Work<ShipmentRow>> {
  mustReachAll(context.caller);
  if (invoiceKey !== null) mustFit(invoiceKey, context.labels.fiscalMode);
  if (!isUuid(orderId)) throw notFound('order', orderId);
  const { order } = await context.orders.getOrder({ id: orderId });
  const status = order!.paymentStatus;
  if (status !== 'approved') throw wrongState(`The order is ${status} and gets no label`);

  return async (tx) => {
    const shipment = await tx.findOne(ShipmentRow, { orderId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const again = shipment && retried(shipment, context.now());
    if (!again) throw wrongState(`The label is ${shipment?.status ?? 'not begun'}: nothing has to be tried again`);
    tx.assign(shipment, { ...again, ...(invoiceKey !== null && { invoiceKey }) });
    announceShipment(tx, 'shipment_label_retried', shipment);
    const changes = invoiceKey === null ? [] : [{ field: 'invoiceKey' }];
    recordAudit(tx, { action: 'shipment_label_retried', subject: `shipment:${shipment.id}`, changes });
    context.wake('labels');
    return shipment;
  };
}

function mustFit(invoiceKey: string, fiscalMode: FiscalMode): void {
  if (fiscalMode !== 'invoice') throw invalid('is not used: goods go with a declaration of contents');
  if (!isInvoiceKey(invoiceKey)) throw invalid('must be the 44 digits of an NF-e');
}

const invalid = (message: string) =>
  new DomainError('invalid', 'validation_failed', 'Some fields are not valid: invoiceKey', {
    fields: [{ path: 'invoiceKey', code: 'invalid_value', message }],
  });
