import { randomUUID } from 'node:crypto';
import { FulfillmentServiceClient } from '@estampa/contracts/fulfillment/v1/fulfillment';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@estampa/testing/eventually';
import { LABEL_REJECTIONS_MAX } from '../src/domain/label.ts';
import { ADMIN, type AnOrder, openStage, orderIs, type Shipment, type Stage } from './stage.ts';

const SHIPPING = '/melhorenvio/api/v2/me';
const RESUMED_MS = 45_000;

let stage: Stage;
let userId: string;

beforeAll(async () => {
  stage = await openStage();
  userId = await stage.aBuyer();
}, 90_000);
afterAll(() => stage.stop());

const parcelsOf = (shipmentId: string) => stage.sandbox(`/parcels?reference=${shipmentId}`);
const balance = async () => Number((await stage.sandbox('/parcels')).balanceCents);
const isCancelled = ({ status }: Shipment) => status === 'cancelled';

async function aLabel(): Promise<{ order: AnOrder; shipment: Shipment }> {
  const order = stage.anOrder(userId);
  await stage.emit(orderIs(order, 'approved', 1));
  return { order, shipment: await stage.shipment(order.id, ({ labelUrl }) => labelUrl !== undefined) };
}

describe('an order that ends', () => {
  it('stops a label that is not bought yet from being bought, and takes it out of the cart', async () => {
    const script = await stage.sandbox('/scripts', { method: 'POST', path: `${SHIPPING}/cart`, hold: 'before' });
    const order = stage.anOrder(userId);
    await stage.emit(orderIs(order, 'approved', 1));
    await eventually(async () => (await stage.sandbox(`/scripts/${script.id}`)).state === 'holding');

    await stage.emit(orderIs(order, 'refunded', 2));
    await stage.sandbox(`/scripts/${script.id}/release`, {});

    const { id } = await stage.shipment(order.id, ({ status }) => status === 'cancelled');
    await eventually(async () => {
      const { rows } = await stage.service.database.query('select next_attempt_at, claim from shipment where id = $1', [
        id,
      ]);
      expect(rows).toEqual([{ next_attempt_at: null, claim: null }]);
    });
    expect((await parcelsOf(id)).parcels).toEqual([]);
  });

  it('takes out of the cart what cannot be bought', async () => {
    const path = `${SHIPPING}/shipment/checkout`;
    await stage.sandbox('/scripts', { method: 'POST', path, fail: 422 });
    const order = stage.anOrder(userId);
    await stage.emit(orderIs(order, 'approved', 1));
    const { id } = await stage.shipment(order.id, ({ error }) => error !== undefined);

    await stage.emit(orderIs(order, 'cancelled', 2));

    await stage.shipment(order.id, isCancelled);
    expect((await parcelsOf(id)).parcels).toEqual([]);
  });

  it('gives a label back that was bought and not posted, and its money', async () => {
    const before = await balance();
    const { order, shipment } = await aLabel();
    expect(await balance()).toBeLessThan(before);

    await stage.emit(orderIs(order, 'cancelled', 2));

    await stage.shipment(order.id, isCancelled);
    const { parcels } = await parcelsOf(shipment.id);
    expect(parcels).toMatchObject([{ status: 'canceled' }]);
    expect(await balance()).toBe(before);
    expect((await stage.admin.pollTracking({})).details.map(({ shipmentId }) => shipmentId)).not.toContain(shipment.id);
  });

  it(
    'has its label refunded however often that is rejected, and at once when an admin retries',
    async () => {
      const before = await balance();
      const { order, shipment } = await aLabel();
      const path = `${SHIPPING}/shipment/cancel`;
      const failing = await stage.sandbox('/scripts', { method: 'POST', path, fail: 422, times: 1_000 });
      await stage.emit(orderIs(order, 'refunded', 2));
      await stage.shipment(order.id, ({ error }) => error !== undefined);
      const { database } = stage.service;
      const almost = 'update shipment set attempts = 20, refusals = $2, next_attempt_at = now() where id = $1';
      await database.query(almost, [shipment.id, LABEL_REJECTIONS_MAX]);
      await eventually(async () => {
        const found = 'select next_attempt_at from shipment where id = $1 and refusals > $2';
        const { rows } = await database.query(found, [shipment.id, LABEL_REJECTIONS_MAX]);
        expect(rows).toEqual([{ next_attempt_at: expect.any(Date) }]);
      });

      await stage.sandbox(`/scripts/${failing.id}/release`, {});
      await stage.admin.retryLabel({ orderId: order.id });

      await stage.shipment(order.id, isCancelled);
      expect(await balance()).toBe(before);
      await expect(stage.admin.retryLabel({ orderId: order.id })).rejects.toMatchObject({ kind: 'wrong_state' });
    },
    RESUMED_MS * 2,
  );

  it('leaves a parcel alone that was posted', async () => {
    const { order, shipment } = await aLabel();
    await stage.sandbox(`/parcels/${shipment.id}/advance`, { to: 'posted' });

    await stage.emit(orderIs(order, 'refunded', 2));

    await eventually(async () => expect(await waiting(shipment)).toEqual([]));
    expect((await parcelsOf(shipment.id)).parcels).toMatchObject([{ status: 'posted' }]);
  });

  it('checks before it sends a request again whose response was lost', async () => {
    const { order, shipment } = await aLabel();
    const path = `${SHIPPING}/shipment/cancel`;
    await stage.sandbox('/scripts', { method: 'POST', path, dropConnection: true, afterEffect: true });

    await stage.emit(orderIs(order, 'cancelled', 2));

    await stage.shipment(order.id, isCancelled);
    expect((await parcelsOf(shipment.id)).parcels).toMatchObject([{ status: 'canceled' }]);
  });

  it.each(['before', 'after'] as const)(
    'gives back what was just being bought, when the process dies %s that',
    async (hold) => {
      const before = await balance();
      const script = await stage.sandbox('/scripts', { method: 'POST', path: `${SHIPPING}/shipment/checkout`, hold });
      const order = stage.anOrder(userId);
      await stage.emit(orderIs(order, 'approved', 1));
      await eventually(async () => (await stage.sandbox(`/scripts/${script.id}`)).state === 'holding');

      await stage.emit(orderIs(order, 'cancelled', 2));
      await stage.service.process.kill('SIGKILL');
      await stage.service.process.restart();

      await stage.shipment(order.id, isCancelled);
      expect(await balance()).toBe(before);
    },
    RESUMED_MS,
  );
});

