import type { UserDeleted } from '@estampa/contracts/identity/v1/events';
import { erasedEmail } from '@estampa/kernel/deleted-user';
import { recordAudit } from '@estampa/kit/service/audit';
import type { Context } from '../../context.ts';
import { eraseOrders, findAddresses, forgetCustomers } from '../../db/erased-buyers.ts';
import { erasedBuyer } from '../../domain/erased-buyer.ts';

/**
 * Replaces the personal data of a deleted account's orders; amounts, items and payments stay. Identity deletes an account only
 * when all of its orders are over. Repeating it changes nothing.
 */
export async function eraseBuyer({ em, now }: Context, { userId }: UserDeleted): Promise<void> {
  const orders = await findAddresses(em, userId, erasedEmail(userId));
  await forgetCustomers(em, userId);
  if (orders.length === 0) return;
  const erased = orders.map(({ id, shipping }) => ({ id, ...erasedBuyer(userId, shipping) }));
  await eraseOrders(em, erased, now());
  recordAudit(em, { action: 'buyer_erased', subject: `user:${userId}` });
}
