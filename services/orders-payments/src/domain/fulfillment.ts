export const FULFILLMENT_STATUSES = ['pending', 'in_production', 'shipped', 'delivered', 'returned'] as const;
export type FulfillmentStatus = (typeof FULFILLMENT_STATUSES)[number];

type Item = { fulfillmentStatus: FulfillmentStatus; shippedAt: Date | null; deliveredAt: Date | null };

/** Derives an order's status from those of its items; the first matching rule applies. */
export function deriveFulfillment(statuses: readonly FulfillmentStatus[]): FulfillmentStatus {
  if (statuses.every((status) => status === 'delivered')) return 'delivered';
  if (statuses.every((status) => status === 'shipped' || status === 'delivered')) return 'shipped';
  if (statuses.includes('returned')) return 'returned';
  if (statuses.includes('in_production')) return 'in_production';
  return 'pending';
}

type Progress = { fulfillmentStatus: FulfillmentStatus; shippedAt: Date | null; deliveredAt: Date | null };

/** The progress of the order. Its dates are those of its last item, set once. */
export function orderProgress(
  order: Pick<Progress, 'shippedAt' | 'deliveredAt'>,
  items: readonly Item[],
  now: Date,
): Progress {
  const fulfillmentStatus = deriveFulfillment(items.map((item) => item.fulfillmentStatus));
  const isDelivered = fulfillmentStatus === 'delivered';
  const isShipped = isDelivered || fulfillmentStatus === 'shipped';
  const shipped = latest(items.map((item) => item.shippedAt));
  const delivered = latest(items.map((item) => item.deliveredAt));
  return {
    fulfillmentStatus,
    shippedAt: order.shippedAt ?? (isShipped ? (shipped ?? delivered ?? now) : null),
    deliveredAt: order.deliveredAt ?? (isDelivered ? (delivered ?? now) : null),
  };
}

const latest = (dates: readonly (Date | null)[]): Date | null =>
  dates.reduce((last, date) => (date && (!last || date > last) ? date : last), null);
