import { DomainError } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { leftCents, takenUp } from '@estampa/orders-payments/domain/money-model-provider';
import type { PlannedRefund } from '@estampa/orders-payments/domain/order-requests';
import { PaymentAccount } from '@estampa/orders-payments/domain/payment-account';
import type { Refund, RefundLine } from '@estampa/orders-payments/domain/refund';
import { requestCancel } from '@estampa/orders-payments/domain/take-charge';
import { newRefund } from '@estampa/orders-payments/domain/take-snapshot';
import { type BoughtOrder, given } from './order.ts';
import type { Rules } from './rules.ts';

type Wanted = { amountCents: number | null; lines: readonly RefundLine[] };

/** A refund that an admin wants; null where the rules reject it. */
export function refund(rules: Rules, order: BoughtOrder, wanted: Wanted, now: Date): Refund | null {
  const { ledger, items } = order;
  const account = PaymentAccount.current(ledger);
  const planned = orRejected(() => rules.planRefund({ order: ledger.order, items, account }, wanted));
  return planned && begin(order, { ...planned, reason: 'refund', lines: wanted.lines }, now);
}

/** A cancellation that an admin wants: its refund, where there is one. */
export function cancel(rules: Rules, { ledger, ...order }: BoughtOrder, now: Date): Refund | null {
  const plan = orRejected(() => rules.planCancel(ledger.order, PaymentAccount.current(ledger)));
  if (!plan) return null;
  ledger.order.isClosing = plan.kind !== 'end';
  if (plan.kind === 'give_back') return begin({ ledger, ...order }, { ...plan, reason: 'cancel', lines: [] }, now);
  if (plan.kind === 'wait') return null;
  Object.assign(ledger.order, { paymentStatus: plan.paymentStatus, isDisputed: false });
  for (const one of ledger.payments) requestCancel(one, now);
  return null;
}

type Begun = PlannedRefund & Pick<Refund, 'reason'> & { lines: readonly RefundLine[] };

function begin(
  { ledger, linesOf }: Pick<BoughtOrder, 'ledger' | 'linesOf'>,
  { payment, lines, ...wanted }: Begun,
  now: Date,
) {
  const planned = { ...wanted, lines: lines.length > 0 ? lines : null };
  const begun = newRefund(payment, planned, { id: newId(), dueAt: now, now });
  ledger.refunds.push(begun);
  linesOf.set(begun.id, lines);
  return begun;
}

/** How the provider takes a request to refund. */
type Reception = 'done' | 'pending' | 'rejected';

/** Requests a refund; without a response it is not known what the provider did. A second request with the same id does nothing. */
export function request(
  rules: Rules,
  { charge, ledger, seen }: BoughtOrder,
  { refund: wanted, reception, isReceived }: { refund: Refund; reception: Reception; isReceived: boolean },
  now: Date,
): void {
  const { id: refundId, amountCents, failures: attempt } = wanted;
  const isRejected = !takenUp(charge, refundId) && (reception === 'rejected' || amountCents > leftCents(charge));
  if (!isRejected && !takenUp(charge, refundId))
    charge.returns.push({
      id: newId(),
      refundId,
      amountCents,
      attempt,
      state: reception === 'done' ? 'done' : 'pending',
    });
  if (!isReceived) return;
  const taken = takenUp(charge, refundId);
  const kind = isRejected ? 'rejected' : taken?.state === 'done' ? 'done' : 'pending';
  if (taken && kind === 'done') seen.returns.add(taken.id);
  if (wanted.status === 'requested')
    rules.takeResponse(ledger, wanted, { kind, providerRefundId: null, attempt }, given(now));
}

/** What the rules reject is null. */
export function orRejected<T>(plan: () => T): T | null {
  try {
    return plan();
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
