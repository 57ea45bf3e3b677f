import { DomainError } from '@estampa/kernel/errors';
import { type AskedPage, newestFirst } from '@estampa/kernel/page';
import { mustReachAll, mustBeUser } from '@estampa/kit/caller';
import { type FilterQuery, raw } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { OrderRow } from '../db/order.entity.ts';
import { type OrderParts, withParts } from '../db/order-parts.ts';
import { FULFILLMENT_STATUSES } from '../domain/fulfillment.ts';
import { PAYMENT_STATUSES } from '../domain/order.ts';

export type OrderFilter = {
  userId?: string | undefined;
  paymentStatus?: string | undefined;
  fulfillmentStatus?: string | undefined;
  search?: string | undefined;
  createdFrom?: Date | undefined;
  createdBefore?: Date | undefined;
  email?: string | undefined;
  page?: AskedPage;
};

/** Newest first. A buyer sees the own orders, an admin those of anybody. */
export async function listOrders(
  { em, caller }: Pick<Context, 'em' | 'caller'>,
  filter: OrderFilter,
): Promise<{ orders: OrderParts[]; total: number }> {
  if (filter.userId === undefined) mustReachAll(caller);
  else mustBeUser(caller, filter.userId);

  const window = newestFirst(filter.page);
  const where = conditions(filter);
  const orders = await em.find(OrderRow, where, window);
  const isWhole = window.offset === 0 && orders.length < window.limit;
  const total = isWhole ? orders.length : await em.count(OrderRow, where);
  return { orders: await withParts(em, orders), total };
}

function conditions(filter: OrderFilter): FilterQuery<OrderRow> {
  const all: FilterQuery<OrderRow>[] = [];
  if (filter.userId !== undefined) all.push({ userId: filter.userId });
  if (filter.paymentStatus !== undefined) {
    all.push({ paymentStatus: known('payment_status', PAYMENT_STATUSES, filter.paymentStatus) });
  }
  if (filter.fulfillmentStatus !== undefined) {
    all.push({ fulfillmentStatus: known('fulfillment_status', FULFILLMENT_STATUSES, filter.fulfillmentStatus) });
  }
  if (filter.search) all.push({ searchText: { $like: `%${escapeLike(filter.search.toLowerCase())}%` } });
  if (filter.email !== undefined) all.push({ [raw('lower(email)')]: filter.email.toLowerCase() });
  if (filter.createdFrom) all.push({ createdAt: { $gte: filter.createdFrom } });
  if (filter.createdBefore) all.push({ createdAt: { $lt: filter.createdBefore } });
  return all.length > 0 ? { $and: all } : {};
}

function known<T extends string>(name: string, values: readonly T[], value: string): T {
  const found = values.find((candidate) => candidate === value);
  if (found) return found;
  const message = `must be one of ${values.join(', ')}`;
  throw new DomainError('invalid', 'validation_failed', `${name} ${message}`, {
    fields: [{ path: name, code: 'invalid_value', message }],
  });
}

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');
