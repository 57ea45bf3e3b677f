import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@estampa/testing/eventually';
import { metric } from '@estampa/testing/metric';
import type { TestMarketplace } from '@estampa/testing/marketplace';
import { describeCarrierAccount } from './carrier-account.ts';
import { type AnOrder, openStage, orderIs, type Shipment, type Stage } from './stage.ts';

const TRACKING = '/melhorenvio/api/v2/me/shipment/tracking';
const CHECKOUT = '/melhorenvio/api/v2/me/shipment/checkout';
/** Requests block for seconds, parcels come due by hand, and each replica polls every two seconds. */
const TIMINGS = { MELHORENVIO_TIMEOUT_MS: '12000', LABEL_RETRY_MS: '300', TRACKING_POLL_MS: '120000' };
const AFTER_LEASE = { deadlineMs: 40_000 };
const TEST_MS = 120_000;

let stage: Stage;
let userId: string;

beforeAll(async () => {
  stage = await openStage(TIMINGS);
  userId = await stage.aBuyer();
}, TEST_MS);
afterAll(() => stage?.stop(), TEST_MS);

type Parcel = { order: AnOrder; shipment: Shipment; labelId: string };

async function aParcel(): Promise<Parcel> {
  const order = stage.anOrder(userId);
  await stage.emit(orderIs(order, 'approved', 1));
  const shipment = await stage.shipment(order.id, ({ labelUrl }) => labelUrl !== undefined);
  return { order, shipment, labelId: (await row(shipment.id)).label_id };
}

const row = async (shipmentId: string) =>
  (await stage.service.database.query('select * from shipment where id = $1', [shipmentId])).rows[0];
const makeDue = ({ shipment }: Parcel) =>
  stage.service.database.query('update shipment set next_track_at = now() where id = $1', [shipment.id]);
const script = async (rule: object): Promise<string> => (await stage.sandbox('/scripts', rule)).id;
const stateOf = async (id: string): Promise<string> => (await stage.sandbox(`/scripts/${id}`)).state;
const requestsTo = async (id: string): Promise<{ at: string }[]> => (await stage.sandbox(`/scripts/${id}`)).requests;
const isHolding = (id: string) => eventually(async () => expect(await stateOf(id)).toBe('holding'), AFTER_LEASE);
const untilRequestedAgain = ({ shipment }: Parcel) =>
  eventually(async () => {
    const { next_track_at: next, last_checked_at: last } = await row(shipment.id);
    expect(last).not.toBeNull();
    expect(next - last).toBe(Number(TIMINGS.TRACKING_POLL_MS));
  }, AFTER_LEASE);

const tracking = (labelId: string, rule: object) =>
  script({ method: 'POST', path: TRACKING, contains: labelId, ...rule });
const watched = (labelId: string) => tracking(labelId, { watch: true, times: 1_000 });

it('a label that is generated some time after it was ordered is polled again, and shows no error until then', async () => {
  const generation = (melhorenvioGenerationMs: number) =>
    stage.sandbox('/settings', { melhorenvioGenerationMs }, 'PATCH');
  await generation(1_000);
  const order = stage.anOrder(userId);
  await stage.emit(orderIs(order, 'approved', 1));

  const shipment = await stage.shipment(order.id, ({ labelUrl }) => labelUrl !== undefined);
  await generation(0);

  const { count, parcels } = await stage.sandbox(`/parcels?reference=${shipment.id}`);
  expect({ count, status: parcels[0].status }).toEqual({ count: 1, status: 'generated' });
  expect(shipment).toMatchObject({ status: 'label_generated', trackingCode: expect.stringMatching(/^SB/) });
  const said = (await stage.said(`shipment:${order.id}`)).map(({ type }) => type);
  expect(said).toEqual(['shipment_created', 'shipment_label_purchased', 'shipment_label_generated']);
});

it(
  'polls the parcels of a replica that died again, once their lease has ended',
  async () => {
    const parcel = await aParcel();
    const scriptId = await tracking(parcel.labelId, { hold: 'before' });
    const again = await watched(parcel.labelId);
    await makeDue(parcel);
    await isHolding(scriptId);

    await stage.service.process.kill('SIGKILL');
    const { next_track_at: leaseEnd } = await row(parcel.shipment.id);
    await stage.service.process.restart();
    await untilRequestedAgain(parcel);

    const [next, ...more] = await requestsTo(again);
    expect(new Date(next!.at).getTime()).toBeGreaterThanOrEqual(leaseEnd.getTime());
    expect(more).toEqual([]);
  },
  TEST_MS,
);

