const DAY_MS = 24 * 60 * 60_000;

/** All replicas together: 18,000 cancellations in 12 hours, of 25,000 requests that Asaas responses in that time. */
export const EXPIRED_AT_ONCE_MAX = 25;
export const EXPIRY_EVERY_MS = 60_000;

/** How long an order waits for its buyer, in days. */
export type ExpiryDays = { usual: number; boleto: number };

/** An order whose present payment was begun before these moments is not waited for any more; a boleto longer, since banks take days. */
export type ExpiryLimits = { begunBefore: Date; boletoBegunBefore: Date };

export const expiryLimits = ({ usual, boleto }: ExpiryDays, now: Date): ExpiryLimits => ({
  begunBefore: new Date(now.getTime() - usual * DAY_MS),
  boletoBegunBefore: new Date(now.getTime() - Math.max(usual, boleto) * DAY_MS),
});
