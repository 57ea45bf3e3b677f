import { createHash } from 'node:crypto';
import { networkOf } from '@estampa/kernel/network';
import { currentCall } from '@estampa/kit/call';
import { type Asked, together } from '@estampa/kit/statement';
import type { Context } from '../context.ts';
import { countAsking } from '../db/rate-count.ts';
import { type LimitName, mustBeWithin, RATE_LIMITS } from '../domain/rate-limits.ts';

/** What is counted, and of whom: an account by its e-mail, whether or not there is one, or the address of the caller. */
export type Counted = { limit: LimitName; of: string | null };

export const ofAccount = (limit: LimitName, email: string): Counted => ({ limit, of: email.toLowerCase() });

export function fromAddress(limit: LimitName): Counted {
  const address = currentCall()?.clientAddress;
  return { limit, of: address ? networkOf(address) : null };
}

type Limiting = Pick<Context, 'em' | 'now' | 'settings'>;

/** Counts and asks in one round trip; the count stands whatever comes of the request. */
export async function withinLimits<Row>(
  context: Limiting,
  counted: readonly Counted[],
  question: Asked<Row>,
): Promise<Row[]> {
  const { limits, counting, now } = limitsOf(context, counted);
  if (limits.length === 0) return (await together(context.em, question))[0];
  const [counts, rows] = await together(context.em, counting, question);
  mustBeWithin(limits, counts, now);
  return rows;
}

/** For what asks the database nothing else at that moment. */
export async function keepWithinLimits(context: Limiting, ...counted: readonly Counted[]): Promise<void> {
  const { limits, counting, now } = limitsOf(context, counted);
  if (limits.length === 0) return;
  const [counts] = await together(context.em, counting);
  mustBeWithin(limits, counts, now);
}

function limitsOf(context: Limiting, counted: readonly Counted[]) {
  const now = context.now();
  const factor = context.settings.rateLimitFactor;
  const limits = factor === null ? [] : bucketsOf(counted, factor, now);
  return { limits, counting: countAsking(limits, now), now };
}

const bucketsOf = (counted: readonly Counted[], factor: number, now: Date) =>
  counted.flatMap(({ limit, of }) => {
    if (of === null) return [];
    const { max, windowMs } = RATE_LIMITS[limit];
    // A digest: bounded, and nothing personal.
    const bucket = `${limit}:${createHash('sha256').update(of).digest('base64url')}`;
    return [{ bucket, max: max * factor, endsAt: new Date(now.getTime() + windowMs) }];
  });
