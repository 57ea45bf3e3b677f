import { type PageRequest, pageOf } from '@estampa/kernel/page';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { invoices, type ListedInvoice } from '../../db/invoice-repository.ts';
import { INVOICE_STATUSES } from '../../domain/invoice.ts';
import { knownFilter } from '../orders/known-filter.ts';

/** Invoices of one status; without one those that wait for the issuer or a person, oldest first. */
export async function listInvoices(
  { em, caller }: Pick<Context, 'em' | 'caller'>,
  { status, page }: { status?: string | undefined; page?: PageRequest | undefined },
): Promise<{ invoices: ListedInvoice[]; total: number }> {
  mustReachAll(caller);
  return invoices.findPage(em, knownFilter('status', INVOICE_STATUSES, status), pageOf(page));
}
