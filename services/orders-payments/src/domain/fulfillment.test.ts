import { describe, expect, it } from '@jest/globals';
import { deriveFulfillment, type FulfillmentStatus, orderProgress } from './fulfillment.ts';

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

it.each<[FulfillmentStatus[], FulfillmentStatus]>([
  [['delivered', 'delivered'], 'delivered'],
  [['shipped', 'delivered'], 'shipped'],
  [['shipped', 'shipped'], 'shipped'],
  [['delivered', 'returned'], 'returned'],
  [['returned', 'in_production'], 'returned'],
  [['in_production', 'pending'], 'in_production'],
  [['shipped', 'pending'], 'pending'],
  [['delivered', 'pending'], 'pending'],
  [['shipped', 'in_production'], 'in_production'],
  [['pending'], 'pending'],
])('derives from %j that the order is %s', (statuses, expected) => {
  expect(deriveFulfillment(statuses)).toBe(expected);
});

describe('orderProgress', () => {
  const fresh = { shippedAt: null, deliveredAt: null };

  it('dates the order by its last item, once all have come so far', () => {
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

  it('keeps dates that were reached, also when an item comes back', () => {
    const before = { shippedAt: day(2), deliveredAt: day(3) };

    expect(orderProgress(before, [item('returned', day(9), day(9))], noon)).toEqual({
      fulfillmentStatus: 'returned',
      ...before,
    });
  });

  it('takes the present when no item says when', () => {
    expect(orderProgress(fresh, [item('shipped')], noon).shippedAt).toBe(noon);
    expect(orderProgress(fresh, [item('delivered')], noon).deliveredAt).toBe(noon);
  });
});
