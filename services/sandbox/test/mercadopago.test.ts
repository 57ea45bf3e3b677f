import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, type Json, MP_SECRET, startTestbed, type Testbed } from './testbed.ts';

let bed: Testbed;
beforeAll(async () => {
  bed = await startTestbed();
});
afterAll(() => bed.stop());

const item = { title: 'Pedido 1042', quantity: 1, currency_id: 'BRL', unit_price: 159.8 };
let made = 0;
const aReference = () => `order-${(made += 1)}:1`;

async function aPreference(changes: Json = {}, headers: Record<string, string> = {}): Promise<Json> {
  const body = { items: [item], external_reference: aReference(), ...changes };
  const response = await bed.mercadoPago('POST', '/checkout/preferences', body, headers);
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  return response.body;
}
const search = async (reference: string): Promise<Json[]> =>
  (await bed.mercadoPago('GET', `/v1/payments/search?external_reference=${encodeURIComponent(reference)}`)).body
    .results;

async function aPayment(method = 'pix', fields: Record<string, string> = {}): Promise<Json> {
  const preference = await aPreference();
  await bed.submit(`/checkout/${preference.id}/pay`, { method, ...fields });
  return (await search(preference.external_reference))[0];
}
const webhooks = (paymentId: number) => bed.receiver.received.filter(({ body }) => body.data?.id === String(paymentId));

