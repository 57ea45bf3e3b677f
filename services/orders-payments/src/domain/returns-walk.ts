import { daysBefore, saoPauloDay } from '@estampa/kernel/days';
import { NIGHTLY, type Schedule } from './walk.ts';

/** Card payments can be contested for about half a year, so charges of that time are checked for refunds. */
export const WALKED_DAYS = 180;
/** Days per list, so that no list is so long that its last pages are slow. */
export const SPAN_DAYS = 7;
/** Requests per night, of the 25,000 that Asaas allows in 12 hours; the rest follows the next night. */
const RETURNS_REQUESTS_MAX = 1_000;

/** Charges that were made on the days up to `madeTo`, from this page of their list on. */
export type ReturnsPlace = { madeTo: string; cursor: string | null };

/** The days of the list at this place, both inclusive. */
export const daysAt = ({ madeTo }: ReturnsPlace): { madeFrom: string; madeTo: string } => ({
  madeFrom: daysBefore(madeTo, SPAN_DAYS - 1),
  madeTo,
});

/** Reads from the newest charges to the oldest. */
export const returnsSchedule: Schedule<ReturnsPlace> = {
  ...NIGHTLY,
  begin: (startedAt) => ({ madeTo: saoPauloDay(startedAt), cursor: null }),
  after: ({ madeTo }, next, now) => {
    if (next !== null) return { madeTo, cursor: next };
    const before = daysBefore(madeTo, SPAN_DAYS);
    return before < daysBefore(saoPauloDay(now), WALKED_DAYS) ? null : { madeTo: before, cursor: null };
  },
  requestsMax: RETURNS_REQUESTS_MAX,
};
