import type { Context } from '../../context.ts';
import { invoices } from '../../db/invoice-repository.ts';
import type { InvoiceRow } from '../../db/tables/invoice.ts';

/** The latest invoice of an order, where there is an issuer. */
export const findInvoice = async (
  { em, fiscal }: Pick<Context, 'em' | 'fiscal'>,
  orderId: string,
): Promise<InvoiceRow | undefined> => (fiscal ? invoices.findOfOrder(em, orderId) : undefined);
