import { dayAfter, daysBefore, saoPauloDay } from '@estampa/kernel/days';
import { NIGHTLY, type Schedule } from './walk.ts';

/** How many days back the first statement is. */
export const FIRST_DAYS = 7;
/**
 * Requests per night, of the 25,000 that Asaas allows in 12 hours; the rest follows the next night. 100,000 orders make some
 * 3,000 pages.
 */
const STATEMENTS_REQUESTS_MAX = 6_000;

/** The statement of this day, from this page on. */
export type StatementsPlace = { day: string; cursor: string | null };

/** From the day that was not over at the last walk to the present one, as far as it goes. */
export const statementsSchedule: Schedule<StatementsPlace> = {
  ...NIGHTLY,
  begin: (startedAt, doneTo) => ({
    day: doneTo ? saoPauloDay(doneTo) : daysBefore(saoPauloDay(startedAt), FIRST_DAYS),
    cursor: null,
  }),
  after: ({ day }, next, now) => {
    if (next !== null) return { day, cursor: next };
    return day < saoPauloDay(now) ? { day: dayAfter(day), cursor: null } : null;
  },
  requestsMax: STATEMENTS_REQUESTS_MAX,
};
