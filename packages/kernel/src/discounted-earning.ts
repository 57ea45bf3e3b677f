/** Who bears what a coupon takes off. */
export const COUPON_FUNDERS = ['platform', 'seller'] as const;
export type CouponFunder = (typeof COUPON_FUNDERS)[number];

/** What a coupon took off all units of a sold item, and who bears it; neither without one. */
type Discount = { discountCents?: number | undefined; discountFunder?: CouponFunder | undefined };

/** What a seller's own coupon took off an item: the seller earns so much less. */
export const borneBySeller = ({ discountCents = 0, discountFunder }: Discount): number =>
  discountFunder === 'seller' ? discountCents : 0;

/** What all units of a sold item are to earn their seller. */
export const earningOf = ({
  quantity,
  artistEarningsCents,
  ...discount
}: { quantity: number; artistEarningsCents: number } & Discount): number =>
  quantity * artistEarningsCents - borneBySeller(discount);
