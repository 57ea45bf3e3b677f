import { daysBefore, saoPauloDay } from '@estampa/kernel/days';
import type { PayoutStatus } from './payout.ts';

/**
 * One transfer of a batch to the Pix key that its seller had when the batch was made. It is stored before it is requested, and
 * only what the provider says of it, or that it was never requested, ends it.
 */
export const PIX_TRANSFER_STATUSES = ['intended', 'requested', 'accepted', 'done', 'failed', 'returned'] as const;
export type PixTransferStatus = (typeof PIX_TRANSFER_STATUSES)[number];

/** What its batch is beside each of them. */
export const BATCH_OF: Readonly<Record<PixTransferStatus, PayoutStatus>> = {
  intended: 'pending',
  requested: 'sending',
  accepted: 'sending',
  done: 'paid',
  failed: 'failed',
  returned: 'failed',
};

/** Why it did not pay, and why its seller has to wait for the next one. */
export const FAILURES = {
  rejected: 'The payment provider did not accept the transfer to the Pix key',
  not_delivered: 'The bank of the Pix key did not take the transfer',
  cancelled: 'The transfer was cancelled before it left',
  came_back: 'The bank of the Pix key sent the money back',
  key_changed: 'The Pix key was changed before the money was sent',
  nothing_left: 'Nothing was left to be paid when the money was to be sent',
  withdrawn: 'The payout run was withdrawn before the money was sent',
  by_hand: 'The payout was marked by hand',
} as const;
export type Failure = keyof typeof FAILURES;

export const CONTRADICTIONS = ['another_transfer', 'another_amount', 'never_requested', 'after_its_end'] as const;
type Contradiction = (typeof CONTRADICTIONS)[number];

export type PixTransfer = {
  /** Also our reference at the provider. */
  id: string;
  payoutId: string;
  sellerProfileId: string;
  /** The row of the key, which never is another key. */
  pixKeyId: string;
  /** Of its batch when it was last requested. */
  amountCents: number;
  status: PixTransferStatus;
  /** The one transfer at the provider that this is: bound when it is first seen, and never another. */
  providerId: string | null;
  endToEndId: string | null;
  receiptUrl: string | null;
  /** What the provider takes for it; null where it did not say so. */
  feeCents: number | null;
  failure: Failure | null;
  /** What no rule explains: someone has to look. */
  unexplained: Contradiction | null;
  requestedAt: Date | null;
};

/** The intent to pay a batch: nothing is requested yet. */
export const newPixTransfer = (
  intent: Pick<PixTransfer, 'id' | 'payoutId' | 'sellerProfileId' | 'pixKeyId' | 'amountCents'>,
): PixTransfer => ({
  ...intent,
  status: 'intended',
  providerId: null,
  endToEndId: null,
  receiptUrl: null,
  feeCents: null,
  failure: null,
  unexplained: null,
  requestedAt: null,
});

export type Change = Partial<Omit<PixTransfer, 'id' | 'payoutId' | 'sellerProfileId' | 'pixKeyId'>>;

/** How the provider shows a transfer with our reference, in a response, a webhook or a search. */
export type SeenTransfer = {
  providerId: string;
  state: 'pending' | 'done' | 'failed' | 'cancelled' | 'returned';
  /** Of one that came back: what of it did. */
  amountCents: number;
  endToEndId: string | null;
  receiptUrl: string | null;
  feeCents: number | null;
};

/**
 * What the provider's present state makes of each of ours. What failed gave its items back, so nothing may happen to it any more; of
 * one that is shown as failed after it was done the money came back.
 */
const AFTER: Readonly<Record<PixTransferStatus, Readonly<Record<SeenTransfer['state'], PixTransferStatus | 'same'>>>> =
  {
    intended: { pending: 'accepted', done: 'done', failed: 'failed', cancelled: 'failed', returned: 'returned' },
    requested: { pending: 'accepted', done: 'done', failed: 'failed', cancelled: 'failed', returned: 'returned' },
    accepted: { pending: 'same', done: 'done', failed: 'failed', cancelled: 'failed', returned: 'returned' },
    done: { pending: 'same', done: 'same', failed: 'returned', cancelled: 'returned', returned: 'returned' },
    failed: { pending: 'same', done: 'same', failed: 'same', cancelled: 'same', returned: 'same' },
    returned: { pending: 'same', done: 'same', failed: 'same', cancelled: 'same', returned: 'same' },
  };

/** What follows from how the provider shows it now; null: nothing, as it is shown again, or by an older state. */
export function observe(transfer: PixTransfer, seen: SeenTransfer): Change | null {
  const contradiction = contradictionOf(transfer, seen);
  if (contradiction !== null) {
    const hasMoved = seen.state === 'done' || seen.state === 'returned';
    return hasMoved && transfer.unexplained !== contradiction ? { unexplained: contradiction } : null;
  }
  const status = AFTER[transfer.status][seen.state];
  if (status === 'same') return null;
  const { providerId, endToEndId, receiptUrl, feeCents } = seen;
  return {
    status,
    providerId,
    endToEndId: endToEndId ?? transfer.endToEndId,
    receiptUrl: receiptUrl ?? transfer.receiptUrl,
    feeCents: feeCents ?? transfer.feeCents,
    failure: failureOf(status, seen),
  };
}

