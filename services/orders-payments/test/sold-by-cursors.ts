import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { CheckoutWorld } from './checkout-world.ts';

/** The lists of what was sold by a seller of the order's first item, of which there is more than one row in each. */
export async function expectSameByCursors(world: CheckoutWorld, orderId: string): Promise<void> {
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

  for (const page of [ordersSince(), ordersSince(new Date(0)), items]) {
    const all: readonly object[] = (await page({})).rows;
    const first = await page({ limit: 1 });
    const rest = await page({ limit: all.length, cursor: first.nextCursor });

    expect(all.length).toBeGreaterThan(1);
    expect([...first.rows, ...rest.rows]).toEqual(all);
    expect(rest.nextCursor).toBeUndefined();
  }
}