describe('an order on hold', () => {
  const underWay = (order: AnOrder, version: number) => orderIs(order, 'approved', version, { isRefundUnderWay: true });

  it('gets no label until it is decided whose money it is, and then goes on', async () => {
    const order = stage.anOrder(userId);
    await stage.emit(underWay(order, 1));
    // By then all labels that were due have been checked.
    await aLabel();
    await expect(stage.admin.retryLabel({ orderId: order.id })).rejects.toMatchObject({ reason: 'refund_under_way' });
    expect((await parcelsOf(order.id)).parcels).toEqual([]);

    await stage.emit(orderIs(order, 'approved', 2));

    await stage.shipment(order.id, ({ labelUrl }) => labelUrl !== undefined);
  });

  it('has a label that was begun stop where it is, and be called off when the refund is done', async () => {
    const before = await balance();
    const script = await stage.sandbox('/scripts', {
      method: 'POST',
      path: `${SHIPPING}/shipment/checkout`,
      hold: 'after',
    });
    const order = stage.anOrder(userId);
    await stage.emit(orderIs(order, 'approved', 1));
    await eventually(async () => (await stage.sandbox(`/scripts/${script.id}`)).state === 'holding');
    await stage.emit(underWay(order, 2));
    await stage.sandbox(`/scripts/${script.id}/release`, {});
    const { id } = await stage.shipment(order.id, ({ status }) => status === 'label_purchased');
    await eventually(async () => {
      const { rows } = await stage.service.database.query('select claim from shipment where id = $1', [id]);
      expect(rows).toEqual([{ claim: null }]);
    });
    expect((await parcelsOf(id)).parcels).toMatchObject([{ status: 'released' }]);

    await stage.emit(orderIs(order, 'refunded', 3));

    await stage.shipment(order.id, isCancelled);
    expect(await balance()).toBe(before);
  });
});

describe('an admin', () => {
  const admin = () => stage.service.client(FulfillmentServiceClient, { caller: ADMIN });

  it('has a label made anew in place of one that the carrier cancelled', async () => {
    const { order, shipment } = await aLabel();
    await stage.sandbox(`/parcels/${shipment.id}/advance`, { to: 'canceled' });
    await stage.admin.pollTracking({});
    await stage.shipment(order.id, isCancelled);

    await admin().retryLabel({ orderId: order.id });

    await stage.shipment(order.id, ({ status }) => status === 'label_generated');
    const { parcels } = await parcelsOf(shipment.id);
    expect(parcels.map(({ status }: { status: string }) => status).toSorted()).toEqual(['canceled', 'generated']);
  });

  it('gets no label for an order that ended', async () => {
    const { order } = await aLabel();
    await stage.emit(orderIs(order, 'cancelled', 2));
    await stage.shipment(order.id, isCancelled);

    await expect(admin().retryLabel({ orderId: order.id })).rejects.toMatchObject({ kind: 'wrong_state' });
    await expect(admin().retryLabel({ orderId: randomUUID() })).rejects.toMatchObject({ kind: 'not_found' });
    const unpaid = stage.anUnpaidOrder(userId);
    await expect(admin().retryLabel({ orderId: unpaid.id })).rejects.toThrow('The order is pending and gets no label');
  });
});

const waiting = async ({ id }: Shipment) =>
  (await stage.service.database.query('select id from shipment where id = $1 and next_attempt_at is not null', [id]))
    .rows;
