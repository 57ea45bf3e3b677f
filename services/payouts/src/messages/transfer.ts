import type { PostedSum as PostedSumMessage, Transfer as TransferMessage } from '@estampa/contracts/payouts/v1/ledger';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { PostedSum } from '../db/posted-sum-repository.ts';
import type { LedgerTransferRow } from '../db/tables/ledger-transfer.ts';
import { reasonOf } from '../domain/reason.ts';

export const transferMessage = (transfer: LedgerTransferRow): AllFields<TransferMessage> => ({
  transactionId: transfer.transactionId,
  line: transfer.line,
  kind: transfer.kind,
  debit: transfer.debit,
  credit: transfer.credit,
  amountCents: transfer.amountCents,
  sellerProfileId: transfer.sellerProfileId ?? undefined,
  orderItemId: transfer.orderItemId ?? undefined,
  payoutId: transfer.payoutId ?? undefined,
  postedAt: transfer.postedAt,
  reason: reasonOf(transfer),
  occurredAt: transfer.occurredAt ?? undefined,
});

export const postedSumMessage = (sum: PostedSum): AllFields<PostedSumMessage> => ({
  orderId: sum.orderId,
  chargedCents: sum.chargedCents,
  chargedBy: sum.chargedBy ?? undefined,
  refundedCents: sum.refundedCents,
  refundedBy: sum.refundedBy ?? undefined,
  isHeld: sum.isHeld,
  feeCents: sum.feeCents,
  feeBy: sum.feeBy ?? undefined,
});
