export const MOVEMENT_KINDS = ['charge', 'refund', 'dispute', 'fee'] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** posting: with one of the ledger; return: it is not the order's, and all of it went back; hold: it moved nothing, and nothing is paid out. */
export const MATCHED_BY = ['posting', 'return', 'hold'] as const;
type MatchedBy = (typeof MATCHED_BY)[number];

/** What was seen to move at a provider, as far as it was not seen before; negative where less is there than was seen. */
export type Movement = {
  id: string;
  kind: MovementKind;
  amountCents: number;
  /** Null: with nothing yet. */
  matchedBy: MatchedBy | null;
};

type PostedKind = Exclude<MovementKind, 'dispute'>;

/** What the ledger has of an order, and by which transaction it was posted last. */
export type Posted = {
  chargedCents: number;
  chargedBy: string | null;
  refundedCents: number;
  refundedBy: string | null;
  feeCents: number;
  feeBy: string | null;
  /** Its earnings are held, as the payment is contested. */
  isHeld: boolean;
};

export type MovementMatch = { movementId: string; matchedBy: MatchedBy; transactionId: string | null };

/**
 * What can be matched of an order's movements. Sums are compared, since a posting may be about several movements; but a single one of just
 * what was posted is the order's, whatever else came. What is neither posted nor back stays unmatched: somebody has to see it.
 */
export function matchMovements(movements: readonly Movement[], posted: Posted): MovementMatch[] {
  const sum = (kind: MovementKind): number =>
    movements.reduce((cents, one) => cents + (one.kind === kind ? one.amountCents : 0), 0);
  const ofKind = {
    charge: { extra: sum('charge') - posted.chargedCents, cents: posted.chargedCents, by: posted.chargedBy },
    refund: { extra: sum('refund') - posted.refundedCents, cents: posted.refundedCents, by: posted.refundedBy },
    fee: { extra: sum('fee') - posted.feeCents, cents: posted.feeCents, by: posted.feeBy },
  };
  const { charge, refund } = ofKind;
  const isBack = charge.extra > 0 && charge.extra === refund.extra;
  const isOwn = (kind: PostedKind, cents: number): boolean =>
    cents === ofKind[kind].cents || (kind === 'charge' && isBack && cents > charge.cents);
  const isTaken = (kind: PostedKind): boolean =>
    movements.some((one) => one.kind === kind && one.matchedBy === 'posting');
  const own = (['charge', 'refund', 'fee'] as const).map((kind) =>
    isTaken(kind) ? undefined : movements.find((one) => one.kind === kind && isOwn(kind, one.amountCents)),
  );
  const matchOf = (movement: Movement): Omit<MovementMatch, 'movementId'> | null => {
    const { kind } = movement;
    if (kind === 'dispute') return posted.isHeld || sum(kind) === 0 ? { matchedBy: 'hold', transactionId: null } : null;
    const { extra, by } = ofKind[kind];
    if (by && (extra === 0 || own.includes(movement))) return { matchedBy: 'posting', transactionId: by };
    // What was corrected to nothing was never posted; nor is the fee of a charge that went back.
    return isBack || (extra === 0 && sum(kind) === 0) ? { matchedBy: 'return', transactionId: null } : null;
  };
  return movements.flatMap((movement): MovementMatch[] => {
    const match = movement.matchedBy === null ? matchOf(movement) : null;
    return match ? [{ movementId: movement.id, ...match }] : [];
  });
}
