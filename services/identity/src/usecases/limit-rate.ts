import { createHash } from 'node:crypto';
import { networkOf } from '@estampa/kernel/network';
import { currentCall } from '@estampa/kit/call';
import { together } from '@estampa/kit/statement';
import type { Context } from '../context.ts';
import type { User } from '../db/find-user.ts';
import { countAsking } from '../db/rate-count.ts';
import { type LimitName, mustBeWithin, RATE_LIMITS } from '../domain/rate-limits.ts';

/** What is counted, and of whom: an account by its e-mail, whether or not there is one, or the address of the caller. */
export type Counted = { limit: LimitName; of: string | null };

export const ofAccount = (limit: LimitName, email: string): Counted => ({ limit, of: email.toLowerCase() });

export function fromAddress(limit: LimitName): Counted {
  const address = currentCall()?.clientAddress;
  return { limit, of: address ? networkOf(address) : null };
}

/** Counts, and finds the account of the e-mail, in one round trip; the count stands whatever comes of the request. */
export async function findWithinLimits(
  context: Context,
  counted: readonly Counted[],
  email: string,
): Promise<User | undefined> {
  const now = context.now();
  const limits = limitsOf(context, counted, now);
  const { counts, user } = await context.together.findCounted({ limits, email });
  mustBeWithin(limits, counts, now);
  return user;
}

/** For what asks the database nothing else at that moment. */
export async function keepWithinLimits(context: Context, ...counted: readonly Counted[]): Promise<void> {
  const now = context.now();
  const limits = limitsOf(context, counted, now);
  if (limits.length === 0) return;
  const [counts] = await together(context.em, countAsking(limits, now));
  mustBeWithin(limits, counts, now);
}

function limitsOf({ settings }: Context, counted: readonly Counted[], now: Date) {
  const factor = settings.rateLimitFactor;
  if (factor === null) return [];
  return counted.flatMap(({ limit, of }) => {
    if (of === null) return [];
    const { max, windowMs } = RATE_LIMITS[limit];
    // A digest: bounded, and nothing personal.
    const bucket = `${limit}:${createHash('sha256').update(of).digest('base64url')}`;
    return [{ bucket, max: max * factor, endsAt: new Date(now.getTime() + windowMs) }];
  });
}
