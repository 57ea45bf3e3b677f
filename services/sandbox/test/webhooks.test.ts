import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aLabel, createCharge } from './demo-requests.ts';
import { melhorEnvioSignature } from '../src/delivery/send.ts';
import { eventually, ME_SECRET, startTestbed, WEBHOOK_TOKEN, type Json, type Testbed } from './testbed.ts';

let bed: Testbed;
beforeEach(async () => {
  bed = await startTestbed();
});
afterEach(() => bed.stop());

const pay = (id: string) => bed.asaas('POST', `/sandbox/payment/${id}/confirm`);
const deliveries = async (query = '') => (await bed.control('GET', `/webhooks${query}`)).body.deliveries;

describe('Asaas notifications', () => {
  it('carry the token, an event id and the payment as of that event', async () => {
    const charge = await createCharge(bed);
    await pay(charge.id);
    await eventually(() => expect(bed.receiver.events()).toEqual(['PAYMENT_CREATED', 'PAYMENT_RECEIVED']));

    const [created, received] = bed.receiver.received;
    expect(created!.headers['asaas-access-token']).toBe(WEBHOOK_TOKEN);
    expect(created!.body).toMatchObject({ id: expect.stringMatching(/^evt_[0-9a-f]+&\d+$/), payment: charge });
    expect(received!.body).toMatchObject({
      dateCreated: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      payment: { id: charge.id, status: 'RECEIVED', billingType: 'PIX', externalReference: 'order-1:1' },
    });
  });

  it('are repeated with the same id until 200, and those behind wait in order', async () => {
    bed.receiver.respondNext(500, 201, 204, 302);
    const charge = await createCharge(bed, { billingType: 'BOLETO' });
    await pay(charge.id);
    await eventually(() => expect(bed.receiver.received).toHaveLength(7));

    expect(bed.receiver.events().slice(4)).toEqual(['PAYMENT_CREATED', 'PAYMENT_CONFIRMED', 'PAYMENT_RECEIVED']);
    expect(new Set(bed.receiver.received.slice(0, 5).map(({ body }) => body.id)).size).toBe(1);
    const [first] = await deliveries('?event=PAYMENT_CREATED');
    expect(first).toMatchObject({ status: 'delivered', reference: 'order-1:1' });
    expect(first.attempts.map(({ httpStatus }: Json) => httpStatus)).toEqual([500, 201, 204, 302, 200]);
  });

  it('pause after fifteen failures in a row and go on when resumed', async () => {
    bed.receiver.respondNext(...Array<number>(15).fill(503));
    await createCharge(bed);
    const queue = async () => (await bed.control('GET', '/webhooks')).body.queues[0];
    await eventually(async () => expect(await queue()).toMatchObject({ paused: true, waiting: 1 }));
    expect(bed.receiver.received).toHaveLength(15);

    await bed.control('POST', '/queues/asaas/resume');

    await eventually(async () => expect(await queue()).toMatchObject({ paused: false, waiting: 0 }));
  });

  it('survive a restart, as charges do', async () => {
    const settings = await bed.control('PATCH', '/settings', { asaasWebhookUrl: 'http://127.0.0.1:9/closed' });
    expect(settings.status).toBe(200);
    const charge = await createCharge(bed);
    await eventually(async () => expect((await deliveries())[0].attempts.length).toBeGreaterThan(0));

    await bed.restart();

    await eventually(() => expect(bed.receiver.events()).toEqual(['PAYMENT_CREATED']));
    expect((await bed.asaas('GET', `/payments/${charge.id}/status`)).body).toEqual({ status: 'PENDING' });
  });
});

describe('scripted notifications', () => {
  it('come twice with one id', async () => {
    await bed.control('POST', '/scripts', { delivery: 'twice', event: 'PAYMENT_RECEIVED' });
    await pay((await createCharge(bed)).id);
    await eventually(() => expect(bed.receiver.received).toHaveLength(3));

    expect(bed.receiver.events()).toEqual(['PAYMENT_CREATED', 'PAYMENT_RECEIVED', 'PAYMENT_RECEIVED']);
    expect(bed.receiver.received[1]!.raw).toBe(bed.receiver.received[2]!.raw);
  });

  it('come in reverse order', async () => {
    await bed.control('POST', '/scripts', { delivery: 'reversed', event: 'PAYMENT_CONFIRMED' });
    await pay((await createCharge(bed, { billingType: 'BOLETO' })).id);
    await eventually(() => expect(bed.receiver.received).toHaveLength(3));

    expect(bed.receiver.events()).toEqual(['PAYMENT_CREATED', 'PAYMENT_RECEIVED', 'PAYMENT_CONFIRMED']);
  });

  it('never come, for the named order only, until sent by hand', async () => {
    await bed.control('POST', '/scripts', { delivery: 'never', contains: 'order-lost', times: 2 });
    const lost = await createCharge(bed, { externalReference: 'order-lost:1' });
    await createCharge(bed, { externalReference: 'order-kept:1' });
    await eventually(() => expect(bed.receiver.received).toHaveLength(1));

    const [withheld] = await deliveries(`?subjectId=${lost.id}`);
    expect(withheld).toMatchObject({ status: 'withheld', attempts: [] });
    await bed.control('POST', `/webhooks/${encodeURIComponent(withheld.id)}/deliver`);
    await eventually(() => expect(bed.receiver.received.at(-1)!.body.payment.id).toBe(lost.id));
  });
});

describe('Melhor Envio notifications', () => {
  it('sign the raw body in base64 and are given up after five tries', async () => {
    bed.receiver.respondNext(...Array<number>(10).fill(500));
    const label = await bed.melhorEnvio('POST', '/cart', aLabel());
    await eventually(async () =>
      expect((await deliveries('?account=melhorenvio')).map(({ status }: Json) => status)).toEqual([
        'failed',
        'failed',
      ]),
    );
    await bed.melhorEnvio('POST', '/shipment/checkout', { orders: [label.body.id] });
    await eventually(() => expect(bed.receiver.events()).toContain('order.released'));

    const last = bed.receiver.received.at(-1)!;
    expect(bed.receiver.received).toHaveLength(11);
    expect(last.headers['x-me-signature']).toBe(melhorEnvioSignature(last.raw, ME_SECRET));
    expect(last.body.data).toMatchObject({ id: label.body.id, status: 'released', tags: [{ tag: 'order-1' }] });
  });

  it('are signed by the published rule', () => {
    const body = '{"event":"order.posted","data":{"id":"a1","status":"posted"}}';

    expect(melhorEnvioSignature(body, ME_SECRET)).toBe('NXbjVEr26K0ZC4HhaK6IaSWwagqhVSEESRMfQgFkLgc=');
  });
});
