const DAY_MS = 24 * 60 * 60_000;

/** For all replicas: 18,000 cancellations in 12 hours, of the 25,000 requests that Asaas allows in that time. */
export const EXPIRED_AT_ONCE_MAX = 25;
export const EXPIRY_EVERY_MS = 60_000;

/** How many days an order waits for its payment. */
export type ExpiryDays = { usual: number; boleto: number };

/**
 * For so long an unpaid order keeps a use of a coupon from buyers who want it: then, where all uses are taken, it ends. A boleto can be
 * paid for three days, one that is due at a weekend also on Monday, and banks tell of it on their next day: within a week.
 */
export const COUPON_RESERVED_DAYS: ExpiryDays = { usual: 1, boleto: 7 };

/** Orders whose current payment began before these times expire; a boleto later, since banks take days. */
export type ExpiryLimits = { begunBefore: Date; boletoBegunBefore: Date };

export const expiryLimits = ({ usual, boleto }: ExpiryDays, now: Date): ExpiryLimits => ({
  begunBefore: new Date(now.getTime() - usual * DAY_MS),
  boletoBegunBefore: new Date(now.getTime() - Math.max(usual, boleto) * DAY_MS),
});
