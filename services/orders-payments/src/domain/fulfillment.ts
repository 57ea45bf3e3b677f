export const FULFILLMENT_STATUSES = ['pending', 'in_production', 'shipped', 'delivered', 'returned'] as const;
export type FulfillmentStatus = (typeof FULFILLMENT_STATUSES)[number];

type Item = { fulfillmentStatus: FulfillmentStatus; shippedAt: Date | null; deliveredAt: Date | null };

/** An order's status from those of its items: the first rule that holds. */
export function deriveFulfillment(statuses: readonly FulfillmentStatus[]): FulfillmentStatus {
  if (statuses.every((status) => status === 'delivered')) return 'delivered';
  if (statuses.every((status) => status === 'shipped' || status === 'delivered')) return 'shipped';
  if (statuses.includes('returned')) return 'returned';
  if (statuses.includes('in_production')) return 'in_production';
  return 'pending';
}

type Progress = { fulfillmentStatus: FulfillmentStatus; shippedAt: Date | null; deliveredAt: Date | null };

/** How far the whole order is. Its dates are those of the last item, set once and kept. */
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
