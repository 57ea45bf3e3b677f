import { FulfillmentServiceClient } from '@estampa/contracts/fulfillment/v1/fulfillment';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@estampa/testing/eventually';
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
  await stage.tell(orderIs(order, 'approved', 1));
  return { order, shipment: await stage.shipment(order.id, ({ labelUrl }) => labelUrl !== undefined) };
}

describe('an order that ends', () => {
  it('keeps a label that is not bought yet from being bought, and takes it out of the cart', async () => {
    const script = await stage.sandbox('/scripts', { method: 'POST', path: `${SHIPPING}/cart`, hold: 'before' });
    const order = stage.anOrder(userId);
    await stage.tell(orderIs(order, 'approved', 1));
    await eventually(async () => (await stage.sandbox(`/scripts/${script.id}`)).state === 'holding');

    await stage.tell(orderIs(order, 'refunded', 2));
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
    await stage.tell(orderIs(order, 'approved', 1));
    const { id } = await stage.shipment(order.id, ({ error }) => error !== undefined);

    await stage.tell(orderIs(order, 'cancelled', 2));

    await stage.shipment(order.id, isCancelled);
    expect((await parcelsOf(id)).parcels).toEqual([]);
  });

  it('gives a label back that was bought and not posted, and its money', async () => {
    const before = await balance();
    const { order, shipment } = await aLabel();
    expect(await balance()).toBeLessThan(before);

    await stage.tell(orderIs(order, 'cancelled', 2));

    await stage.shipment(order.id, isCancelled);
    const { parcels } = await parcelsOf(shipment.id);
    expect(parcels).toMatchObject([{ status: 'canceled' }]);
    expect(await balance()).toBe(before);
    expect((await stage.admin.pollTracking({})).details.map(({ shipmentId }) => shipmentId)).not.toContain(shipment.id);
  });

  it('leaves a parcel alone that was posted', async () => {
    const { order, shipment } = await aLabel();
    await stage.sandbox(`/parcels/${shipment.id}/advance`, { to: 'posted' });

    await stage.tell(orderIs(order, 'refunded', 2));

    await eventually(async () => expect(await waiting(shipment)).toEqual([]));
    expect((await parcelsOf(shipment.id)).parcels).toMatchObject([{ status: 'posted' }]);
  });

  it('looks before it asks again when the answer was lost', async () => {
    const { order, shipment } = await aLabel();
    const path = `${SHIPPING}/shipment/cancel`;
    await stage.sandbox('/scripts', { method: 'POST', path, dropConnection: true, afterEffect: true });

    await stage.tell(orderIs(order, 'cancelled', 2));

    await stage.shipment(order.id, isCancelled);
    expect((await parcelsOf(shipment.id)).parcels).toMatchObject([{ status: 'canceled' }]);
  });

  it.each(['before', 'after'] as const)(
    'gives back what was just being bought, when the process dies %s that',
    async (hold) => {
      const before = await balance();
      const script = await stage.sandbox('/scripts', { method: 'POST', path: `${SHIPPING}/shipment/checkout`, hold });
      const order = stage.anOrder(userId);
      await stage.tell(orderIs(order, 'approved', 1));
      await eventually(async () => (await stage.sandbox(`/scripts/${script.id}`)).state === 'holding');

      await stage.tell(orderIs(order, 'cancelled', 2));
      await stage.service.process.kill('SIGKILL');
      await stage.service.process.restart();

      await stage.shipment(order.id, isCancelled);
      expect(await balance()).toBe(before);
    },
    RESUMED_MS,
  );
});

describe('an admin', () => {
  const admin = () => stage.service.client(FulfillmentServiceClient, { caller: ADMIN });

  it('has a label made anew in place of one that the carrier cancelled', async () => {
    const { order, shipment } = await aLabel();
    stage.placed(order, 'approved');
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
    stage.placed(order, 'cancelled');

    await expect(admin().retryLabel({ orderId: order.id })).rejects.toMatchObject({ kind: 'wrong_state' });
  });
});

const waiting = async ({ id }: Shipment) =>
  (await stage.service.database.query('select id from shipment where id = $1 and next_attempt_at is not null', [id]))
    .rows;
