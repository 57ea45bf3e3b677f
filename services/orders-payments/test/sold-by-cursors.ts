import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CheckoutWorld } from './checkout-world.ts';

/** Names the lists of what was sold by a seller of the order's first item that are too short, or differ from page to page after a cursor. */
export async function listsThatDiffer(world: CheckoutWorld, orderId: string): Promise<string[]> {
  const as = world.as(randomUUID(), ['admin']);
  const { sellerProfileId } = (await as.getOrder({ id: orderId })).order!.items[0]!;
  const ordersSince = (updatedSince?: Date) => async (page: object) => {
    const { orders, nextCursor } = await as.listSellerOrders({ sellerProfileId, page, updatedSince });
    return { rows: orders, nextCursor };
  };
  const items = async (page: object) => {
    const { items: rows, nextCursor } = await as.listSellerItems({ sellerProfileId, page });
    return { rows, nextCursor };
  };
  const lists = { orders: ordersSince(), 'latest changes': ordersSince(new Date(0)), items };

  const differing: string[] = [];
  for (const [name, page] of Object.entries(lists)) {
    const all: readonly object[] = (await page({})).rows;
    const first = await page({ limit: 1 });
    const rest = await page({ limit: all.length, cursor: first.nextCursor });
    const isSame = isDeepStrictEqual([...first.rows, ...rest.rows], all) && rest.nextCursor === undefined;
    if (all.length < 2 || !isSame) differing.push(name);
  }
  return differing;
}
