import { describe, expect, it } from 'vitest';
import { deriveFulfillment, FULFILLMENT_STATUSES, type FulfillmentStatus, orderProgress } from './fulfillment.ts';

const noon = new Date('2026-11-21T12:00:00Z');
const day = (date: number) => new Date(Date.UTC(2026, 10, date));
const item = (
  fulfillmentStatus: FulfillmentStatus,
  shippedAt: Date | null = null,
  deliveredAt: Date | null = null,
) => ({
  fulfillmentStatus,
  shippedAt,
  deliveredAt,
});

/** P pending, I in production, S shipped, D delivered, R returned: the statuses that occur, and the order's status. */
const TABLE: Readonly<Record<string, FulfillmentStatus>> = {
  P: 'pending',
  I: 'in_production',
  S: 'shipped',
  D: 'delivered',
  R: 'returned',
  PI: 'in_production',
  PS: 'pending',
  PD: 'pending',
  PR: 'returned',
  IS: 'in_production',
  ID: 'in_production',
  IR: 'returned',
  SD: 'shipped',
  SR: 'returned',
  DR: 'returned',
  PIS: 'in_production',
  PID: 'in_production',
  PIR: 'returned',
  PSD: 'pending',
  PSR: 'returned',
  PDR: 'returned',
  ISD: 'in_production',
  ISR: 'returned',
  IDR: 'returned',
  SDR: 'returned',
  PISD: 'in_production',
  PISR: 'returned',
  PIDR: 'returned',
  PSDR: 'returned',
  ISDR: 'returned',
};
const MAX_ITEMS = 4;
const CODES = ['P', 'I', 'S', 'D', 'R'];

/** Every combination of statuses of one to four items. */
function everyOrder(items: number): number[][] {
  if (items === 0) return [[]];
  return everyOrder(items - 1).flatMap((rest) => CODES.map((_code, status) => [...rest, status]));
}

it.each([1, 2, 3, MAX_ITEMS])('derives what an order of %d items is from every combination of them', (items) => {
  const orders = everyOrder(items);
  const wrong = orders.filter((order) => {
    const occurring = CODES.filter((_code, status) => order.includes(status)).join('');
    return deriveFulfillment(order.map((status) => FULFILLMENT_STATUSES[status]!)) !== TABLE[occurring];
  });

  expect(orders).toHaveLength(CODES.length ** items);
  expect(wrong).toEqual([]);
});

describe('orderProgress', () => {
  const fresh = { shippedAt: null, deliveredAt: null };

  it('dates the order by its last item, once all items have reached the state', () => {
    expect(orderProgress(fresh, [item('shipped', day(2)), item('pending')], noon)).toMatchObject(fresh);
    expect(orderProgress(fresh, [item('shipped', day(2)), item('shipped', day(5))], noon)).toEqual({
      fulfillmentStatus: 'shipped',
      shippedAt: day(5),
      deliveredAt: null,
    });
    expect(orderProgress(fresh, [item('delivered', day(2), day(7))], noon)).toMatchObject({
      shippedAt: day(2),
      deliveredAt: day(7),
    });
  });

  it('does not change dates that were reached, also when an item comes back', () => {
    const before = { shippedAt: day(2), deliveredAt: day(3) };

    expect(orderProgress(before, [item('returned', day(9), day(9))], noon)).toEqual({
      fulfillmentStatus: 'returned',
      ...before,
    });
  });

  it('uses the present time when no item has a date', () => {
    expect(orderProgress(fresh, [item('shipped')], noon).shippedAt).toBe(noon);
    expect(orderProgress(fresh, [item('delivered')], noon).deliveredAt).toBe(noon);
  });
});
