import { listPageOf, type PageRequest } from '@estampa/kernel/page';
import type { Listed } from '@estampa/kit/postgres/paged-list';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { orderItems, type SellersItem } from '../../db/order-item-repository.ts';
import type { ShownParts } from '../../db/order-parts.ts';
import { orders } from '../../db/order-repository.ts';

type Query = { sellerProfileId: string; page?: PageRequest };
type OrderQuery = Query & { updatedSince?: Date | undefined };

export function listSellerOrders(
  { em, caller }: Pick<Context, 'em' | 'caller'>,
  { page, ...filter }: OrderQuery,
): Promise<Listed<ShownParts>> {
  mustBeSeller(caller, filter.sellerProfileId);
  return orders.findSellersPage(em, filter, listPageOf(page, 'sellers_orders', filter));
}

export function listSellerItems(
  { em, caller }: Pick<Context, 'em' | 'caller'>,
  { sellerProfileId, page }: Query,
): Promise<Listed<SellersItem>> {
  mustBeSeller(caller, sellerProfileId);
  return orderItems.findSellersPage(em, sellerProfileId, listPageOf(page, 'sellers_items', { sellerProfileId }));
}
