import type { Movement, Posted } from '@estampa/orders-payments/domain/movement';
import type { Transfer } from '@estampa/payouts/domain/transfer';
import type { KnownOrder } from './books.ts';
import type { Rules } from './rules.ts';

/** What the provider's statement has of an order and no posting explains. */
export function unexplained(rules: Rules, { order, posted }: KnownOrder): string[] {
  const movements = movementsOf(order);
  const matched = new Set(rules.matchMovements(movements, postedOf(posted)).map(({ movementId }) => movementId));
  return movements.flatMap(({ id, kind, amountCents }) => (matched.has(id) ? [] : `${kind} of ${amountCents}`));
}

function movementsOf({ charge, feeCents }: KnownOrder['order']): Movement[] {
  if (charge.paidCents === 0) return [];
  const one = (id: string, kind: Movement['kind'], amountCents: number): Movement => ({
    id,
    kind,
    amountCents,
    matchedBy: null,
  });
  const back = charge.returns.filter(({ state }) => state === 'done');
  return [
    one('charge', 'charge', charge.paidCents),
    ...(feeCents === null ? [] : [one('fee', 'fee', feeCents)]),
    ...back.map(({ id, amountCents }) => one(id, 'refund', amountCents)),
  ];
}

function postedOf(posted: readonly Transfer[]): Posted {
  const isFee = ({ debit, credit }: Transfer) => debit === 'provider_fees' || credit === 'provider_fees';
  const collected = (isCounted: (one: Transfer) => boolean) => {
    const own = posted.filter((one) => isCounted(one) && (one.debit === 'clearing' || one.credit === 'clearing'));
    const cents = own.reduce(
      (sum, { debit, amountCents }) => sum + (debit === 'clearing' ? amountCents : -amountCents),
      0,
    );
    return { cents, by: own.length > 0 ? 'posting' : null };
  };
  const charged = collected((one) => one.kind === 'order_approved' && !isFee(one));
  const refunded = collected(({ kind }) => kind === 'refunded');
  const fee = collected(isFee);
  return {
    chargedCents: charged.cents,
    chargedBy: charged.by,
    refundedCents: 0 - refunded.cents,
    refundedBy: refunded.by,
    feeCents: 0 - fee.cents,
    feeBy: fee.by,
    isHeld: false,
  };
}
