import { daysBefore, saoPauloDay, saoPauloInstant } from '@estampa/kernel/days';
import { DomainError, wrongState } from '@estampa/kernel/errors';
import type { Moved } from './finance-report.ts';
import type { Account } from './transfer.ts';

/** All that was ever posted to an account before the end of a month. */
export type Balance = { account: Account; debitCents: number; creditCents: number };

/** What a closed month says, for good. */
export type ClosedPeriod = {
  /** As 2026-10. */
  month: string;
  beginsAt: Date;
  endsAt: Date;
  /** What was posted in it, between each two accounts. */
  moved: Moved[];
  balances: Balance[];
  /** The last block of the ledger's chain when it was closed: it and those before contain all of the month. */
  block: number;
  blockHash: string;
  digest: string;
};

/** A month with what it says, if somebody has closed it. */
export type Period = {
  month: string;
  beginsAt: Date;
  endsAt: Date;
  closed: (ClosedPeriod & { closedAt: Date; closedBy: string }) | null;
};

const MONTH_LENGTH = 'YYYY-MM'.length;
const FIRST_OF = '-01';
/** From the first of a month, always in the next one. */
const MORE_DAYS_THAN_ANY_MONTH = 32;

export const monthOf = (day: string): string => day.slice(0, MONTH_LENGTH);
export const monthAt = (at: Date): string => monthOf(saoPauloDay(at));
export const firstDayOf = (month: string): string => month + FIRST_OF;

export const monthAfter = (month: string): string => monthOf(daysBefore(firstDayOf(month), -MORE_DAYS_THAN_ANY_MONTH));

const beginOf = (month: string): Date => saoPauloInstant(`${firstDayOf(month)}T00:00:00`);
export const boundsOf = (month: string) => ({ beginsAt: beginOf(month), endsAt: beginOf(monthAfter(month)) });

/** From one month to another, the last one first. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = monthAfter(month)) months.unshift(month);
  return months;
}

type Known = {
  /** The last closed one. */
  last: Pick<ClosedPeriod, 'month'> | undefined;
  /** The first in which something was posted. */
  first: string | undefined;
  now: Date;
};

/** Months are closed once they are over, one after the other. */
export function mustBeClosable(month: string, { last, first, now }: Known): void {
  if (boundsOf(month).endsAt > now) throw new DomainError('wrong_state', 'period_not_over', `${month} is not over yet`);
  const next = last ? monthAfter(last.month) : (first ?? month);
  if (month < next) throw wrongState(`Nothing was posted in ${month}`);
  if (month > next) throw new DomainError('wrong_state', 'earlier_period_open', `Close ${next} first`);
}

export function balancesAfter(before: readonly Balance[], moved: readonly Moved[]): Balance[] {
  const sums = new Map(before.map((balance) => [balance.account, balance]));
  const add = (account: Account, debitCents: number, creditCents: number) => {
    const sum = sums.get(account) ?? { account, debitCents: 0, creditCents: 0 };
    sums.set(account, {
      account,
      debitCents: sum.debitCents + debitCents,
      creditCents: sum.creditCents + creditCents,
    });
  };
  for (const { debit, credit, amountCents } of moved) {
    add(debit, amountCents, 0);
    add(credit, 0, amountCents);
  }
  return [...sums.values()].toSorted((one, other) => (one.account < other.account ? -1 : 1));
}
