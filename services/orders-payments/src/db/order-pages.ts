import { pagedList } from '@estampa/kit/postgres/paged-list';
import { orderCounts } from './order-count-repository.ts';
import { SHOWN, SHOWN_COLUMNS, type ShownParts } from './order-parts.ts';

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
export type ListedOrder = ShownParts & { position: string };

/** Orders as they are shown: newest first, or the latest change last. */
export const ORDERS = pagedList({
  table: 'customer_order',
  conditions: CONDITIONS,
  changedSince: 'updatedSince',
  searched: 'searchPattern',
  counted: orderCounts.of,
  selected: SHOWN,
  as: 'o',
  columns: SHOWN_COLUMNS,
});
