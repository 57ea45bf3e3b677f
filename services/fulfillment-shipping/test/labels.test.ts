import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@estampa/testing/eventually';
import { metric } from '@estampa/testing/metric';
import { LABEL_REJECTIONS_MAX } from '../src/domain/label.ts';
import { RECIPIENT } from './recipients.ts';
import { openStage, orderIs, type Stage } from './stage.ts';

const SHIPPING = '/melhorenvio/api/v2/me';
const RESUMED_MS = 45_000;

let stage: Stage;
let userId: string;

beforeAll(async () => {
  stage = await openStage();
  userId = await stage.aBuyer();
}, 90_000);
afterAll(() => stage.stop());

const isLabelled = ({ labelUrl }: { labelUrl?: string }) => labelUrl !== undefined;
const parcelsOf = (shipmentId: string) => stage.sandbox(`/parcels?reference=${shipmentId}`);

describe('an approved order', () => {
  it('gets a shipment at once and then its label', async () => {
    const order = stage.anOrder(userId, 2);
    await stage.emit(orderIs(order, 'pending', 1));
    expect(await stage.said(`shipment:${order.id}`)).toEqual([]);

    await stage.emit(orderIs(order, 'approved', 2));

    const shipment = await stage.shipment(order.id, isLabelled);
    expect(shipment).toMatchObject({ provider: 'melhorenvio', status: 'label_generated', carrier: 'Correios' });
    expect(shipment).toMatchObject({ service: 'PAC', trackingCode: expect.stringMatching(/^SB\d{9}BR$/) });
    const types = (await stage.said(`shipment:${order.id}`)).map(({ type }) => type);
    // A busy machine can respond later than the short timeout here: the test of replicas covers what happens without one.
    expect(types.filter((type) => type !== 'shipment_label_failed')).toEqual([
      'shipment_created',
      'shipment_label_purchased',
      'shipment_label_generated',
    ]);
    const { count, parcels } = await parcelsOf(shipment.id);
    expect(count).toBe(1);
    expect(parcels[0].to).toMatchObject({ name: 'Demo buyer', postal_code: '20040002', state_abbr: 'RJ' });
  });

  it('gets one label however often its event comes', async () => {
    const order = stage.anOrder(userId);

    await stage.emit(orderIs(order, 'approved', 1), orderIs(order, 'approved', 2), orderIs(order, 'approved', 3));

    const shipment = await stage.shipment(order.id, isLabelled);
    expect((await parcelsOf(order.id)).count).toBe(1);
    expect((await parcelsOf(shipment.id)).count).toBe(1);
  });
});

describe('a label that cannot be made', () => {
  it('says why without showing the document, and is made once it can be', async () => {
    const { id } = await stage.sandbox('/scripts', {
      method: 'POST',
      path: `${SHIPPING}/shipment/generate`,
      fail: 500,
      times: 2,
    });
    const order = stage.anOrder(userId);

    await stage.emit(orderIs(order, 'approved', 1));

    const failed = await stage.shipment(order.id, ({ error }) => error !== undefined);
    expect(failed).toMatchObject({ status: 'label_purchased', error: expect.stringContaining('500') });
    const labelled = await stage.shipment(order.id, isLabelled);
    expect(labelled.error).toBeUndefined();
    expect((await parcelsOf(labelled.id)).count).toBe(1);
    expect((await stage.sandbox(`/scripts/${id}`)).remaining).toBe(0);
  });

  it(
    'waits for as long as our wallet does not cover it, and is made at once when it is requested then',
    async () => {
      await stage.sandbox('/settings', { balances: { melhorenvio: 0 } }, 'PATCH');
      const order = stage.anOrder(userId);
      await stage.emit(orderIs(order, 'approved', 1));
      const failed = await stage.shipment(order.id, ({ error }) => error !== undefined);
      expect(failed).toMatchObject({ status: 'label_pending', error: 'The label could not be paid for yet (422)' });
      const { database, opsUrl } = stage.service;
      const almost = 'update shipment set attempts = 20, refusals = $2, next_attempt_at = now() where id = $1';
      await database.query(almost, [failed.id, LABEL_REJECTIONS_MAX - 1]);
      await eventually(async () => {
        const found = `select refusals, round(extract(epoch from next_attempt_at - now()) / 600)::int as tens from shipment where id = $1 and attempts > 20`;
        const { rows } = await database.query(found, [failed.id]);
        expect(rows).toEqual([{ refusals: LABEL_REJECTIONS_MAX - 1, tens: 6 }]);
      });
      const unpaid = { provider: 'melhorenvio', operation: 'purchase', outcome: 'no_balance' };
      expect(await metric(opsUrl, 'provider_request_seconds_count', unpaid)).toBeGreaterThan(1);

      await stage.sandbox('/settings', { balances: {} }, 'PATCH');
      await stage.admin.retryLabel({ orderId: order.id });

      await stage.shipment(order.id, isLabelled);
    },
    RESUMED_MS * 2,
  );

  it('names what is missing when the buyer has no document', async () => {
    const order = stage.anOrder(await stage.aBuyer(''));

    await stage.emit(orderIs(order, 'approved', 1));

    const failed = await stage.shipment(order.id, ({ error }) => error !== undefined);
    expect(failed.error).toBe('A label needs a CPF or CNPJ of the buyer');
    await stage.emit(orderIs(order, 'cancelled', 2));
    await stage.shipment(order.id, ({ status }) => status === 'cancelled');
  });

  it('is made later when it cannot be learned whom it goes to', async () => {
    const order = stage.anOrder(userId);
    stage.outages.add(order.id);

    await stage.emit(orderIs(order, 'approved', 1));
    const failed = await stage.shipment(order.id, ({ error }) => error !== undefined);
    stage.outages.delete(order.id);

    expect(failed).toMatchObject({ status: 'label_pending', error: 'The label could not be made' });
    await stage.shipment(order.id, isLabelled);
  });

  it('stores nothing of the buyer in its rows, events and logs', async () => {
    const { rows } = await stage.service.database.query<{ line: string }>(
      `select to_jsonb(o)::text as line from sold_order o union all select to_jsonb(i)::text from item i
       union all select to_jsonb(s)::text from shipment s union all select payload from outbox`,
    );
    const written = [...rows.map(({ line }) => line), stage.service.process.log(10_000)].join('\n');

    expect(rows.length).toBeGreaterThan(0);
    const { fullName, email, phone, shipping } = RECIPIENT;
    for (const secret of ['52998224725', fullName, email, phone, shipping.street, shipping.cep]) {
      expect(written).not.toContain(secret);
    }
  });
});

