import { createHash } from 'node:crypto';
import { currentCall } from '@estampa/kit/call';
import { type Asked, statement, together } from '@estampa/kit/statement';
import type { Context } from '../context.ts';
import { countAsking } from '../db/rate-count.ts';
import { type LimitName, mustBeWithin, networkOf, RATE_LIMITS } from '../domain/rate-limits.ts';

/** What is counted, and of whom: an account by its e-mail, whether or not there is one, or the address of the caller. */
export type Counted = { limit: LimitName; of: string | null };

export const ofAccount = (limit: LimitName, email: string): Counted => ({ limit, of: email.toLowerCase() });

export function fromAddress(limit: LimitName): Counted {
  const address = currentCall()?.clientAddress;
  return { limit, of: address ? networkOf(address) : null };
}

/** Counts and asks in one round trip; the count stands whatever comes of the request. */
export async function withinLimits<Row>(
  { em, now, settings }: Pick<Context, 'em' | 'now' | 'settings'>,
  counted: readonly Counted[],
  question: Asked<Row>,
): Promise<Row[]> {
  const moment = now();
  const limits = settings.rateLimitFactor === null ? [] : bucketsOf(counted, settings.rateLimitFactor, moment);
  if (limits.length === 0) return question === NOTHING ? [] : (await together(em, question))[0];
  const [counts, rows] = await together(em, countAsking(limits, moment), question);
  mustBeWithin(limits, counts, moment);
  return rows;
}

/** For what asks the database nothing else at that moment. */
export async function keepWithinLimits(
  context: Pick<Context, 'em' | 'now' | 'settings'>,
  ...counted: readonly Counted[]
): Promise<void> {
  await withinLimits(context, counted, NOTHING);
}

const NOTHING = statement('select', {}).with();

const bucketsOf = (counted: readonly Counted[], factor: number, now: Date) =>
  counted.flatMap(({ limit, of }) => {
    if (of === null) return [];
    const { max, windowMs } = RATE_LIMITS[limit];
    // A digest: bounded, and nothing personal.
    const bucket = `${limit}:${createHash('sha256').update(of).digest('base64url')}`;
    return [{ bucket, max: max * factor, endsAt: new Date(now.getTime() + windowMs) }];
  });
