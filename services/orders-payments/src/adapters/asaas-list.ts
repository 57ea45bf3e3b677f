import { listOf, PAGE_MAX } from '@estampa/kit/provider/asaas-http';
import { AsaasPayment, toSnapshot } from './asaas-payment.ts';
import type { PaymentPage } from './payment-gateway.ts';
import type { ProviderHttp } from '@estampa/kit/provider/provider-http';

/** Statuses of unpaid charges come first: a payment missing from their lists was most likely paid, and few are missing. */
export const LISTED = ['PENDING', 'OVERDUE', 'RECEIVED', 'CONFIRMED'] as const;
export const DISPUTED = ['CHARGEBACK_REQUESTED', 'CHARGEBACK_DISPUTE', 'AWAITING_CHARGEBACK_REVERSAL'] as const;
/** Full refunds, made by anyone, and lost disputes. A partial refund leaves the status unchanged. */
export const RETURNED = ['REFUNDED'] as const;

type Wanted = { statuses: readonly string[]; query: Record<string, string>; cursor: string | null };

/** Pages of one status after the other; the cursor is the position of the status and an offset in its list. */
export async function listByStatus(
  call: ProviderHttp,
  { statuses, query, cursor }: Wanted,
  signal: AbortSignal,
): Promise<PaymentPage> {
  const [place = 0, offset = 0] = (cursor ?? '').split(':').filter(Boolean).map(Number);
  const page = { status: statuses[place]!, offset: String(offset), limit: String(PAGE_MAX) };
  const path = `/payments?${new URLSearchParams({ ...query, ...page }).toString()}`;
  const { data, hasMore } = await call({ method: 'GET', path, signal }, listOf(AsaasPayment));
  const isMore = hasMore === true && data.length > 0;
  const following = place + 1 < statuses.length ? `${place + 1}:0` : null;
  return { payments: data.map(toSnapshot), next: isMore ? `${place}:${offset + data.length}` : following };
}
