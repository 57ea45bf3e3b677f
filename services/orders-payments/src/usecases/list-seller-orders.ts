import { type AskedPage, pageOf } from '@estampa/kernel/page';
import { mustBeSeller } from '@estampa/kit/caller';
import type { Context } from '../context.ts';
import { listSellersItems, listSellersOrders, type SellersItem } from '../db/list-sellers-orders.ts';
import type { OrderParts } from '../db/load-order.ts';

type Asked = { sellerProfileId: string; page?: AskedPage };

export function listSellerOrders(
  { em, caller }: Pick<Context, 'em' | 'caller'>,
  { sellerProfileId, page }: Asked,
): Promise<{ orders: OrderParts[]; total: number }> {
  mustBeSeller(caller, sellerProfileId);
  return listSellersOrders(em, sellerProfileId, pageOf(page));
}

export function listSellerItems(
  { em, caller }: Pick<Context, 'em' | 'caller'>,
  { sellerProfileId, page }: Asked,
): Promise<{ items: SellersItem[]; total: number }> {
  mustBeSeller(caller, sellerProfileId);
  return listSellersItems(em, sellerProfileId, pageOf(page));
}
