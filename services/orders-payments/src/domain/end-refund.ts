import { wrongState } from '@estampa/kernel/errors';
import type { Order, OrderItem } from './order.ts';
import { decisionOn } from './order-requests.ts';
import { PaymentAccount } from './payment-account.ts';
import { finishRefund, isRequested, isUnderWay, type Refund, refundAmount } from './refund.ts';
import { amountOfLines } from './refund-lines.ts';
import { settleRefunds } from './settle-refunds.ts';
import type { Ledger } from './take-snapshot.ts';

type Subject = { order: Order; items: readonly OrderItem[]; account: PaymentAccount };

/**
 * Reserves the amount of a refund that the provider rejected, so that it can be requested again; does nothing to one that is
 * still to be retried.
 */
export function renewRefund(refund: Refund, { order, items, account }: Subject): void {
  if (refund.status === 'requested') return;
  if (refund.status !== 'failed') {
    const hint = isUnderWay(refund)
      ? 'the provider has it: it ends there, or by hand'
      : 'there is nothing to try again';
    throw wrongState(`The refund is ${refund.status}, and ${hint}`);
  }
  if (isRequested(refund)) decisionOn(order, 'refund');
  mustRemain(refund, account);
  if (refund.lines) amountOfLines(refund.lines, null, { items, account });
  if (refund.reason === 'cancel') order.isClosing = true;
  Object.assign(refund, { status: 'requested', refusal: null, endedByHand: null, note: null });
}

type Ended = { event: ReturnType<typeof settleRefunds> };

/** Records that a person refunded the money in another way. */
export function settleByHand(ledger: Ledger, refund: Refund, { note, now }: { note: string; now: Date }): Ended {
  if (refund.status === 'done') throw wrongState('The refund is done already');
  const account = PaymentAccount.ofRefund(ledger, refund);
  if (!isUnderWay(refund)) mustRemain(refund, account);
  finishRefund(refund, now);
  Object.assign(refund, { endedByHand: 'settled', note });
  return { event: settleRefunds(ledger.order, account) };
}

/** Ends a refund whose payer does not respond: the money stays, and can be refunded in another way. */
export function giveUp(ledger: Ledger, refund: Refund, note: string): Ended {
  if (refund.status !== 'requires_payer_action') {
    throw wrongState('Only a refund that waits for its payer can be given up');
  }
  Object.assign(refund, { status: 'failed', endedByHand: 'given_up', note });
  return { event: settleRefunds(ledger.order, PaymentAccount.ofRefund(ledger, refund)) };
}

/** A rejected refund reserves nothing, so its money may have been refunded in another way since then. */
function mustRemain({ amountCents }: Refund, account: PaymentAccount): void {
  refundAmount(account.remainingCents, amountCents);
}
