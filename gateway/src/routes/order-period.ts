import { dayAfter, saoPauloInstant } from '@estampa/kernel/days';
import { z } from 'zod';
import { failing } from './schemas.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const HAS_ZONE = /(Z|[+-]\d{2}:?\d{2})$/;

/** What databases and calendars agree on. */
const YEARS = { first: 1970, last: 2999 };

const isInYears = (value: string): boolean => {
  const year = Number(value.slice(0, 4));
  return year >= YEARS.first && year <= YEARS.last;
};
const outOfYears = failing('too_far', `must be in the years ${YEARS.first} to ${YEARS.last}`);

/** A day in São Paulo. */
export const day = z.iso.date().refine(isInYears, outOfYears);
/** A plus sign that was not encoded arrives as a space. */
export const dayOrInstant = z
  .string()
  .transform((value) => value.replace(/ (?=\d{2}:?\d{2}$)/, '+'))
  .pipe(z.union([day, z.iso.datetime({ offset: true, local: true }).refine(isInYears, outOfYears)]));

/** The date filters of order lists. Days, and times without a zone, are those of São Paulo. */
export const periodQuery = {
  created_at: day.optional().describe('A day in São Paulo, YYYY-MM-DD'),
  created_from: dayOrInstant.optional().describe('From this day or instant on'),
  created_to: dayOrInstant.optional().describe('Up to this day or instant, inclusive'),
};

const FOLLOWING =
  'Changed at this day or instant or later, sorted by `updatedAt` and id, the latest change last: go on from the last `updatedAt` that you have';

/** The filter of lists that clients synchronise a copy from. */
export const changesQuery = { updated_since: dayOrInstant.optional().describe(FOLLOWING) };

/** The instant that is meant, of a day its beginning. */
export const instantOf = (text: string | undefined): Date | undefined => (text ? new Date(startOf(text)) : undefined);

/** The instant from which on changes are wanted. */
export const changesSince = ({ updated_since: from }: { updated_since?: string | undefined }): Date | undefined =>
  instantOf(from);

type Period = { created_at?: string | undefined; created_from?: string | undefined; created_to?: string | undefined };

/** The instants that all given filters leave: from the first, before the second. */
export function orderPeriod(query: Period): { createdFrom: Date | undefined; createdBefore: Date | undefined } {
  const from = [query.created_at, query.created_from].flatMap((text) => (text ? [startOf(text)] : []));
  const before = [query.created_at, query.created_to].flatMap((text) => (text ? [endOf(text)] : []));
  return {
    createdFrom: from.length > 0 ? new Date(Math.max(...from)) : undefined,
    createdBefore: before.length > 0 ? new Date(Math.min(...before)) : undefined,
  };
}

const startOf = (text: string): number => (DAY.test(text) ? inSaoPaulo(`${text}T00:00:00`) : instant(text));

/** Just after the last instant that is meant: the end of the day, or the instant itself. */
const endOf = (text: string): number => (DAY.test(text) ? startOf(dayAfter(text)) : instant(text) + 1);

const instant = (text: string): number => (HAS_ZONE.test(text) ? Date.parse(text) : inSaoPaulo(text));

const inSaoPaulo = (local: string): number => saoPauloInstant(local).getTime();
