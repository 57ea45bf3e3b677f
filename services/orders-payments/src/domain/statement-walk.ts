import { dayAfter, daysBefore, saoPauloDay } from '@estampa/kernel/days';

/** How many days back the first statement is that is read. */
export const FIRST_DAYS = 7;
/** Of one night, out of 25,000 that Asaas responses in 12 hours; whatever is left is for the next. 100,000 orders make some 3,000 pages. */
export const REQUESTS_MAX = 6_000;

/** How far the statements are read: this day's, from this page on. */
export type StatementPlace = { day: string; cursor: string | null };

export const firstDay = (now: Date): string => daysBefore(saoPauloDay(now), FIRST_DAYS);

/** Null when all that there is has been read: a day that goes on is, too, as far as it is. */
export function statementAfter({ day }: StatementPlace, next: string | null, now: Date): StatementPlace | null {
  if (next !== null) return { day, cursor: next };
  return day < saoPauloDay(now) ? { day: dayAfter(day), cursor: null } : null;
}

/** Where the next night begins: with the day that was not over yet. */
export const nightAfter = ({ day }: StatementPlace): StatementPlace => ({ day, cursor: null });
