import { daysBefore, saoPauloDay } from '@estampa/kernel/days';
import { NIGHTLY, type Schedule } from './walk.ts';

/** A card payment can be contested for about half a year: what was made in that time is looked through for money that went back. */
export const WALKED_DAYS = 180;
/** Listed at once, so that no list is so long that its last pages are slow. */
export const SPAN_DAYS = 7;
/** Of one night, out of 25,000 that Asaas serves in 12 hours; the rest is for the next night. */
const RETURNS_REQUESTS_MAX = 1_000;

/** Charges that were made on the days up to `madeTo`, from this page of their list on. */
export type ReturnsPlace = { madeTo: string; cursor: string | null };

/** The days whose charges are listed there, both inclusive. */
export const daysAt = ({ madeTo }: ReturnsPlace): { madeFrom: string; madeTo: string } => ({
  madeFrom: daysBefore(madeTo, SPAN_DAYS - 1),
  madeTo,
});

/** From the newest charges to the oldest. */
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