describe('access', () => {
  it.each([
    ['another token', { authorization: 'Bearer nobody' }, 401, 'unauthorized'],
    ['no token', { authorization: '' }, 401, 'unauthorized'],
    ['another kind of body', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
  ])('with %s is rejected', async (_name, headers, status, error) => {
    const response = await bed.mercadoPago('POST', '/checkout/preferences', { items: [item] }, headers);

    expect(response).toMatchObject({ status, body: { status, error, message: expect.any(String), cause: [] } });
  });
});

describe('preferences', () => {
  it('are made with 201, payable by a link, found by reference, and not made twice with one key', async () => {
    const headers = { 'x-idempotency-key': 'key-1' };
    const external_reference = aReference();
    const first = await aPreference({ external_reference }, headers);
    const again = await aPreference({ external_reference }, headers);
    const other = await aPreference({ external_reference });

    expect(first).toMatchObject({ init_point: `${bed.url()}/checkout/${first.id}`, expires: false });
    expect(again).toEqual(first);
    const path = `/checkout/preferences/search?external_reference=${external_reference}`;
    const { body: found } = await bed.mercadoPago('GET', path);
    expect(found.elements.map(({ id }: Json) => id)).toEqual([other.id, first.id]);
    expect(found.elements[0]).not.toHaveProperty('init_point');
    expect((await bed.mercadoPago('GET', `/checkout/preferences/${first.id}`)).body).toEqual(first);
  });

  it.each([
    [{ items: [] }, 'invalid_items'],
    [{ items: [{ ...item, unit_price: '1' }] }, 'invalid_items'],
    [{ back_urls: { success: 'http://localhost/x' } }, 'invalid_back_urls'],
    [{ auto_return: 'approved' }, 'bad_request'],
  ])('are rejected with %j', async (changes, error) => {
    const response = await bed.mercadoPago('POST', '/checkout/preferences', { items: [item], ...changes });

    expect(response).toMatchObject({ status: 400, body: { error } });
  });

  it('that have expired take no payment', async () => {
    const { id } = await aPreference();
    const change = { expires: true, expiration_date_to: new Date().toISOString() };
    await bed.mercadoPago('PUT', `/checkout/preferences/${id}`, change);

    expect((await bed.submit(`/checkout/${id}/pay`, { method: 'pix' })).status).toBe(409);
    expect((await bed.mercadoPago('PUT', '/checkout/preferences/none', change)).status).toBe(404);
  });
});

describe('the payment page', () => {
  it('shows a Pix code, which is then paid or expires; each try is a payment', async () => {
    const { id, external_reference: reference } = await aPreference();
    await bed.submit(`/checkout/${id}/begin`, { method: 'pix' });
    await bed.submit(`/checkout/${id}/begin`, { method: 'boleto' });
    const [slip, pix] = await search(reference);

    expect([pix.payment_method_id, slip.payment_method_id]).toEqual(['pix', 'bolbradesco']);
    expect((await bed.call(`/checkout/${id}`)).body).toContain('data:image/png;base64,');
    await bed.submit(`/checkout/${id}/payments/${slip.id}/expire`);
    await bed.submit(`/checkout/${id}/payments/${pix.id}/approve`);

    expect((await search(reference)).map(({ status, status_detail: detail }) => [status, detail])).toEqual([
      ['cancelled', 'expired'],
      ['approved', 'accredited'],
    ]);
  });

  it('takes test cards alone, and sends the buyer back when one was approved', async () => {
    const returnUrl = 'https://shop.example/p?orderId=1';
    const preference = await aPreference({ back_urls: { success: returnUrl }, auto_return: 'approved' });
    const pay = (cardNumber: string) => bed.submit(`/checkout/${preference.id}/pay`, { method: 'card', cardNumber });

    expect((await pay('4111111111111111')).status).toBe(422);
    expect((await pay('5184019740373151')).headers.get('location')).toContain('outcome=declined');
    expect((await pay('4444444444444444')).headers.get('location')).toContain('https://shop.example/p?orderId=1&pay');
    expect((await search(preference.external_reference)).map(({ status }) => status)).toEqual(['approved', 'rejected']);
  });
});

describe('payments', () => {
  it('are cancelled while they wait', async () => {
    const { id, external_reference: reference } = await aPreference();
    await bed.submit(`/checkout/${id}/begin`, { method: 'pix' });
    const [payment] = await search(reference);
    const cancel = () => bed.mercadoPago('PUT', `/v1/payments/${payment.id}`, { status: 'cancelled' });

    expect((await cancel()).body).toMatchObject({ status: 'cancelled' });
    expect(await cancel()).toMatchObject({ status: 400, body: { cause: [{ code: 2018 }] } });
    expect((await bed.mercadoPago('GET', '/v1/payments/1')).status).toBe(404);
  });

  it('are given back in parts, each once for its key, never above the total', async () => {
    const payment = await aPayment();
    const refund = (amount: number | undefined, key: string | undefined) =>
      bed.mercadoPago(
        'POST',
        `/v1/payments/${payment.id}/refunds`,
        { amount },
        key ? { 'x-idempotency-key': key } : {},
      );

    expect(await refund(1, undefined)).toMatchObject({ status: 400, body: { cause: [{ code: 4292 }] } });
    const first = await refund(59.8, 'r-1');
    expect(first).toMatchObject({ status: 201, body: { amount: 59.8, status: 'approved' } });
    expect((await refund(59.8, 'r-1')).body).toEqual(first.body);
    expect(await refund(100.01, 'r-2')).toMatchObject({ status: 400, body: { cause: [{ code: 4040 }] } });
    await refund(undefined, 'r-3');

    const { body } = await bed.mercadoPago('GET', `/v1/payments/${payment.id}`);
    expect(body).toMatchObject({ status: 'refunded', transaction_amount_refunded: 159.8, refunds: [{}, {}] });
  });

  it('are given back slowly or not at all when a script says so', async () => {
    const payment = await aPayment();
    const path = `/v1/payments/${payment.id}/refunds`;
    const refund = (key: string) =>
      bed.mercadoPago('POST', path, {}, { 'x-idempotency-key': key, 'x-render-in-process-refunds': 'true' });
    const script = (mode: string) =>
      bed.control('POST', '/scripts', { method: 'POST', path: `/mercadopago${path}`, refund: mode });

    await script('unfunded');
    expect((await refund('a')).status).toBe(400);
    await script('denied');
    expect((await refund('b')).body).toMatchObject({ status: 'rejected' });
    await script('pending');
    expect((await refund('c')).body).toMatchObject({ status: 'in_process' });
    await bed.control('POST', `/payments/${payment.id}/refunds/settle`, { as: 'done' });

    expect((await bed.mercadoPago('GET', `/v1/payments/${payment.id}`)).body.status).toBe('refunded');
  });
});

describe('notifications', () => {
  it('name the payment in their address, contain none of its fields, and are signed', async () => {
    const payment = await aPayment();
    await eventually(() => expect(webhooks(payment.id)).toHaveLength(2));

    const { url, headers, body } = webhooks(payment.id)[0]!;
    expect(url).toBe(`/mercadopago?data.id=${payment.id}&type=payment`);
    expect(body).toMatchObject({ type: 'payment', action: 'payment.created', data: { id: String(payment.id) } });
    expect(body.data).toEqual({ id: String(payment.id) });
    const [, time, signature] = /^ts=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature'])) ?? [];
    const manifest = `id:${payment.id};request-id:${String(headers['x-request-id'])};ts:${time};`;
    expect(signature).toBe(createHmac('sha256', MP_SECRET).update(manifest).digest('hex'));
  });

  it('come from a stranger first when a script says so', async () => {
    await bed.control('POST', '/scripts', { delivery: 'forged', account: 'mercadopago', event: 'payment.created' });
    bed.receiver.respondNext(401);
    const payment = await aPayment('card', { cardNumber: '4444444444444444' });

    await eventually(() => expect(webhooks(payment.id)).toHaveLength(2));
    const [forged, real] = webhooks(payment.id);
    expect(forged!.raw).toBe(real!.raw);
    const { body } = await bed.control('GET', `/webhooks?subjectId=${payment.id}`);
    expect(body.deliveries[0].attempts.map(({ httpStatus }: Json) => httpStatus)).toEqual([401, 200]);
  });
});

describe('a busy provider', () => {
  const settle = (settings: object) => bed.control('PATCH', '/settings', settings);

  it('accepts so many requests and then returns 429, with the time to retry after', async () => {
    await settle({
      quotas: { mercadopago: { requests: 2, windowMs: 600_000 }, asaas: { requests: 0, windowMs: 600_000 } },
    });
    const checks = [];
    for (let check = 0; check < 3; check += 1) checks.push(await bed.mercadoPago('GET', '/v1/payments/1'));
    const asaas = await bed.asaas('GET', '/payments');
    await settle({ quotas: {} });

    expect(checks.map(({ status }) => status)).toEqual([404, 404, 429]);
    expect(Number(checks[2]!.headers.get('retry-after'))).toBeGreaterThan(500);
    expect(asaas.status).toBe(429);
    expect(Number(asaas.headers.get('ratelimit-reset'))).toBeGreaterThan(500);
    expect((await bed.mercadoPago('GET', '/v1/payments/1')).status).toBe(404);
  });

  it('finds nothing that is new, until its search has caught up', async () => {
    await settle({ searchLagMs: 3_600_000 });
    const { id, external_reference: reference } = await aPreference();
    await bed.submit(`/checkout/${id}/pay`, { method: 'pix' });
    const during = await search(reference);
    await settle({ searchLagMs: 0 });

    expect(during).toEqual([]);
    expect(await search(reference)).toHaveLength(1);
  });

  it('rejects settings beyond their limits', async () => {
    expect((await settle({ latencyMs: 60_001 })).status).toBe(400);
    expect((await settle({ searchLagMs: -1 })).status).toBe(400);
  });
});
