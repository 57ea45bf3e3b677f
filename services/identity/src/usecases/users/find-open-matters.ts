import { runInCall, serviceCaller } from '@estampa/kit/rpc/call';
import type { Context } from '../../context.ts';
import type { OpenMatters } from '../../domain/account-deletion.ts';

type OfAccount = { id: string; sellerProfileId: string | null };

/** Queries what is under way for an account, as the service: only services may. */
export function findOpenMatters(
  { call, orders, payouts }: Pick<Context, 'call' | 'orders' | 'payouts'>,
  account: OfAccount,
) {
  const asService = { ...call, caller: serviceCaller('identity') };
  return runInCall(asService, async (): Promise<OpenMatters> => {
    const { id: userId, sellerProfileId } = account;
    const [open, earnings] = await Promise.all([
      orders.countOpenOrders({ userId, sellerProfileId: sellerProfileId ?? undefined }),
      sellerProfileId === null ? NOTHING_EARNED : payouts.getOpenEarnings({ sellerProfileId }),
    ]);
    return {
      unpaidOrders: open.unpaid,
      ordersUnderWay: open.underWay,
      ordersRefunding: open.refunding,
      sales: open.sales,
      heldCents: earnings.heldCents,
      releasableCents: earnings.releasableCents,
      pendingPayouts: earnings.pendingPayouts,
    };
  });
}

const NOTHING_EARNED = { heldCents: 0, releasableCents: 0, pendingPayouts: 0 };
