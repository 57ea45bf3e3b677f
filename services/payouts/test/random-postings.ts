import { randomUUID } from 'node:crypto';
import { dayAfter, saoPauloInstant } from '@estampa/kernel/days';
import { randomNumbers } from '@estampa/testing/random-numbers';
import { newLedger, post } from '../src/domain/ledger-model.ts';
import { SALES } from '../src/domain/payout-model-items.ts';
import { newWorld } from '../src/domain/payout-model-world.ts';
import { STEPS } from '../src/domain/payout-model.ts';
import { ACCOUNTS, TRANSFER_KINDS, type Transfer } from '../src/domain/transfer.ts';

export type Posting = { transfers: Transfer[]; at: Date };

const SEED = 20_261_128;
const HISTORIES = 60;
const STEPS_EACH = 40;
const OTHERS = 60;
const CENTS_MAX = 100_000;
const DAYS = 60;
const DAY_MS = 24 * 3_600_000;
const SELLERS = Array.from({ length: 5 }, () => randomUUID());

export const random = randomNumbers(SEED);
export const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)]!;

/** Long before everything else that is posted: over the ends of two months. */
export const DAY_NAMES: readonly string[] = Array.from({ length: DAYS - 1 }).reduce<string[]>(
  (days) => [...days, dayAfter(days.at(-1)!)],
  ['2020-01-05'],
);

/** At the beginning of a day in São Paulo, at its end, or in between. */
function someInstant(): Date {
  const begin = saoPauloInstant(`${pick(DAY_NAMES)}T00:00:00`).getTime();
  return new Date(begin + pick([0, DAY_MS - 1, Math.floor(random() * DAY_MS)]));
}

/** Random histories of orders, each posting at some instant, and what moves between any two accounts that there are. */
export const somePostings = (): Posting[] => [
  ...Array.from({ length: HISTORIES }).flatMap(aHistory),
  ...Array.from({ length: OTHERS }, () => ({ transfers: [someTransfer()], at: someInstant() })),
];

function aHistory(): Posting[] {
  const [world, ledger, ids] = [newWorld(pick(SALES)), newLedger(), new Map<string, string>()];
  const idOf = (name: string): string => {
    const id = ids.get(name) ?? (name.startsWith('seller') ? pick(SELLERS) : randomUUID());
    ids.set(name, id);
    return id;
  };
  const named = (transfer: Transfer): Transfer => ({
    ...transfer,
    orderId: transfer.orderId && idOf(transfer.orderId),
    orderItemId: transfer.orderItemId && idOf(transfer.orderItemId),
    payoutId: transfer.payoutId && idOf(transfer.payoutId),
    sellerProfileId: transfer.sellerProfileId && idOf(transfer.sellerProfileId),
  });
  return Array.from({ length: STEPS_EACH }).flatMap((): Posting[] => {
    STEPS[pick(Object.keys(STEPS))]!(world, Math.floor(random() * CENTS_MAX));
    const before = ledger.posted.length;
    post(world, ledger);
    const transfers = ledger.posted.slice(before).map(named);
    return transfers.length === 0 ? [] : [{ transfers, at: someInstant() }];
  });
}

function someTransfer(): Transfer {
  const debit = pick(ACCOUNTS);
  const credit = pick(ACCOUNTS.filter((account) => account !== debit));
  const isPayout = [debit, credit].includes('payouts');
  const kind = isPayout ? 'payout_paid' : pick(TRANSFER_KINDS.filter((one) => one !== 'payout_paid'));
  const isFee = kind === 'transfer_fee';
  return {
    kind,
    debit,
    credit,
    amountCents: 1 + Math.floor(random() * CENTS_MAX),
    sellerProfileId: pick(SELLERS),
    orderId: isFee ? null : randomUUID(),
    orderItemId: null,
    payoutId: isPayout || isFee ? randomUUID() : null,
  };
}
