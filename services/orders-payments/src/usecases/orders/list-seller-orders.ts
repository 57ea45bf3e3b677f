import { type PageRequest, pageOf } from '@estampa/kernel/page';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { listSellersItems, listSellersOrders, type SellersItem } from '../../db/list-sellers-orders.ts';
import type { OrderParts } from '../../db/load-order.ts';

type Query = { sellerProfileId: string; page?: PageRequest };
type OrderQuery = Query & { updatedSince?: Date | undefined };

export function listSellerOrders(
  { em, caller }: Pick<Context, 'em' | 'caller'>,
  { sellerProfileId, page, updatedSince }: OrderQuery,
): Promise<{ orders: OrderParts[]; total: number }> {
  mustBeSeller(caller, sellerProfileId);
  return listSellersOrders(em, { sellerProfileId, updatedSince }, pageOf(page));
}

export function listSellerItems(
  { em, caller }: Pick<Context, 'em' | 'caller'>,
  { sellerProfileId, page }: Query,
): Promise<{ items: SellersItem[]; total: number }> {
  mustBeSeller(caller, sellerProfileId);
  return listSellersItems(em, sellerProfileId, pageOf(page));
}