describe('nothing is bought twice', () => {
  const lostResponses = ['/cart', '/shipment/checkout', '/shipment/generate', '/shipment/print'];

  it.each(lostResponses)('when the response of %s is lost', async (path) => {
    await stage.sandbox('/scripts', { method: 'POST', path: SHIPPING + path, dropConnection: true, afterEffect: true });
    const order = stage.anOrder(userId);

    await stage.emit(orderIs(order, 'approved', 1));

    const shipment = await stage.shipment(order.id, isLabelled);
    expect((await parcelsOf(shipment.id)).count).toBe(1);
  });

  it.each(['/cart', '/shipment/checkout'])(
    'when the process is killed while %s has happened but its response is lost',
    async (path) => {
      const script = await stage.sandbox('/scripts', { method: 'POST', path: SHIPPING + path, hold: 'after' });
      const before = Number((await stage.sandbox('/parcels')).balanceCents);
      const order = stage.anOrder(userId);

      await stage.emit(orderIs(order, 'approved', 1));
      await eventually(async () => (await stage.sandbox(`/scripts/${script.id}`)).state === 'holding');
      await stage.service.process.kill('SIGKILL');
      await stage.service.process.restart();

      const shipment = await stage.shipment(order.id, isLabelled);
      const { count, parcels, balanceCents } = await parcelsOf(shipment.id);
      expect(count).toBe(1);
      expect(before - balanceCents).toBe(Math.round(Number(parcels[0].price) * 100));
    },
    RESUMED_MS,
  );
});

describe('what operators see', () => {
  const NEVER = '2100-01-01T00:00:00Z';
  /** One label of each state that takes long to come about. */
  async function makeStates(): Promise<void> {
    const into = async (change: string, of = '') => {
      const order = stage.anOrder(userId);
      await stage.emit(orderIs(order, 'approved', 1));
      await stage.shipment(order.id, isLabelled);
      const where = { shipment: 'order_id', sold_order: 'id' };
      for (const [table, set] of Object.entries({ shipment: change, sold_order: of })) {
        const query = `update ${table} set ${set} where ${where[table as keyof typeof where]} = $1`;
        if (set) await stage.service.database.query(query, [order.id]);
      }
    };
    const due = `next_attempt_at = '${NEVER}', attempts = 3`;
    await into(due, 'is_refund_under_way = true');
    await into(`${due}, lacks_balance = true`);
    await into(`${due}, cancel_requested_at = now(), refusals = 3`, `payment_status = 'refunded'`);
    await into(`label_url = null, error = 'rejected'`);
  }

  it('counts labels that wait and the calls of the provider', async () => {
    const { opsUrl } = stage.service;
    const order = stage.anOrder(userId);
    stage.outages.add(order.id);
    await stage.emit(orderIs(order, 'approved', 1));
    await stage.shipment(order.id, ({ error }) => error !== undefined);

    await makeStates();
    await stage.service.process.restart();

    await eventually(async () =>
      expect(await metric(opsUrl, 'labels_waiting', { state: 'failing' })).toBeGreaterThan(0),
    );
    for (const state of ['on_hold', 'no_balance', 'cancel_refused', 'given_up']) {
      expect(await metric(opsUrl, 'labels_waiting', { state })).toBe(1);
    }
    await stage.service.database.query('update shipment set next_attempt_at = null where next_attempt_at = $1', [
      NEVER,
    ]);
    stage.outages.delete(order.id);
    await stage.shipment(order.id, isLabelled);
    const labels = { provider: 'melhorenvio', operation: 'purchase', outcome: 'ok' };
    expect(await metric(opsUrl, 'provider_request_seconds_count', labels)).toBeGreaterThan(0);
  });
});
