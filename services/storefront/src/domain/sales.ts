import { saoPauloDay } from '@estampa/kernel/days';

export type Sale = { sellerProductId: string; sellerProfileId: string; artworkId: string; quantity: number };

type PaidOrder = { paymentStatus: string; paidAt?: Date | undefined };

/** The day in São Paulo that an order counts for; null while it is unpaid and after it is refunded. */
export const soldOn = ({ paymentStatus, paidAt }: PaidOrder): string | null =>
  paymentStatus === 'approved' && paidAt ? saoPauloDay(paidAt) : null;

/** Bestsellers are ranked by the sales of this many days. */
export const RECENT_DAYS = 30;
const DAY_MS = 86_400_000;

/** The first of those days. */
export const recentSince = (now: Date): string => saoPauloDay(new Date(now.getTime() - RECENT_DAYS * DAY_MS));

/**
 * The longest time in which a payment can be refunded or charged back: older sales no longer change, so only their counts stay.
 */
export const SALES_RETENTION_DAYS = 180;

/** The first day whose sales are stored. */
export const retainedSince = (now: Date): string =>
  saoPauloDay(new Date(now.getTime() - SALES_RETENTION_DAYS * DAY_MS));

/** The sales of an order: its lines, merged by product. */
export const salesOf = (items: readonly Sale[]): Sale[] =>
  [...Map.groupBy(items, ({ sellerProductId }) => sellerProductId).values()].map((lines) => ({
    sellerProductId: lines[0]!.sellerProductId,
    sellerProfileId: lines[0]!.sellerProfileId,
    artworkId: lines[0]!.artworkId,
    quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  }));
