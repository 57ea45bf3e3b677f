import type { Context } from '../../context.ts';
import { invoices } from '../../db/invoice-repository.ts';
import { INVOICE_STATUSES } from '../../domain/invoice.ts';
import { outstandingInvoices, outstandingInvoiceSeconds } from '../../metrics.ts';

/** Updates the gauges for alerts: what is paid and not issued, or to be cancelled and still standing. */
export async function countInvoices({ em, now, fiscal }: Context): Promise<void> {
  if (!fiscal) return;
  const ages = new Map((await invoices.findAges(em, now())).map((age) => [age.status, age]));
  for (const status of INVOICE_STATUSES) {
    if (status === 'issued' || status === 'cancelled') continue;
    outstandingInvoices.set({ status }, ages.get(status)?.count ?? 0);
    outstandingInvoiceSeconds.set({ status }, ages.get(status)?.seconds ?? 0);
  }
}
