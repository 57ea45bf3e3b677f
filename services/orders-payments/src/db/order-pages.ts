import { pagedList } from '@estampa/kit/postgres/paged-list';
import { orderCounts } from './order-count-repository.ts';
import { type OrderParts, PARTS, PARTS_COLUMNS } from './order-parts.ts';

/** The condition of each filter; `?` is its parameter. */
export const CONDITIONS = {
  userId: 'user_id = ?',
  paymentStatus: 'payment_status = ?',
  fulfillmentStatus: 'fulfillment_status = ?',
  searchPattern: 'search_text like ?',
  email: 'lower(email) = ?',
  createdFrom: 'created_at >= ?',
  createdBefore: 'created_at < ?',
  updatedSince: 'updated_at >= ?',
} as const;

export type ConditionName = keyof typeof CONDITIONS;
export type OrderConditions = { [N in ConditionName]?: string | Date | undefined };

/** An order of a page, and its place in the order of the list. */
export type ListedOrder = OrderParts & { position: string };

/** Orders as they are shown: newest first, or the latest change last. */
export const ORDERS = pagedList({
  table: 'customer_order',
  conditions: CONDITIONS,
  changedSince: 'updatedSince',
  searched: 'searchPattern',
  counted: orderCounts.of,
  selected: PARTS,
  as: 'o',
  columns: PARTS_COLUMNS,
});
