import { DomainError } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import { auditChanges, recordAudit } from '@estampa/kit/service/audit';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { lockSellers } from '../../db/lock-sellers.ts';
import { payableSellers } from '../../db/payable-seller-repository.ts';
import { payoutRuns } from '../../db/payout-run-repository.ts';
import { pixTransfers } from '../../db/pix-transfer-repository.ts';
import type { PayoutRunRow } from '../../db/tables/payout-run.ts';
import { mayStart, needsTwo, type PlannedPayout, planRun, type RunPlan } from '../../domain/payout-run.ts';
import { newPixTransfer } from '../../domain/pix-transfer.ts';
import { planDigest } from '../../messages/plan-digest.ts';
import { batchItems } from '../batch-items.ts';
import { toSeller } from './plan-run.ts';

/** Makes the batches of a plan that was read before, and their transfers. Above the limit, or when it is wanted, they wait for another admin. */
export function startRun(
  context: Context,
  { digest, needsTwoApprovers }: { digest: string; needsTwoApprovers: boolean },
): TransactionBody<PayoutRunRow> {
  const { userId } = mustReachAll(context.caller);
  if (!context.transfers)
    throw new DomainError('wrong_state', 'transfers_off', 'Transfers are not configured: pay and mark batches by hand');
  return async (tx) => {
    const plan = await planLocked(context, tx);
    if (plan.paid.length === 0) throw new DomainError('wrong_state', 'nothing_to_pay', 'Nobody can be paid now');
    if (planDigest(plan) !== digest) throw planChanged();
    return insertRun(context, tx, { plan, userId, needsTwoApprovers, scheduledFor: null });
  };
}

/** The run with its batches and their transfers; all its sellers are locked. */
export async function insertRun(context: Context, tx: EntityManager, wanted: Wanted): Promise<PayoutRunRow> {
  const run = await payoutRuns.insert(tx, newRun(context, wanted));
  for (const planned of wanted.plan.paid) await makeTransfer(tx, run, planned);
  recordRun(tx, 'payout_run_started', run, {});
  if (run.startedAt) context.wake('continue-transfers');
  return run;
}

/** Nobody else changes what those who are paid are owed, nor their keys, until the transaction ends. */
export async function planLocked({ now, settings }: Context, tx: EntityManager): Promise<RunPlan> {
  const planOf = async (found: ReturnType<typeof payableSellers.findAll>) =>
    planRun((await found).map(toSeller), settings.minimumCents, now());
  const before = await planOf(payableSellers.findAll(tx));
  const ids = before.paid.map(({ sellerProfileId }) => sellerProfileId);
  await lockSellers(tx, ids);
  return planOf(payableSellers.findSome(tx, ids));
}

type Wanted = { plan: RunPlan; userId: string; needsTwoApprovers: boolean; scheduledFor: string | null };

function newRun({ now, settings }: Context, { plan, userId, ...wanted }: Wanted): PayoutRunRow {
  const at = now();
  const { totalCents } = plan;
  const approvedBy = [userId];
  const needsTwoApprovers = wanted.needsTwoApprovers || needsTwo(totalCents, settings.oneApproverMaxCents);
  return {
    id: newId(),
    totalCents,
    createdBy: userId,
    createdAt: at,
    needsTwoApprovers,
    approvedBy,
    startedAt: mayStart({ needsTwoApprovers, approvedBy }) ? at : null,
    withdrawnAt: null,
    scheduledFor: wanted.scheduledFor,
  };
}

async function makeTransfer(tx: EntityManager, run: PayoutRunRow, planned: PlannedPayout): Promise<void> {
  const { sellerProfileId, amountCents, pixKeyId } = planned;
  const wanted = { sellerProfileId, wantedIds: null, createdBy: run.createdBy };
  const { payout } = await batchItems(tx, wanted, run.createdAt);
  if (payout.totalCents !== amountCents) throw planChanged();
  pixTransfers.insert(tx, {
    ...newPixTransfer({ id: newId(), payoutId: payout.id, sellerProfileId, pixKeyId, amountCents }),
    runId: run.id,
    dueAt: run.startedAt,
    tries: 0,
    createdAt: run.createdAt,
  });
}

export function recordRun(
  tx: EntityManager,
  action: 'payout_run_started' | 'payout_run_approved' | 'payout_run_withdrawn',
  run: PayoutRunRow,
  before: Partial<PayoutRunRow>,
): void {
  const changes = auditChanges<Partial<PayoutRunRow>>(before, run, {
    shown: ['totalCents', 'startedAt', 'withdrawnAt'],
    hidden: [],
  });
  recordAudit(tx, { action, subject: `payout_run:${run.id}`, changes });
}

const planChanged = () =>
  new DomainError('wrong_state', 'plan_changed', 'What would be paid has changed since the dry run: read it again');
