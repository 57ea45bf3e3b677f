import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { networkOf, subnetOf } from '@estampa/kernel/network';
import { pipeline } from '@estampa/kit/postgres/statement';
import type { Context } from '../../context.ts';
import { rateCounts } from '../../db/rate-count-repository.ts';
import type { UserRow } from '../../db/tables/user.ts';
import {
  type Limited,
  type LimitName,
  mustBeWithin,
  RATE_LIMITS,
  type RateLimit,
  slowdownMs,
} from '../../domain/rate-limits.ts';

/** What is counted, and of whom: an account by its e-mail, whether or not there is one, or the address of the caller. */
export type Counted = { limit: LimitName; of: string | null };

type Called = Pick<Context, 'call'>;

export const ofAccount = (limit: LimitName, email: string): Counted => ({ limit, of: email.toLowerCase() });

/** Of an account from the network of the caller. */
export const ofAccountFromNetwork = ({ call }: Called, limit: LimitName, email: string): Counted => {
  const address = call.clientAddress;
  return { limit, of: `${email.toLowerCase()} ${address ? subnetOf(address) : ''}` };
};

export function fromAddress({ call }: Called, limit: LimitName): Counted {
  const address = call.clientAddress;
  return { limit, of: address ? networkOf(address) : null };
}

export type Buckets = readonly string[];

/** Counts, and finds the account of the e-mail, in one round trip; the count stands unless it is given back. */
export async function findWithinLimits(
  context: Context,
  counted: readonly Counted[],
  email: string,
): Promise<UserRow | undefined> {
  const now = context.now();
  const limits = limitsOf(context, counted, now);
  const { counts, user } = await context.batched.findCounted({ limits, email });
  mustBeWithin(limits, counts, now);
  await slowDown(context, limits, counts);
  return user;
}

/** For requests without another query to send along. */
export async function limitRate(context: Context, ...counted: readonly Counted[]): Promise<void> {
  const now = context.now();
  const limits = limitsOf(context, counted, now);
  if (limits.length === 0) return;
  const [counts] = await pipeline(context.em, rateCounts.add(limits, now));
  mustBeWithin(limits, counts, now);
  await slowDown(context, limits, counts);
}

async function slowDown({ call: { signal } }: Called, ...counted: Parameters<typeof slowdownMs>): Promise<void> {
  const waitMs = slowdownMs(...counted);
  if (waitMs > 0) await pause(waitMs, undefined, signal ? { signal } : {});
}

/** What was counted as failed and was not: `forgive` of `BatchedCalls` takes it back. */
export const bucketsOf = (context: Context, counted: readonly Counted[]): Buckets =>
  limitsOf(context, counted, context.now()).map(({ bucket }) => bucket);

/** Takes back what was counted; should that fail, it stands until its window ends. */
export async function giveBack(context: Context, counted: readonly Counted[]): Promise<void> {
  await pipeline(context.em, rateCounts.subtract(bucketsOf(context, counted))).catch(() => undefined);
}

function limitsOf({ settings }: Context, counted: readonly Counted[], now: Date): (Limited & { endsAt: Date })[] {
  const factor = settings.rateLimitFactor;
  if (factor === null) return [];
  return counted.flatMap(({ limit, of }) => {
    if (of === null) return [];
    const { max, windowMs, slows }: RateLimit = RATE_LIMITS[limit];
    // A digest: bounded, and nothing personal.
    const bucket = `${limit}:${createHash('sha256').update(of).digest('base64url')}`;
    return [{ bucket, max: max * factor, slows: slows === true, endsAt: new Date(now.getTime() + windowMs) }];
  });
}
