import type { Order, OrderItem } from './order.ts';
import { PaymentAccount } from './payment-account.ts';
import { givenBack } from './refund-lines.ts';
import { isEnding } from './settle-refunds.ts';
import type { Ledger } from './take-snapshot.ts';

/** What other services replicate of an order and what can change once it is paid. All amounts are in cents. */
export type PublishedState = Pick<Order, 'paymentStatus' | 'paidAt' | 'isDisputed'> & {
  refundedCents: number;
  refundPendingCents: number;
  isRefundUnderWay: boolean;
  spreadRefundedCents: number;
  /** What the provider kept of the charge that paid the order; undefined until it says so. */
  providerFeeCents: number | undefined;
  /** In the order of the items. */
  itemRefundedCents: readonly number[];
};

/** The state that is published with a version of the order: an event shows this, and each change of it needs an event. */
export function publishedState(ledger: Ledger & { items: readonly OrderItem[] }): PublishedState {
  const { order, items } = ledger;
  const account = PaymentAccount.current(ledger);
  const back = givenBack(account, order.totalRefundedCents);
  return {
    paymentStatus: order.paymentStatus,
    paidAt: order.paidAt,
    isDisputed: order.isDisputed,
    refundedCents: order.totalRefundedCents,
    refundPendingCents: account.pendingCents,
    isRefundUnderWay: isEnding(order, account),
    spreadRefundedCents: back.spreadCents,
    providerFeeCents: account.payment.feeCents ?? undefined,
    itemRefundedCents: items.map(({ id }) => back.ofItem(id)),
  };
}
