import { z } from 'zod';
import { listOf, PAGE_MAX } from '@estampa/kit/provider/asaas-http';
import type { StatementPage, StatementQuery } from './payment-gateway.ts';
import type { ProviderHttp } from '@estampa/kit/provider/provider-http';

/** Movements that credit a payment to the account. */
export const RECEIPTS = ['PAYMENT_RECEIVED'];
/** Movements that return money to a payer; refunds of fees have other types. */
export const REVERSALS = ['PAYMENT_REVERSAL', 'PIX_TRANSACTION_CREDIT_REFUND'];

/** Many types of movements do not belong to a payment. */
const Movement = z.object({ type: z.string().nullish(), paymentId: z.string().nullish() });

/**
 * The payments that a day's statement credits or reverses (https://docs.asaas.com/reference/extrato). Payment lists do not show
 * them all: a partial refund leaves the status unchanged, and a charge that is paid after weeks is no longer polled. Oldest
 * first, so movements added while it is read come last.
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
