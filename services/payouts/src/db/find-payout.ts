import { notFound } from '@estampa/kernel/errors';
import type { EntityManager } from '@mikro-orm/postgresql';
import { lockSellers } from './lock-sellers.ts';
import { PayoutItemRow } from './payout-item.entity.ts';
import { PayoutRow } from './payout.entity.ts';

/** The batch, and with it the right to change what its seller is owed. */
export async function lockPayout(tx: EntityManager, id: string): Promise<PayoutRow> {
  const [known] = await tx.execute<{ seller: string }[]>(
    'select seller_profile_id as seller from payout where id = ?',
    [id],
  );
  if (!known) throw notFound('payout', id);
  await lockSellers(tx, [known.seller]);
  return tx.findOneOrFail(PayoutRow, id);
}

/** To be changed, in the order in which the batch names them. */
export async function itemsHeldBy(tx: EntityManager, { itemIds }: PayoutRow): Promise<PayoutItemRow[]> {
  const items = new Map((await tx.find(PayoutItemRow, { id: { $in: itemIds } })).map((item) => [item.id, item]));
  return itemIds.flatMap((id) => items.get(id) ?? []);
}
