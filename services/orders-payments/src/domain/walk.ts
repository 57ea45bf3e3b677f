import { dayAfter, saoPauloDay, saoPauloInstant } from '@estampa/kernel/days';

/** A walk under way: what was there when it began is listed, from `place` on. */
export type Progress<Place> = { startedAt: Date; place: Place };

/** How one kind of list of a provider is read to its end, page by page. */
export type Schedule<Place> = {
  /** When a provider's first walk is due. */
  firstAt(now: Date): Date;
  /** `doneTo`: when the last complete walk began; null before the first. */
  begin(startedAt: Date, doneTo: Date | null): Place;
  /** Where the rest begins; null when there is none. `next`: the cursor of the next page. */
  after(place: Place, next: string | null, now: Date): Place | null;
  /** When to go on after so many requests, so that a provider's quota lasts for buyers. */
  requestsMax: number;
  pauseUntil(now: Date): Date;
  /** When the next walk is due. */
  nextAt(now: Date): Date;
  retryMs: number;
};

const NIGHT = '03:00:00';

/** When few buyers are about, where the provider lives. */
export function nextNightAt(now: Date): Date {
  const today = saoPauloDay(now);
  const night = saoPauloInstant(`${today}T${NIGHT}`);
  return night > now ? night : saoPauloInstant(`${dayAfter(today)}T${NIGHT}`);
}

/** Once a night, and what is left of it in the next one. */
export const NIGHTLY = {
  firstAt: nextNightAt,
  pauseUntil: nextNightAt,
  nextAt: nextNightAt,
  retryMs: 60 * 60_000,
} satisfies Partial<Schedule<never>>;
