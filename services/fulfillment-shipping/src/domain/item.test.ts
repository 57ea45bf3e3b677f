import { describe, expect, it } from 'vitest';
import {
  deliverWithParcel,
  eventOf,
  type Item,
  ITEM_STATUSES,
  type ItemStatus,
  nameParcel,
  setFulfillment,
  shipWithParcel,
} from './item.ts';
import type { SoldOrder } from './sold-order.ts';

const noon = new Date('2026-11-20T12:00:00.000Z');
const later = new Date('2026-11-21T12:00:00.000Z');

const anItem = (fulfillmentStatus: ItemStatus = 'pending', more: Partial<Item> = {}): Item => ({
  id: 'item-1',
  orderId: 'order-1',
  fulfillmentStatus,
  trackingCode: null,
  shippedAt: null,
  deliveredAt: null,
  returnedAt: null,
  version: 1,
  ...more,
});
const paid = (paymentStatus = 'approved', hold: Partial<SoldOrder> = {}): SoldOrder => ({
  paymentStatus,
  isDisputed: false,
  isRefundUnderWay: false,
  ...hold,
});
const to = (fulfillmentStatus: string, trackingCode?: string | null) => ({ fulfillmentStatus, trackingCode });

describe('setFulfillment', () => {
  const pairs = ITEM_STATUSES.flatMap((from) => ITEM_STATUSES.map((next) => [from, next] as const));

  it.each(pairs.filter(([from, next]) => from !== next))('lets %s be followed by %s', (from, next) => {
    const change = setFulfillment(anItem(from), paid(), to(next), noon);

    expect(change).toMatchObject({ fulfillmentStatus: next, version: 2 });
  });

  it.each(ITEM_STATUSES)('changes nothing of an item that is %s already', (status) => {
    expect(setFulfillment(anItem(status), paid(), to(status), noon)).toBeNull();
  });

  it.each(['shipped', 'delivered', 'returned'] as const)('notes when %s was first reached, and keeps it', (status) => {
    const name = `${status}At`;
    const reached = { ...anItem(), ...setFulfillment(anItem(), paid(), to(status), noon) };
    const back = { ...reached, ...setFulfillment(reached, paid(), to('pending'), later) };

    expect(reached).toHaveProperty(name, noon);
    expect(setFulfillment(back, paid(), to(status), later)).toHaveProperty(name, noon);
  });

  it.each([
    ['sets', 'DEMO1', 'DEMO1'],
    ['clears', null, null],
    ['keeps', undefined, 'OLD1'],
  ])('%s the tracking code', (_what, sent, stored) => {
    const change = setFulfillment(anItem('pending', { trackingCode: 'OLD1' }), paid(), to('shipped', sent), noon);

    expect(change).toHaveProperty('trackingCode', stored);
  });

  it('changes the tracking code alone', () => {
    expect(setFulfillment(anItem('shipped'), paid(), to('shipped', 'DEMO1'), noon)).toMatchObject({
      trackingCode: 'DEMO1',
      version: 2,
    });
  });

  it.each(['pending', 'rejected', 'approved'])('works on an order that is %s', (paymentStatus) => {
    expect(setFulfillment(anItem(), paid(paymentStatus), to('delivered'), noon)).not.toBeNull();
  });

  describe('while its order is on hold', () => {
    /** One letter a cell: set (s), rejected (r) or the same already (-). */
    const cell = (from: ItemStatus, next: ItemStatus, order: SoldOrder, reason: string): string => {
      try {
        return setFulfillment(anItem(from), order, to(next), noon) ? 's' : '-';
      } catch (error) {
        expect(error).toMatchObject({ kind: 'wrong_state', reason });
        return 'r';
      }
    };

    it.each([
      ['refund_under_way', { isRefundUnderWay: true }],
      ['refund_under_way', { isRefundUnderWay: true, isDisputed: true }],
      ['payment_disputed', { isDisputed: true }],
    ])('rejects with %s what would make or send it, over every status, and nothing else', (reason, hold) => {
      const rows = ITEM_STATUSES.map((from) =>
        ITEM_STATUSES.map((next) => cell(from, next, paid('approved', hold), reason)).join(''),
      );

      expect(rows).toEqual(['-rrrs', 's-rrs', 'sr-ss', 'srs-s', 'srrr-']);
    });
  });

  it.each([
    ['wrong_state', 'refunded', to('shipped')],
    ['wrong_state', 'cancelled', to('pending')],
    ['validation_failed', 'approved', to('lost')],
    ['validation_failed', 'approved', to('shipped', '')],
    ['validation_failed', 'approved', to('shipped', 'x'.repeat(65))],
  ])('rejects with %s on a %s order: %j', (reason, paymentStatus, wanted) => {
    expect(() => setFulfillment(anItem(), paid(paymentStatus), wanted, noon)).toThrow(
      expect.objectContaining({ reason }),
    );
  });
});

describe('a parcel', () => {
  it.each([
    ['pending', 'shipped'],
    ['in_production', 'shipped'],
    ['shipped', null],
    ['delivered', null],
    ['returned', null],
  ] as const)('handed over turns an item that is %s into %s', (from, next) => {
    const change = shipWithParcel(anItem(from), 'DEMO1', noon);

    expect(change).toEqual(next && { fulfillmentStatus: next, version: 2, shippedAt: noon, trackingCode: 'DEMO1' });
  });

  it.each([
    ['pending', 'delivered'],
    ['in_production', 'delivered'],
    ['shipped', 'delivered'],
    ['delivered', null],
    ['returned', null],
  ] as const)('that arrived turns an item that is %s into %s', (from, next) => {
    expect(deliverWithParcel(anItem(from), noon)).toEqual(
      next && { fulfillmentStatus: next, version: 2, deliveredAt: noon },
    );
  });
});

describe('nameParcel', () => {
  it.each<[ItemStatus, string | null, string | null, string | null, string | null]>([
    ['shipped', null, null, 'BR1', 'BR1'],
    ['delivered', null, null, 'BR1', 'BR1'],
    ['shipped', 'ME1', 'ME1', 'BR1', 'BR1'],
    ['shipped', 'SET-BY-HAND', 'ME1', 'BR1', null],
    ['shipped', 'BR1', 'ME1', 'BR1', null],
    ['shipped', 'BR1', null, null, null],
    ['pending', null, null, 'BR1', null],
    ['in_production', null, null, 'BR1', null],
    ['returned', null, null, 'BR1', null],
  ])('gives %s with %s, whose parcel was %s and is %s, the code %s', (status, has, before, now, given) => {
    const change = nameParcel(anItem(status, { trackingCode: has }), { before, now });

    expect(change).toEqual(given && { trackingCode: given, version: 2 });
  });
});

describe('the event of a change', () => {
  it.each<[ItemStatus, ItemStatus, string]>([
    ['pending', 'in_production', 'item_changed'],
    ['in_production', 'shipped', 'item_shipped'],
    ['shipped', 'delivered', 'item_delivered'],
    ['delivered', 'returned', 'item_returned'],
    ['shipped', 'shipped', 'item_changed'],
    ['shipped', 'pending', 'item_changed'],
  ])('from %s to %s is %s', (before, after, event) => {
    expect(eventOf(before, after)).toBe(event);
  });
});