/** What is none of its states. Only money that left is a loss: what has not left is not approved, or was not. */
function contradictionOf(transfer: PixTransfer, seen: SeenTransfer): Contradiction | null {
  const { providerId, requestedAt, amountCents, status } = transfer;
  if (providerId !== null && providerId !== seen.providerId) return 'another_transfer';
  if (seen.amountCents !== amountCents) return 'another_amount';
  if (requestedAt === null) return 'never_requested';
  return status === 'failed' && seen.state === 'done' ? 'after_its_end' : null;
}

function failureOf(status: PixTransferStatus, { state }: SeenTransfer): Failure | null {
  if (status === 'returned') return 'came_back';
  if (status !== 'failed') return null;
  return state === 'cancelled' ? 'cancelled' : 'not_delivered';
}

/** What is true of it at the moment at which it is to be requested, with the lock of its seller. */
type Readiness = { amountCents: number; isKeyCurrent: boolean; now: Date };

/** Whoever requests it stores this first; null: it cannot be requested. */
export function beginRequest(
  { status, unexplained }: PixTransfer,
  { amountCents, isKeyCurrent, now }: Readiness,
): (Change & Pick<PixTransfer, 'status'>) | null {
  // Money may have left already, so a person decides.
  if (status !== 'intended' || unexplained !== null) return null;
  if (!isKeyCurrent) return { status: 'failed', failure: 'key_changed' };
  if (amountCents <= 0) return { status: 'failed', failure: 'nothing_left' };
  return { status: 'requested', amountCents, requestedAt: now };
}

/** For so long a request without a response is only searched: what a search does not show by then it never will. */
export const REPEAT_AFTER_MS = 10 * 60_000;

/**
 * After a search that showed nothing: one more request, when the last request was long enough before the search began, which may have
 * taken a while and knows nothing of what was requested meanwhile. To a key that ended none is made.
 */
export function repeatRequest(
  { status, providerId, requestedAt, unexplained }: PixTransfer,
  { isKeyCurrent, now, searchedAt }: Omit<Readiness, 'amountCents'> & { searchedAt: Date },
  afterMs: number,
): Change | null {
  if (status !== 'requested' || providerId !== null || requestedAt === null || unexplained !== null) return null;
  if (searchedAt.getTime() - requestedAt.getTime() < afterMs) return null;
  // What was requested before is not approved any more.
  return isKeyCurrent ? { requestedAt: now } : { status: 'failed', failure: 'key_changed' };
}

/** The days on which it can have been made at the provider, whose clock is not ours. */
export const searchedDays = ({ createdAt }: { createdAt: Date }, now: Date): { from: string; to: string } => ({
  from: daysBefore(saoPauloDay(createdAt), 1),
  to: daysBefore(saoPauloDay(now), -1),
});

/** The provider said that a request had no effect: it may be repeated, or is over for good. */
export function endRequest({ status, providerId }: PixTransfer, isOver: boolean): Change | null {
  if (status !== 'requested' || providerId !== null) return null;
  return isOver ? { status: 'failed', failure: 'rejected' } : { status: 'intended' };
}

/** Only what the provider was not requested, or said that it did not take, can be taken back; and what contradicts itself. */
export const withdraw = ({ status, unexplained }: PixTransfer, failure: Failure): Change | null =>
  status === 'intended' || (status === 'requested' && unexplained !== null) ? { status: 'failed', failure } : null;

/** What the provider says that it is about to send, before it does. */
export type ApprovalRequest = { providerId: string; amountCents: number; key: string | null };
export const DISAPPROVALS = ['unknown', 'not_requested', 'another_amount', 'another_key', 'second_transfer'] as const;
export type Disapproval = (typeof DISAPPROVALS)[number];
type Approval = { kind: 'approved'; change: Change } | { kind: 'rejected'; reason: Disapproval };

/**
 * Whether a transfer with our reference may leave. Approving binds it: of several that were requested for one intent, since a
 * response was lost, exactly the first leaves.
 */
export function approve(
  transfer: PixTransfer | undefined,
  /** Of the row that was frozen with the intent; null once its seller has another one, or none. */
  key: string | null,
  given: ApprovalRequest,
): Approval {
  const rejected = (reason: Disapproval): Approval => ({ kind: 'rejected', reason });
  if (!transfer) return rejected('unknown');
  if (transfer.status !== 'requested' && transfer.status !== 'accepted') return rejected('not_requested');
  if (transfer.amountCents !== given.amountCents) return rejected('another_amount');
  if (key === null || key !== given.key) return rejected('another_key');
  if (transfer.providerId !== null && transfer.providerId !== given.providerId) return rejected('second_transfer');
  return { kind: 'approved', change: { providerId: given.providerId } };
}

const FIRST_POLL_MS = 2_000;
const LONGEST_POLL_MS = 30 * 60_000;

/** When to continue with it after so many tries; a Pix arrives within seconds, or takes long. */
export const continueAt = (tries: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(FIRST_POLL_MS * 2 ** Math.max(tries - 1, 0), LONGEST_POLL_MS));

export const isOpen = ({ status }: Pick<PixTransfer, 'status'>): boolean =>
  status === 'intended' || status === 'requested' || status === 'accepted';
