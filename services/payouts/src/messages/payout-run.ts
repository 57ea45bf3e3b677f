import type {
  PixTransfer,
  PayoutRun as PayoutRunMessage,
  PlanPayoutRunResponse,
  UnmatchedTransfer as UnmatchedTransferMessage,
} from '@estampa/contracts/payouts/v1/payout_run';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { UnmatchedTransfer } from '../db/provider-transfer-repository.ts';
import type { ShownTransfer } from '../db/pix-transfer-repository.ts';
import { needsTwo, type PayoutRun, runStatusOf } from '../domain/payout-run.ts';
import { maskPixKey } from '../domain/pix-key.ts';
import { planDigest } from './plan-digest.ts';
import type { ShownPlan } from '../usecases/runs/plan-run.ts';

export const runMessage = (run: PayoutRun): AllFields<PayoutRunMessage> => ({
  id: run.id,
  status: runStatusOf(run),
  totalCents: run.totalCents,
  createdBy: run.createdBy,
  createdAt: run.createdAt,
  needsTwoApprovers: run.needsTwoApprovers,
  approvedBy: run.approvedBy,
  startedAt: run.startedAt ?? undefined,
  withdrawnAt: run.withdrawnAt ?? undefined,
});

export const pixTransferMessage = ({ transfer, kind, key }: ShownTransfer): AllFields<PixTransfer> => ({
  id: transfer.id,
  payoutId: transfer.payoutId,
  sellerProfileId: transfer.sellerProfileId,
  amountCents: transfer.amountCents,
  status: transfer.status,
  keyKind: kind,
  maskedKey: maskPixKey(kind, key ?? ''),
  endToEndId: transfer.endToEndId ?? undefined,
  receiptUrl: transfer.receiptUrl ?? undefined,
  failure: transfer.failure ?? undefined,
  unexplained: transfer.unexplained ?? undefined,
});

export const unmatchedTransferMessage = ({
  transferId,
  payoutId,
  ...unmatched
}: UnmatchedTransfer): AllFields<UnmatchedTransferMessage> => ({
  ...unmatched,
  transferId: transferId ?? undefined,
  payoutId: payoutId ?? undefined,
});

export const planMessage = (
  { plan, sellers }: ShownPlan,
  oneApproverMaxCents: number,
): AllFields<PlanPayoutRunResponse> => ({
  paid: plan.paid.map(({ sellerProfileId, amountCents, itemCount }) => {
    const { kind, key } = sellers.get(sellerProfileId)!;
    return { sellerProfileId, amountCents, itemCount, keyKind: kind!, maskedKey: maskPixKey(kind!, key!) };
  }),
  excluded: plan.excluded.map(({ sellerProfileId, amountCents, reason }) => {
    const usableFrom = sellers.get(sellerProfileId)?.usableFrom;
    return { sellerProfileId, amountCents, reason, usableFrom: (reason === 'key_cools' && usableFrom) || undefined };
  }),
  totalCents: plan.totalCents,
  digest: planDigest(plan),
  needsTwoApprovers: needsTwo(plan.totalCents, oneApproverMaxCents),
});
