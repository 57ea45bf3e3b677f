import { dayAfter, daysBefore, saoPauloDay, saoPauloInstant } from '@estampa/kernel/days';

/** A card payment can be contested for about half a year: what was made in that time is looked through for money that went back. */
export const WALKED_DAYS = 180;
/** Listed at once, so that no list is so long that its last pages are slow. */
export const SPAN_DAYS = 7;
/** Of one night, out of 25,000 that Asaas responses in 12 hours; whatever is left is for the next. */
export const REQUESTS_MAX = 1_000;
export const RETRY_MS = 60 * 60_000;
const NIGHT = '03:00:00';

/** How far a walk is: charges that were made on the days up to `madeTo`, from this page of their list on. */
export type Place = { madeTo: string; cursor: string | null };

export const beginning = (now: Date): Place => ({ madeTo: saoPauloDay(now), cursor: null });

/** The days whose charges are listed there, both inclusive. */
export const daysAt = ({ madeTo }: Place): { madeFrom: string; madeTo: string } => ({
  madeFrom: daysBefore(madeTo, SPAN_DAYS - 1),
  madeTo,
});

/** From the newest charges to the oldest; null when all are looked through. */
export function placeAfter({ madeTo }: Place, next: string | null, now: Date): Place | null {
  if (next !== null) return { madeTo, cursor: next };
  const before = daysBefore(madeTo, SPAN_DAYS);
  return before < daysBefore(saoPauloDay(now), WALKED_DAYS) ? null : { madeTo: before, cursor: null };
}

export const mayRequestAgain = (requests: number): boolean => requests < REQUESTS_MAX;

/** When few ask, where the provider lives. */
export function nextNightAt(now: Date): Date {
  const today = saoPauloDay(now);
  const night = saoPauloInstant(`${today}T${NIGHT}`);
  return night > now ? night : saoPauloInstant(`${dayAfter(today)}T${NIGHT}`);
}