it(
  'does not move the next poll of a parcel that was changed during the present one',
  async () => {
    const parcel = await aParcel();
    const scriptId = await tracking(parcel.labelId, { hold: 'before' });
    await makeDue(parcel);
    await isHolding(scriptId);
    // As a notification does, and another replica once the lease has ended.
    const next = new Date('2100-01-01T00:00:00Z');
    await stage.service.database.query('update shipment set next_track_at = $2 where id = $1', [
      parcel.shipment.id,
      next,
    ]);

    await stage.sandbox(`/scripts/${scriptId}/release`, {});
    await eventually(async () => expect((await row(parcel.shipment.id)).last_checked_at).not.toBeNull(), AFTER_LEASE);

    expect((await row(parcel.shipment.id)).next_track_at).toEqual(next);
  },
  TEST_MS,
);

describe('the account at the carrier', () => {
  describeCarrierAccount(() => stage);
});

describe('two replicas', () => {
  let second: TestMarketplace;
  beforeAll(async () => {
    // As an application, which the first is not: the two ways look the same from outside.
    const { refresh_token: refreshToken } = await stage.sandbox('/grants', {});
    second = await stage.openReplica({
      MELHORENVIO_TOKEN: '',
      MELHORENVIO_CLIENT_ID: '4711',
      MELHORENVIO_CLIENT_SECRET: stage.marketplace.surroundings.secrets.melhorEnvioWebhookSecret,
      MELHORENVIO_REFRESH_TOKEN: refreshToken,
    });
  }, TEST_MS);
  afterAll(() => second?.stop(), TEST_MS);

  it(
    'polls each parcel once, whichever replica does, and publishes nothing when there is no news',
    async () => {
      const [first, other] = [await aParcel(), await aParcel()];
      const scriptId = await tracking(first.labelId, { hold: 'before' });
      const again = await watched(first.labelId);
      const ofOther = await watched(other.labelId);
      const before = await row(first.shipment.id);

      await makeDue(first);
      await isHolding(scriptId);
      // The blocked replica cannot poll the other parcel, so the free replica has polled while the first was due.
      await makeDue(other);
      await untilRequestedAgain(other);
      await stage.sandbox(`/scripts/${scriptId}/release`, {});
      await untilRequestedAgain(first);

      expect(await requestsTo(again)).toHaveLength(0);
      expect(await requestsTo(ofOther)).toHaveLength(1);
      expect((await row(first.shipment.id)).version).toBe(before.version);
      const said = await stage.said(`shipment:${first.order.id}`);
      expect(said.map(({ type }) => type)).toEqual([
        'shipment_created',
        'shipment_label_purchased',
        'shipment_label_generated',
      ]);
    },
    TEST_MS,
  );

  it('reaches the carrier as an application', async () => {
    const opsUrl = `http://127.0.0.1:${second.surroundings.ports['fulfillment-shipping'].opsPort}`;
    const renewed = { provider: 'melhorenvio', operation: 'renew', outcome: 'ok' };
    await eventually(async () => {
      expect(await metric(opsUrl, 'provider_request_seconds_count', renewed)).toBe(1);
      expect(await metric(opsUrl, 'job_run_seconds_count', { name: 'account', outcome: 'ok' })).toBeGreaterThan(0);
    });
  });

  it(
    'drops the outcome of a label step whose lease has ended',
    async () => {
      const scriptId = await script({ method: 'POST', path: CHECKOUT, hold: 'after' });
      const order = stage.anOrder(userId);
      await stage.emit(orderIs(order, 'approved', 1));
      await isHolding(scriptId);

      const { id } = await stage.shipment(order.id, () => true);
      await stage.service.database.query('update shipment set claimed_until = now() where id = $1', [id]);
      await stage.shipment(order.id, ({ labelUrl }) => labelUrl !== undefined);
      const made = await row(id);
      await stage.sandbox(`/scripts/${scriptId}/release`, {});
      // A process that stops finishes what its jobs are at.
      await second.stop();
      await stage.service.process.stop();

      expect(await row(id)).toEqual(made);
      const { parcels } = await stage.sandbox(`/parcels?reference=${id}`);
      expect(parcels).toHaveLength(1);
    },
    TEST_MS,
  );
});
