import { DomainError, unknownReference, wrongState } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import type { PayoutItem } from './payout-item.ts';

export const PAYOUT_STATUSES = ['pending', 'sending', 'paid', 'failed'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

export type Payout = {
  id: string;
  sellerProfileId: string;
  status: PayoutStatus;
  totalCents: number;
  /** Its last items: a failed batch still shows what it was made of. */
  itemIds: string[];
  reference: string | null;
  failureReason: string | null;
  createdBy: string;
  createdAt: Date;
  paidAt: Date | null;
  failedAt: Date | null;
  /** Of the Pix that paid it. */
  endToEndId: string | null;
  receiptUrl: string | null;
  updatedAt: Date;
  version: number;
};

export type PayoutWithItems = { payout: Payout; items: readonly PayoutItem[] };

/** The complete lifecycle: which status may follow which. */
export const NEXT: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
  pending: ['sending', 'paid', 'failed'],
  // Only what the provider says of its transfer ends it.
  sending: ['pending', 'paid', 'failed'],
  // The money came back.
  paid: ['failed'],
  failed: [],
};

export const PAYOUT_ITEMS_MAX = 500;
/** With all their items: full ones with the longest titles are 6 MB, of 32 that a call may carry. */
export const PAYOUTS_AT_ONCE_MAX = 10;

type Assembly = {
  sellerProfileId: string;
  /** Null: all that can be paid. */
  wantedIds: readonly string[] | null;
  /** The wanted items, or all that can be paid, and what the seller owes back; locked. */
  candidates: readonly PayoutItem[];
  createdBy: string;
};

/** A batch of one seller's releasable items; what the seller owes back always goes in. */
export function assemble({ sellerProfileId, wantedIds, candidates, createdBy }: Assembly, now: Date): Payout {
  const wanted = wantedIds?.map((id, index) => payable(id, index, candidates, sellerProfileId));
  const sales = wanted ?? candidates.filter(isSale);
  const owed = candidates.filter((item) => !isSale(item) && isFree(item) && !sales.includes(item));
  const items = [...new Set([...sales, ...owed])];
  if (items.length === 0) throw nothingToPay('There is nothing to pay to this seller');
  if (items.length > PAYOUT_ITEMS_MAX) throw tooMany(items.length);
  const totalCents = sumOf(items);
  if (totalCents <= 0) throw nothingToPay(`The items and what is owed back add up to ${totalCents} cents`);

  return {
    id: newId(),
    sellerProfileId,
    status: 'pending',
    totalCents,
    itemIds: items.map(({ id }) => id),
    reference: null,
    failureReason: null,
    createdBy,
    createdAt: now,
    paidAt: null,
    failedAt: null,
    endToEndId: null,
    receiptUrl: null,
    updatedAt: now,
    version: 1,
  };
}

/** Marked by hand. */
export function pay(payout: Payout, reference: string | null, now: Date, isUnexplained = false): Partial<Payout> {
  mustWait(payout, isUnexplained);
  if (payout.totalCents <= 0) throw nothingToPay(`The payout comes to ${payout.totalCents} cents; mark it failed`);
  return changeStatus(payout, { status: 'paid', reference, paidAt: now }, now);
}

/** Marked by hand. */
export function fail(payout: Payout, failureReason: string, now: Date, isUnexplained = false): Partial<Payout> {
  mustWait(payout, isUnexplained);
  return changeStatus(payout, { status: 'failed', failureReason, failedAt: now }, now);
}

/** Every change of a status comes through here. */
export function changeStatus(
  { id, status, version }: Payout,
  change: Partial<Payout> & Pick<Payout, 'status'>,
  now: Date,
): Partial<Payout> {
  if (!NEXT[status].includes(change.status)) throw wrongState(`Payout ${id} is ${status}`);
  return { ...change, updatedAt: now, version: version + 1 };
}

/** An item that can no longer be paid leaves the batch and lowers its total. */
export const without = (payout: Payout, item: Pick<PayoutItem, 'id' | 'amountCents'>, now: Date): Partial<Payout> => ({
  itemIds: payout.itemIds.filter((id) => id !== item.id),
  totalCents: payout.totalCents - item.amountCents,
  updatedAt: now,
  version: payout.version + 1,
});

function payable(id: string, index: number, candidates: readonly PayoutItem[], sellerProfileId: string): PayoutItem {
  const item = candidates.find((candidate) => candidate.id === id && candidate.sellerProfileId === sellerProfileId);
  if (!item) throw unknownReference(`payoutItemIds[${index}]`, 'payout item');
  if (item.status !== 'releasable') throw wrongState(`Payout item ${id} is ${item.status}, not releasable`);
  if (item.payoutId) throw wrongState(`Payout item ${id} is in payout ${item.payoutId} already`);
  return item;
}

/** Of one that is being sent only the provider says what it is, unless what it says contradicts itself: then a person does. */
function mustWait({ id, status }: Payout, isUnexplained: boolean): void {
  if (status !== 'pending' && !(status === 'sending' && isUnexplained)) throw wrongState(`Payout ${id} is ${status}`);
}

const isSale = ({ type }: PayoutItem): boolean => type === 'sale';

const isFree = ({ status, payoutId }: PayoutItem): boolean => status === 'releasable' && !payoutId;

const sumOf = (items: readonly PayoutItem[]): number => items.reduce((sum, { amountCents }) => sum + amountCents, 0);

const nothingToPay = (message: string) => new DomainError('wrong_state', 'nothing_to_pay', message);

const tooMany = (count: number) =>
  new DomainError('invalid', 'limit_reached', `A payout takes at most ${PAYOUT_ITEMS_MAX} items, not ${count}`);
