import { listPageOf, type PageRequest } from '@estampa/kernel/page';
import type { Listed } from '@estampa/kit/postgres/paged-list';
import { mustReachAll, mustBeUser } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import type { ListedOrder, OrderConditions } from '../../db/order-pages.ts';
import { orders } from '../../db/order-repository.ts';
import { FULFILLMENT_STATUSES } from '../../domain/fulfillment.ts';
import { PAYMENT_STATUSES } from '../../domain/order.ts';
import { knownFilter } from './known-filter.ts';

export type OrderFilter = {
  userId?: string | undefined;
  paymentStatus?: string | undefined;
  fulfillmentStatus?: string | undefined;
  search?: string | undefined;
  createdFrom?: Date | undefined;
  createdBefore?: Date | undefined;
  email?: string | undefined;
  updatedSince?: Date | undefined;
  page?: PageRequest;
};

/** Newest first, or what was changed since a time, the latest change last. A buyer sees their own orders, an admin all. */
export function listOrders(
  { em, caller }: Pick<Context, 'em' | 'caller'>,
  filter: OrderFilter,
): Promise<Listed<ListedOrder>> {
  if (filter.userId === undefined) mustReachAll(caller);
  else mustBeUser(caller, filter.userId);

  const conditions = conditionsOf(filter);
  return orders.findPage(em, conditions, listPageOf(filter.page, 'orders', conditions));
}

export const conditionsOf = ({
  search,
  paymentStatus,
  fulfillmentStatus,
  ...filter
}: Omit<OrderFilter, 'page'>): OrderConditions => ({
  userId: filter.userId,
  paymentStatus: knownFilter('payment_status', PAYMENT_STATUSES, paymentStatus),
  fulfillmentStatus: knownFilter('fulfillment_status', FULFILLMENT_STATUSES, fulfillmentStatus),
  searchPattern: search ? `%${escapeLike(search.toLowerCase())}%` : undefined,
  email: filter.email?.toLowerCase(),
  createdFrom: filter.createdFrom,
  createdBefore: filter.createdBefore,
  updatedSince: filter.updatedSince,
});

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');
