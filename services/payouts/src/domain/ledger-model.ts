import { type LedgerOrder, payoutTransfers, settleOrder } from './order-transfers.ts';
import { borneIn, givenBackIn, refundedCents, saleStateOf, type World } from './payout-model-world.ts';
import type { Transfer } from './transfer.ts';

/** What was posted of one order, and which batches were. */
export type Ledger = { posted: Transfer[]; paid: Set<string> };

export const newLedger = (): Ledger => ({ posted: [], paid: new Set() });

/** What the service knows of the order after some events. */
function knownIn(world: World): LedgerOrder | null {
  const { received, sale } = world;
  if (!received) return null;
  const [givenBack, borne] = [givenBackIn(sale, received), borneIn(sale, received)];
  return {
    orderId: 'order',
    totalCents: sale.totalCents,
    refundedCents: refundedCents(received),
    feeCents: received.feeCents,
    items: sale.items.map(({ id, ...item }, place) => ({
      ...item,
      orderItemId: id,
      givenBackCents: givenBack[place]!,
      borneFeeCents: borne[place]!,
      saleState: saleStateOf(world, place)!,
    })),
  };
}

/** Posts as the service does: when something was consumed, and when a batch was paid. */
export function post(world: World, ledger: Ledger): void {
  const known = knownIn(world);
  if (known)
    ledger.posted.push(
      ...settleOrder(
        known,
        ledger.posted.filter(({ payoutId }) => payoutId === null),
      ),
    );
  for (const { id, status } of world.batches) {
    if (status !== 'paid' || ledger.paid.has(id)) continue;
    ledger.paid.add(id);
    ledger.posted.push(...payoutTransfers(world.entries.filter(({ payoutId }) => payoutId === id)));
  }
}
