import { describe, expect, it } from 'vitest';
import { mayFollow, type Shipment, SHIPMENT_STATUSES, type ShipmentStatus, track, type Tracking } from './shipment.ts';

const noon = new Date('2026-11-20T12:00:00.000Z');
const nextDay = new Date('2026-11-21T12:00:00.000Z');

const aShipment = (status: ShipmentStatus, more: Partial<Shipment> = {}): Shipment => ({
  id: 'shipment-1',
  orderId: 'order-1',
  provider: 'melhorenvio',
  carrier: null,
  service: null,
  status,
  trackingCode: null,
  trackingUrl: null,
  labelUrl: null,
  error: null,
  postedAt: null,
  deliveredAt: null,
  lastCheckedAt: null,
  createdAt: noon,
  version: 3,
  ...more,
});
const says = (status: ShipmentStatus, more: Partial<Tracking> = {}): Tracking => ({
  status,
  trackingCode: null,
  providerCode: null,
  postedAt: null,
  deliveredAt: null,
  ...more,
});

describe('mayFollow', () => {
  const [PENDING, PURCHASED, GENERATED, AWAITING, TRANSIT, DELIVERED, TROUBLE, HOLD, CANCELLED] = SHIPMENT_STATUSES;

  it.each<[ShipmentStatus, ShipmentStatus[]]>([
    [PENDING, [PURCHASED, GENERATED, AWAITING, TRANSIT, DELIVERED, TROUBLE, HOLD, CANCELLED]],
    [PURCHASED, [GENERATED, AWAITING, TRANSIT, DELIVERED, TROUBLE, HOLD, CANCELLED]],
    [GENERATED, [AWAITING, TRANSIT, DELIVERED, TROUBLE, HOLD, CANCELLED]],
    [AWAITING, [TRANSIT, DELIVERED, TROUBLE, HOLD, CANCELLED]],
    [TRANSIT, [DELIVERED, TROUBLE, HOLD, CANCELLED]],
    [TROUBLE, [GENERATED, AWAITING, TRANSIT, DELIVERED, HOLD, CANCELLED]],
    [HOLD, [GENERATED, AWAITING, TRANSIT, DELIVERED, TROUBLE, CANCELLED]],
    [DELIVERED, []],
    [CANCELLED, []],
  ])('of a parcel that is %s, not posted: %j', (status, followers) => {
    const allowed = SHIPMENT_STATUSES.filter((next) => mayFollow({ status, postedAt: null }, next));

    expect(allowed).toEqual(followers);
  });

  it.each<[ShipmentStatus, ShipmentStatus[]]>([
    [TRANSIT, [DELIVERED, TROUBLE, HOLD]],
    [TROUBLE, [TRANSIT, DELIVERED, HOLD]],
    [HOLD, [TRANSIT, DELIVERED, TROUBLE]],
  ])('of a parcel that is %s and was posted: %j', (status, followers) => {
    const allowed = SHIPMENT_STATUSES.filter((next) => mayFollow({ status, postedAt: noon }, next));

    expect(allowed).toEqual(followers);
  });
});

describe('track', () => {
  it('learns when it was handed over', () => {
    const progress = track(
      aShipment('label_generated'),
      says('in_transit', { postedAt: noon, trackingCode: 'D1' }),
      nextDay,
    );

    expect(progress).toMatchObject({ posted: noon, delivered: null });
    expect(progress?.change).toMatchObject({ status: 'in_transit', trackingCode: 'D1', postedAt: noon, version: 4 });
    expect(progress?.change.lastCheckedAt).toBe(nextDay);
  });

  it('learns of posting and delivery at once when a poll missed the posting', () => {
    const progress = track(
      aShipment('label_generated'),
      says('delivered', { postedAt: noon, deliveredAt: nextDay }),
      nextDay,
    );

    expect(progress).toMatchObject({ posted: noon, delivered: nextDay, change: { deliveredAt: nextDay } });
  });

  it('uses the current time when the event has none', () => {
    expect(track(aShipment('label_generated'), says('in_transit'), nextDay)?.posted).toEqual(nextDay);
    expect(track(aShipment('label_generated'), says('delivered'), nextDay)?.posted).toEqual(nextDay);
    expect(track(aShipment('in_transit', { postedAt: noon }), says('delivered'), nextDay)?.delivered).toEqual(nextDay);
  });

  it('does not post what is only on hold', () => {
    expect(track(aShipment('label_generated'), says('on_hold'), nextDay)).toMatchObject({ posted: null });
  });

  it('counts old news as no news', () => {
    const before = aShipment('in_transit', { postedAt: noon, trackingCode: 'D1' });

    expect(track(before, says('label_generated', { trackingCode: 'D1' }), nextDay)).toBeNull();
  });

  it('keeps its tracking code when an event has none, and takes a better one', () => {
    const before = aShipment('in_transit', { postedAt: noon, trackingCode: 'ME1' });

    expect(track(before, says('in_transit'), nextDay)).toBeNull();
    expect(track(before, says('in_transit', { providerCode: 'ME2' }), nextDay)).toBeNull();
    const uncoded = aShipment('in_transit', { postedAt: noon });
    expect(track(uncoded, says('in_transit', { providerCode: 'ME2' }), nextDay)).toMatchObject({
      codeBefore: null,
      change: { trackingCode: 'ME2' },
    });
    expect(track(before, says('in_transit', { trackingCode: 'D1' }), nextDay)).toMatchObject({
      posted: null,
      change: { trackingCode: 'D1' },
    });
  });
});
