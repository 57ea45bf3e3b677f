import { randomUUID } from 'node:crypto';
import { CouponServiceClient, type CreateCouponRequest } from '@estampa/contracts/orders/v1/coupon';
import type { Role } from '@estampa/kit/rpc/call';
import type { CheckoutWorld } from './checkout-world.ts';

/** Who calls for coupons, and with what. */
export function couponCalls(world: () => CheckoutWorld) {
  const as = (roles: Role[], sellerProfileId: string | null = null) =>
    world().service.client(CouponServiceClient, {
      caller: { userId: randomUUID(), roles, sellerProfileId, sessionId: null },
    });
  const wanted = (change: Partial<CreateCouponRequest> = {}): CreateCouponRequest => ({
    code: `demo-${randomUUID().slice(0, 8)}`,
    funder: 'platform',
    discountBasisPoints: 1_000,
    discountCents: undefined,
    maxDiscountCents: undefined,
    minOrderCents: undefined,
    maxUses: undefined,
    startsAt: undefined,
    endsAt: undefined,
    ...change,
  });

  return { as, wanted };
}
