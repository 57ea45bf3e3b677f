import { dayAfter, saoPauloDay, saoPauloInstant } from '@estampa/kernel/days';

/** A walk in progress: entries that existed when it began are listed, from `place` on. */
export type Progress<Place> = { startedAt: Date; place: Place };

/** How one kind of list of a provider is read to its end, page by page. */
export type Schedule<Place> = {
  /** When a provider's first walk is due. */
  firstAt(now: Date): Date;
  /** `doneTo`: when the last complete walk began; null before the first. */
  begin(startedAt: Date, doneTo: Date | null): Place;
  /** The place of the next page; null at the end. `next`: the cursor of the next page. */
  after(place: Place, next: string | null, now: Date): Place | null;
  /** After this many requests the walk pauses until `pauseUntil`, which saves a provider's quota for buyers. */
  requestsMax: number;
  pauseUntil(now: Date): Date;
  /** When the next walk is due. */
  nextAt(now: Date): Date;
  retryMs: number;
};

const NIGHT = '03:00:00';

/** A time of low traffic in the provider's time zone. */
export function nextNightAt(now: Date): Date {
  const today = saoPauloDay(now);
  const night = saoPauloInstant(`${today}T${NIGHT}`);
  return night > now ? night : saoPauloInstant(`${dayAfter(today)}T${NIGHT}`);
}

/** Runs once a night; what is left continues the next night. */
export const NIGHTLY = {
  firstAt: nextNightAt,
  pauseUntil: nextNightAt,
  nextAt: nextNightAt,
  retryMs: 60 * 60_000,
} satisfies Partial<Schedule<never>>;
