import { saoPauloDay } from '@estampa/kernel/days';

export type Sale = { sellerProductId: string; sellerProfileId: string; artworkId: string; quantity: number };

type PaidOrder = { paymentStatus: string; paidAt?: Date | undefined };

/** The day in São Paulo that an order counts for; none while it is not paid, or no longer. */
export const soldOn = ({ paymentStatus, paidAt }: PaidOrder): string | null =>
  paymentStatus === 'approved' && paidAt ? saoPauloDay(paidAt) : null;

/** Sales of so many days count for who sells best. */
export const RECENT_DAYS = 30;
const DAY_MS = 86_400_000;

/** The first day of those. */
export const recentSince = (now: Date): string => saoPauloDay(new Date(now.getTime() - RECENT_DAYS * DAY_MS));

/** As long as payments are given back or taken back; sales of before are counted for good, and told by nobody any more. */
export const SALES_RETENTION_DAYS = 180;

/** The first day of which sales are kept. */
export const retainedSince = (now: Date): string =>
  saoPauloDay(new Date(now.getTime() - SALES_RETENTION_DAYS * DAY_MS));

/** The lines of an order, those of one product together. */
export const salesOf = (items: readonly Sale[]): Sale[] =>
  [...Map.groupBy(items, ({ sellerProductId }) => sellerProductId).values()].map((lines) => ({
    sellerProductId: lines[0]!.sellerProductId,
    sellerProfileId: lines[0]!.sellerProfileId,
    artworkId: lines[0]!.artworkId,
    quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  }));
