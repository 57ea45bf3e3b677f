import type { PostedSum } from '@estampa/contracts/payouts/v1/ledger';
import type { Context } from '../../context.ts';
import { movements } from '../../db/movement-repository.ts';
import { matchMovements, MOVEMENT_KINDS, type Posted } from '../../domain/movement.ts';
import { unmatchedMovements, unmatchedSeconds } from '../../metrics.ts';

const NOTHING = { chargedCents: 0, refundedCents: 0, feeCents: 0, isHeld: false };

/**
 * Matches what was seen at providers with what the ledger has posted. It is asked instead of told: what never arrives there, as a relay or a
 * consumer stands still, is found here.
 */
export async function matchSeenMovements(context: Context, signal: AbortSignal): Promise<void> {
  let claimed = 0;
  do {
    const due = await movements.claimDue(context.em, context.now());
    claimed = due.length;
    if (claimed > 0) await matchOrders(context, [...new Set(due.map(({ orderId }) => orderId))]);
  } while (!signal.aborted && claimed === movements.claimedAtOnce);
  await measure(context);
}

async function matchOrders({ em, peers, log }: Context, orderIds: readonly string[]): Promise<void> {
  const [seen, { sums }] = await Promise.all([
    movements.findOfOrders(em, orderIds),
    peers.ledger.getPostedSums({ orderIds: [...orderIds] }),
  ]);
  const posted = new Map(sums.map((sum) => [sum.orderId, sum]));
  const matches = [...Map.groupBy(seen, ({ orderId }) => orderId)].flatMap(([orderId, ofOrder]) =>
    matchMovements(ofOrder, postedOf(posted.get(orderId) ?? NOTHING)),
  );
  if (matches.length === 0) return;
  await movements.saveMatches(em, matches);
  log.debug({ movements: matches.length }, 'movements matched');
}

const postedOf = ({ chargedBy, refundedBy, feeBy, ...sums }: Partial<PostedSum> & typeof NOTHING): Posted => ({
  ...sums,
  chargedBy: chargedBy ?? null,
  refundedBy: refundedBy ?? null,
  feeBy: feeBy ?? null,
});

async function measure({ em, now }: Context): Promise<void> {
  const ages = new Map((await movements.findAges(em, now())).map((age) => [age.kind, age]));
  for (const kind of MOVEMENT_KINDS) {
    unmatchedMovements.set({ kind }, ages.get(kind)?.count ?? 0);
    unmatchedSeconds.set({ kind }, ages.get(kind)?.seconds ?? 0);
  }
}
