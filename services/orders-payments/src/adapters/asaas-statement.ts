import { z } from 'zod';
import { listOf, PAGE_MAX } from './asaas-list.ts';
import type { StatementPage, StatementQuery } from './payment-gateway.ts';
import type { ProviderHttp } from './provider-http.ts';

/** By which a charge brings money. */
export const RECEIPTS = ['PAYMENT_RECEIVED'];
/** Movements of the account by which a payer has money again; fees that are given back are others. */
export const REVERSALS = ['PAYMENT_REVERSAL', 'PIX_TRANSACTION_CREDIT_REFUND'];

/** Many kinds of movements are about no payment. */
const Movement = z.object({ type: z.string().nullish(), paymentId: z.string().nullish() });

/**
 * The payments that the statement of a day brings money by or takes it back from (https://docs.asaas.com/reference/extrato). A
 * refund in parts leaves a payment's status as it was, and who pays after weeks is waited for no more: no list tells of either. Oldest first, so that what a day gets while
 * it is read comes last.
 */
export async function listMovements(
  call: ProviderHttp,
  { day, cursor }: StatementQuery,
  signal: AbortSignal,
): Promise<StatementPage> {
  const offset = Number(cursor ?? 0);
  const page = { startDate: day, finishDate: day, order: 'asc', offset: String(offset), limit: String(PAGE_MAX) };
  const path = `/financialTransactions?${new URLSearchParams(page).toString()}`;
  const { data, hasMore } = await call({ method: 'GET', path, signal }, listOf(Movement));
  const idsOf = (types: readonly string[]): string[] => [
    ...new Set(data.flatMap(({ type, paymentId }) => (type && types.includes(type) ? (paymentId ?? []) : []))),
  ];
  const isMore = hasMore === true && data.length > 0;
  const next = isMore ? String(offset + data.length) : null;
  return { received: idsOf(RECEIPTS), reversed: idsOf(REVERSALS), next };
}
