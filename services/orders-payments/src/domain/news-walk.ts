import type { Schedule } from './walk.ts';

const MINUTE_MS = 60_000;

export const NEWS_EVERY_MS = 15 * MINUTE_MS;
/** A list that changes while it is read can skip entries, and a search index can lag behind, so the last period is read again. */
const NEWS_OVERLAP_MS = NEWS_EVERY_MS;
/** How far back the first walk begins. */
const NEWS_FIRST_MS = 24 * 60 * MINUTE_MS;
const NEWS_RETRY_MS = MINUTE_MS;
/** After this many requests other jobs and replicas get a chance; the walk continues at the next poll. */
const NEWS_REQUESTS_MAX = 1_000;

/** Payments that changed from `since` until the walk began, from this page of the list on. Times are ISO 8601. */
export type NewsPlace = { since: string; until: string; cursor: string | null };

const plus = (time: Date, ms: number): Date => new Date(time.getTime() + ms);

export const newsSchedule: Schedule<NewsPlace> = {
  firstAt: (now) => now,
  begin: (startedAt, doneTo) => {
    const since = plus(doneTo ?? plus(startedAt, -NEWS_FIRST_MS), -NEWS_OVERLAP_MS);
    return { since: since.toISOString(), until: startedAt.toISOString(), cursor: null };
  },
  after: (place, next) => (next === null ? null : { ...place, cursor: next }),
  requestsMax: NEWS_REQUESTS_MAX,
  pauseUntil: (now) => now,
  nextAt: (now) => plus(now, NEWS_EVERY_MS),
  retryMs: NEWS_RETRY_MS,
};
