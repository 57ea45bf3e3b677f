import { DomainError } from '@estampa/kernel/errors';

/** `slows`: attempts beyond the limit are delayed a little more each time, and never rejected. */
export type RateLimit = { max: number; windowMs: number; slows?: true };
export type RateCount = { bucket: string; endsAt: Date; requested: number };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How many requests one window permits, as production has it. */
export const RATE_LIMITS = {
  /** Failed log-ins to an account from one network; clients elsewhere are not locked out by them. */
  logInFromNetwork: { max: 10, windowMs: MINUTE_MS },
  /** Failed log-ins to an account from a device that logged in to it before, which is counted by nothing else. */
  logInOfDevice: { max: 10, windowMs: MINUTE_MS },
  /** Failed log-ins to an account from wherever. */
  logInOfAccount: { max: 100, windowMs: HOUR_MS, slows: true },
  /** Wrong current passwords in a session. */
  passwordOfSession: { max: 10, windowMs: MINUTE_MS },
  logInFromAddress: { max: 60, windowMs: MINUTE_MS },
  signUpFromAddress: { max: 20, windowMs: HOUR_MS },
  forgottenPasswordOfAccount: { max: 5, windowMs: HOUR_MS },
  emailVerificationOfAccount: { max: 5, windowMs: HOUR_MS },
  /** The owner of the address may not be the one who opened the account, and must not receive mail all day. */
  emailVerificationOfAccountInADay: { max: 20, windowMs: DAY_MS },
  tokenCheckFromAddress: { max: 30, windowMs: MINUTE_MS },
} as const satisfies Record<string, RateLimit>;

export type LimitName = keyof typeof RATE_LIMITS;

/** What each attempt beyond a limit that slows waits longer than the one before, and the longest wait. */
const SLOWER_BY_MS = 50;
export const SLOWEST_MS = 3_000;

const MS_PER_SECOND = 1_000;

type Bucket = { bucket: string };
export type Limited = Bucket & { max: number; slows?: boolean };

/** The counts of each of several who were counted at once, as if they had come one after the other. */
export function countsInOrder(askers: readonly (readonly Bucket[])[], counts: readonly RateCount[]): RateCount[][] {
  const toCome = Map.groupBy(askers.flat(), ({ bucket }) => bucket);
  const countOf = new Map(counts.map((count) => [count.bucket, count]));
  return askers.map((buckets) =>
    buckets.map(({ bucket }) => {
      toCome.get(bucket)!.pop();
      const count = countOf.get(bucket)!;
      return { ...count, requested: count.requested - toCome.get(bucket)!.length };
    }),
  );
}

/** Rejects too many requests; the exceeded count that ends last says when to retry. */
export function mustBeWithin(limits: readonly Limited[], counts: readonly RateCount[], now: Date) {
  const exceeded = counts
    .map((count) => ({
      ...count,
      max: maxOf(
        limits.filter(({ slows }) => !slows),
        count,
      ),
    }))
    .filter(({ requested, max }) => requested > max)
    .toSorted((one, other) => other.endsAt.getTime() - one.endsAt.getTime())[0];
  if (!exceeded) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((exceeded.endsAt.getTime() - now.getTime()) / MS_PER_SECOND));
  throw new DomainError('limited', 'rate_limited', `Too many attempts; try again in ${retryAfterSeconds} seconds`, {
    retryAfterSeconds,
    rateLimit: exceeded.max,
  });
}

const maxOf = (limits: readonly Limited[], count: RateCount): number =>
  limits.find(({ bucket }) => bucket === count.bucket)?.max ?? Infinity;

/** How long a request has to wait first, in milliseconds: longer with each attempt beyond a limit that slows. */
export function slowdownMs(limits: readonly Limited[], counts: readonly RateCount[]): number {
  const slowing = limits.filter(({ slows }) => slows);
  const beyond = counts.map((count) => Math.max(0, count.requested - maxOf(slowing, count)));
  return Math.min(Math.max(0, ...beyond) * SLOWER_BY_MS, SLOWEST_MS);
}
