import { DomainError } from '@estampa/kernel/errors';

export type RateLimit = { max: number; windowMs: number };
export type RateCount = { bucket: string; endsAt: Date; asked: number };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How often one may ask in one window, as production has it. */
export const RATE_LIMITS = {
  logInOfAccount: { max: 10, windowMs: MINUTE_MS },
  logInFromAddress: { max: 60, windowMs: MINUTE_MS },
  signUpFromAddress: { max: 20, windowMs: HOUR_MS },
  forgottenPasswordOfAccount: { max: 5, windowMs: HOUR_MS },
  tokenCheckFromAddress: { max: 30, windowMs: MINUTE_MS },
} as const satisfies Record<string, RateLimit>;

export type LimitName = keyof typeof RATE_LIMITS;

const MS_PER_SECOND = 1_000;

type Bucket = { bucket: string };

/** The counts of each of several who were counted at once, as if they had come one after the other. */
export function countsInTurn(askers: readonly (readonly Bucket[])[], counts: readonly RateCount[]): RateCount[][] {
  const toCome = Map.groupBy(askers.flat(), ({ bucket }) => bucket);
  const countOf = new Map(counts.map((count) => [count.bucket, count]));
  return askers.map((buckets) =>
    buckets.map(({ bucket }) => {
      toCome.get(bucket)!.pop();
      const count = countOf.get(bucket)!;
      return { ...count, asked: count.asked - toCome.get(bucket)!.length };
    }),
  );
}

/** Refuses whoever has asked more often than they may; the last count that is exceeded says when to come again. */
export function mustBeWithin(
  limits: readonly { max: number; bucket: string }[],
  counts: readonly RateCount[],
  now: Date,
) {
  const exceeded = counts
    .map((count) => ({ ...count, max: limits.find(({ bucket }) => bucket === count.bucket)?.max ?? Infinity }))
    .filter(({ asked, max }) => asked > max)
    .toSorted((one, other) => other.endsAt.getTime() - one.endsAt.getTime())[0];
  if (!exceeded) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((exceeded.endsAt.getTime() - now.getTime()) / MS_PER_SECOND));
  throw new DomainError('limited', 'rate_limited', `Too many attempts; try again in ${retryAfterSeconds} seconds`, {
    retryAfterSeconds,
    rateLimit: exceeded.max,
  });
}
