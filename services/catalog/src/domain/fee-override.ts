import { type FieldError, wrongState } from '@estampa/kernel/errors';
import { mustBeValid } from './rejections.ts';

/** What the platform keeps of a seller's prices instead of the fee of product types, from a time on, and up to another. */
export type FeeOverride = {
  id: string;
  sellerProfileId: string;
  /** Null: all types that have none of their own. */
  productTypeId: string | null;
  platformFeeBasisPoints: number;
  startsAt: Date;
  /** From then on it holds no more; null: it holds for good. */
  endsAt: Date | null;
  createdAt: Date;
};

type Phase = 'upcoming' | 'in_force' | 'ended';

export function phaseOf({ startsAt, endsAt }: Pick<FeeOverride, 'startsAt' | 'endsAt'>, now: Date): Phase {
  if (startsAt > now) return 'upcoming';
  return endsAt === null || endsAt > now ? 'in_force' : 'ended';
}

type Period = { startsAt: Date | null; endsAt: Date | null };

/** When it holds, if that is wanted now: what was sold before stays as it was sold. */
export function periodOf({ startsAt, endsAt }: Period, now: Date): Pick<FeeOverride, 'startsAt' | 'endsAt'> {
  const from = startsAt ?? now;
  mustBeValid([...(from < now ? [past('startsAt')] : []), ...endErrors(endsAt, from)]);
  return { startsAt: from, endsAt };
}

export type FeeOverrideChange = Partial<Pick<FeeOverride, 'platformFeeBasisPoints' | 'startsAt' | 'endsAt'>>;

/** Before it begins everything may change; then only when it ends, as prices and earnings were told by the rest. */
export function changeOverride<O extends FeeOverride>(before: O, wanted: FeeOverrideChange, now: Date): O {
  const phase = phaseOf(before, now);
  if (phase === 'ended') throw wrongState('This fee has ended; agree on another one');
  const after = { ...before, ...wanted };
  if (phase === 'upcoming') return { ...after, ...periodOf(after, now) };

  if (after.startsAt.getTime() !== before.startsAt.getTime() || isOtherFee(before, after)) {
    throw wrongState('This fee is in force: end it, and agree on another one from then on');
  }
  if (after.endsAt && after.endsAt.getTime() !== before.endsAt?.getTime() && after.endsAt < now) {
    mustBeValid([past('endsAt')]);
  }
  return after;
}

const isOtherFee = (one: FeeOverride, other: FeeOverride): boolean =>
  one.platformFeeBasisPoints !== other.platformFeeBasisPoints;

const endErrors = (endsAt: Date | null, from: Date): FieldError[] =>
  endsAt && endsAt <= from ? [{ path: 'endsAt', code: 'too_early', message: 'must be after startsAt' }] : [];

const past = (path: string): FieldError => ({ path, code: 'in_the_past', message: 'must not be in the past' });
