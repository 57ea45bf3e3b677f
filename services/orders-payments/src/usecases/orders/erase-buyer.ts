import type { UserDeleted } from '@estampa/contracts/identity/v1/events';
import { erasedEmail } from '@estampa/kernel/deleted-user';
import { recordAudit } from '@estampa/kit/service/audit';
import type { Context } from '../../context.ts';
import { eraseOrders, eraseTexts, findAddresses, forgetCustomers } from '../../db/erased-buyers.ts';
import { orders } from '../../db/order-repository.ts';
import { erasedBuyer } from '../../domain/erased-buyer.ts';
import { orderChanged } from './order-changed.ts';

/**
 * Replaces the personal data of a deleted account's orders; amounts, items and payments stay. Identity deletes an account only
 * when all of its orders are over. Repeating it changes nothing.
 */
export async function eraseBuyer(context: Context, { userId }: UserDeleted): Promise<void> {
  const { em, now } = context;
  await eraseWords(context, userId);
  const found = await findAddresses(em, userId, erasedEmail(userId));
  await forgetCustomers(em, userId);
  if (found.length === 0) return;
  const erased = found.map(({ id, shipping }) => ({ id, ...erasedBuyer(userId, shipping) }));
  await eraseOrders(em, erased, now());
  recordAudit(em, { action: 'buyer_erased', subject: `user:${userId}` });
}

/** Whoever replicates the orders erases their texts too, and a topic forgets what an older event of an order said. */
async function eraseWords({ em, now }: Context, userId: string): Promise<void> {
  for (const id of await eraseTexts(em, userId)) {
    const locked = (await orders.lock(em, id))!;
    await orders.saveNow(em, { order: orderChanged(em, 'order_texts_erased', locked, now()) });
  }
}
