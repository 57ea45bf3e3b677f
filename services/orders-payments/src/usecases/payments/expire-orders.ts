import type { Context } from '../../context.ts';
import { orders } from '../../db/order-repository.ts';
import { unpaidOrders } from '../../db/unpaid-orders.ts';
import { isPayable } from '../../domain/order.ts';
import { COUPON_RESERVED_DAYS, EXPIRED_AT_ONCE_MAX, EXPIRY_EVERY_MS, expiryLimits } from '../../domain/order-expiry.ts';
import { expiredOrders } from '../../metrics.ts';
import { endOrder } from '../refunds/cancel-order.ts';

/**
 * Ends orders that were not paid for days, and sooner those that hold a use of a coupon that has none left: their charges are cancelled at
 * the provider, and money that comes after that is late.
 * A limited number at a time, since each charge is a request.
 */
export async function expireOrders(context: Context): Promise<void> {
  const now = context.now();
  if (!(await orders.claimExpiry(context.em, now, new Date(now.getTime() + EXPIRY_EVERY_MS)))) return;
  let ended = 0;
  for (const [find, days] of [
    [unpaidOrders.findHolding, COUPON_RESERVED_DAYS],
    [unpaidOrders.find, context.settings.expiryDays],
  ] as const) {
    const limits = { ...expiryLimits(days, now), now };
    for (const orderId of await find(context.em, limits, EXPIRED_AT_ONCE_MAX - ended)) {
      if (await expire({ ...context, em: context.em.fork() }, orderId, limits.begunBefore)) ended += 1;
    }
  }
  if (ended === 0) return;
  expiredOrders.inc(ended);
  context.log.info({ orders: ended }, 'orders that nobody paid were cancelled');
  context.wake('continue-payments');
}

/** False if it was paid, or a new payment was begun. */
const expire = (context: Context, orderId: string, begunBefore: Date): Promise<boolean> =>
  context.em.transactional(async (tx) => {
    const locked = await orders.lock(tx, orderId);
    if (!locked || !isPayable(locked.order) || locked.payments.some(({ createdAt }) => createdAt >= begunBefore))
      return false;
    endOrder(tx, context, locked, 'cancelled');
    return true;
  });
