import { DomainError, wrongState } from '@estampa/kernel/errors';

/** What a seller could be paid now, and to where. */
export type PayableSeller = {
  sellerProfileId: string;
  /** Of all that one batch would take: releasable and in no batch, less what is owed back. */
  amountCents: number;
  itemCount: number;
  key: { id: string; usableFrom: Date } | null;
};

type Exclusion = 'owes' | 'below_minimum' | 'no_key' | 'key_cools' | 'run_is_full';

export type PlannedPayout = { sellerProfileId: string; amountCents: number; itemCount: number; pixKeyId: string };
export type ExcludedSeller = { sellerProfileId: string; amountCents: number; reason: Exclusion };
export type RunPlan = { paid: PlannedPayout[]; excluded: ExcludedSeller[]; totalCents: number };

/** The batches of a run are made in one transaction. */
export const RUN_SELLERS_MAX = 100;
export const RUN_ITEMS_MAX = 5_000;

/** Who is paid how much to which key, and who is not, and why: the same for a dry run and for the run. The highest amounts come first. */
export function planRun(sellers: readonly PayableSeller[], minimumCents: number, now: Date): RunPlan {
  const plan: RunPlan = { paid: [], excluded: [], totalCents: 0 };
  let itemsLeft = RUN_ITEMS_MAX;
  for (const { sellerProfileId, amountCents, itemCount, key } of sellers.toSorted(byAmount)) {
    const isFull = plan.paid.length === RUN_SELLERS_MAX || itemCount > itemsLeft;
    const reason = exclusionOf(amountCents, key, { minimumCents, now }) ?? (isFull ? 'run_is_full' : null);
    if (reason || !key) {
      plan.excluded.push({ sellerProfileId, amountCents, reason: reason ?? 'no_key' });
      continue;
    }
    itemsLeft -= itemCount;
    plan.paid.push({ sellerProfileId, amountCents, itemCount, pixKeyId: key.id });
    plan.totalCents += amountCents;
  }
  return plan;
}

const byAmount = (one: PayableSeller, other: PayableSeller): number =>
  other.amountCents - one.amountCents || (one.sellerProfileId < other.sellerProfileId ? -1 : 1);

type Rules = { minimumCents: number; now: Date };

function exclusionOf(amountCents: number, key: PayableSeller['key'], { minimumCents, now }: Rules): Exclusion | null {
  if (amountCents <= 0) return 'owes';
  if (amountCents < minimumCents) return 'below_minimum';
  if (!key) return 'no_key';
  return key.usableFrom > now ? 'key_cools' : null;
}

export type PayoutRun = {
  id: string;
  totalCents: number;
  createdBy: string;
  createdAt: Date;
  needsTwoApprovers: boolean;
  /** Different ones. */
  approvedBy: string[];
  /** Since when its transfers may be requested. */
  startedAt: Date | null;
  withdrawnAt: Date | null;
  /** The day of the schedule; null: an admin made it. */
  scheduledFor: string | null;
};

export const runStatusOf = ({ startedAt, withdrawnAt }: PayoutRun): 'proposed' | 'started' | 'withdrawn' =>
  startedAt ? 'started' : withdrawnAt ? 'withdrawn' : 'proposed';

/** Above the limit two admins have to want a run. */
export const needsTwo = (totalCents: number, oneApproverMaxCents: number): boolean => totalCents > oneApproverMaxCents;

/** The same admin twice is one. */
export const mayStart = ({
  needsTwoApprovers,
  approvedBy,
}: Pick<PayoutRun, 'needsTwoApprovers' | 'approvedBy'>): boolean =>
  new Set(approvedBy).size >= (needsTwoApprovers ? 2 : 1);

export function approveRun(run: PayoutRun, approver: string, now: Date): Partial<PayoutRun> {
  mustBeProposed(run);
  if (run.approvedBy.includes(approver))
    throw new DomainError('wrong_state', 'same_approver', 'Another admin has to approve the run');
  const approvedBy = [...run.approvedBy, approver];
  return { approvedBy, ...(mayStart({ ...run, approvedBy }) && { startedAt: now }) };
}

export function withdrawRun(run: PayoutRun, now: Date): Partial<PayoutRun> {
  mustBeProposed(run);
  return { withdrawnAt: now };
}

function mustBeProposed(run: PayoutRun): void {
  if (runStatusOf(run) !== 'proposed') throw wrongState(`Payout run ${run.id} is ${runStatusOf(run)}`);
}
