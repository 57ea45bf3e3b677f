import { newId } from '@estampa/kernel/ids';
import { type Payout, PAYOUT_ITEMS_MAX } from '@estampa/payouts/domain/payout';
import type { PayoutItem } from '@estampa/payouts/domain/payout-item';
import { newPixTransfer, type PixTransfer } from '@estampa/payouts/domain/pix-transfer';

/** What is owed back comes first; one batch takes so many. */
export function candidatesOf(payable: readonly PayoutItem[]): PayoutItem[] {
  const owed = payable.filter(({ type }) => type === 'adjustment').slice(0, PAYOUT_ITEMS_MAX - 1);
  const sales = payable.filter(({ type }) => type === 'sale');
  return [...sales.slice(0, PAYOUT_ITEMS_MAX - owed.length), ...owed];
}

/** The transfer that is to pay a batch. */
export const intent = ({ id: payoutId, sellerProfileId, totalCents: amountCents }: Payout): PixTransfer =>
  newPixTransfer({ id: newId(), payoutId, sellerProfileId, pixKeyId: '', amountCents });
