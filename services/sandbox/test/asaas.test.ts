import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request as httpRequest } from 'node:http';
import { aCustomer, createCharge, DUE_DATE } from './demo-requests.ts';
import { API_KEY, startTestbed, type Testbed } from './testbed.ts';

let bed: Testbed;
beforeAll(async () => {
  bed = await startTestbed({ ASAAS_MINIMUM_CHARGE_CENTS: '500' });
});
afterAll(() => bed.stop());

describe('access', () => {
  it.each([
    ['', 'access_token_not_found'],
    ['no-prefix', 'invalid_access_token_format'],
    ['$aact_prod_x', 'invalid_environment'],
    ['$aact_hmlg_other', 'invalid_access_token'],
  ])('rejects the token %j as %s', async (access_token, code) => {
    const response = await bed.asaas('GET', '/payments', undefined, { headers: { access_token } });

    expect(response).toMatchObject({ status: 401, body: { errors: [{ code, description: expect.any(String) }] } });
  });

  it.each(['', 'node'])('wants the application to name itself, not %j', async (agent) => {
    const response = await bed.asaas('GET', '/payments', undefined, { headers: { 'user-agent': agent } });

    expect(response.status).toBe(403);
  });

  it('returns 403 for a GET with a body', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { access_token: API_KEY, 'user-agent': 'estampa', 'content-type': 'application/json' };
      const request = httpRequest(`${bed.url()}/asaas/v3/payments`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.on('error', reject).setHeader('content-length', 2);
      request.end('{}');
    });

    expect(status).toBe(403);
  });

  it('returns errors[] for broken JSON and 415 for another content type', async () => {
    const headers = { access_token: API_KEY, 'user-agent': 'estampa', 'content-type': 'application/json' };
    const broken = await fetch(`${bed.url()}/asaas/v3/payments`, { method: 'POST', headers, body: '{' });
    const form = await bed.asaas('POST', '/payments', new URLSearchParams({ value: '1' }));

    expect([broken.status, form.status]).toEqual([400, 415]);
    expect(await broken.json()).toMatchObject({ errors: [{ code: 'invalid_json' }] });
  });
});

describe('customers', () => {
  it('are created with 200, found by document, and may be duplicated', async () => {
    const input = { ...aCustomer, cpfCnpj: '12ABC34501DE35', postalCode: '01310-100', externalReference: 'user-7' };
    const first = await bed.asaas('POST', '/customers', input);
    const second = await bed.asaas('POST', '/customers', input);
    const found = await bed.asaas('GET', '/customers?cpfCnpj=12.ABC.345%2F01DE-35&limit=1');

    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ id: expect.stringMatching(/^cus_\d{12}$/), postalCode: '01310100' });
    expect(second.body.id).not.toBe(first.body.id);
    expect(found.body).toMatchObject({ object: 'list', hasMore: true, totalCount: 2, limit: 1, offset: 0 });
    expect(found.body.data[0].id).toBe(first.body.id);
    expect((await bed.asaas('GET', `/customers/${first.body.id}`)).body).toEqual(first.body);
    expect((await bed.asaas('GET', '/customers?email=nobody@example.com')).body.totalCount).toBe(0);
  });

  it.each([
    [{ name: '' }, 'invalid_name'],
    [{ cpfCnpj: '52998224724' }, 'invalid_cpfCnpj'],
    [{ cpfCnpj: null }, 'invalid_cpfCnpj'],
    [{ mobilePhone: '+5547998781877' }, 'invalid_mobilePhone'],
    [{ postalCode: '123' }, 'invalid_postalCode'],
  ])('are rejected with %j', async (change, code) => {
    const response = await bed.asaas('POST', '/customers', { ...aCustomer, ...change });

    expect(response).toMatchObject({ status: 400, body: { errors: [{ code }] } });
  });

  it('from abroad need no document', async () => {
    const response = await bed.asaas('POST', '/customers', { name: 'Demo Visitor', foreignCustomer: true });

    expect(response).toMatchObject({ status: 200, body: { cpfCnpj: null } });
  });
});

describe('the statement', () => {
  it('shows by their days what was paid in, its fee, and what went back in parts', async () => {
    const { id } = await createCharge(bed, { value: 100 });
    await bed.asaas('POST', `/sandbox/payment/${id}/confirm`);
    await bed.asaas('POST', `/payments/${id}/refund`, { value: 30 });
    const statement = (query: string) => bed.asaas('GET', `/financialTransactions?${query}`);
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });

    const full = await statement(`startDate=${today}&finishDate=${today}&order=asc&limit=100`);
    const own = full.body.data.filter(({ paymentId }: { paymentId: string }) => paymentId === id);

    expect(own.map(({ type, value, date }: Record<string, unknown>) => [type, value, date])).toEqual([
      ['PAYMENT_RECEIVED', 100, today],
      ['PAYMENT_FEE', -1.99, today],
      ['PAYMENT_REVERSAL', -30, today],
    ]);
    expect((await statement('limit=1')).body).toMatchObject({ hasMore: true, data: [{ type: 'PAYMENT_REVERSAL' }] });
    expect((await statement('finishDate=2020-01-01')).body).toMatchObject({ totalCount: 0, data: [] });
    expect((await statement('startDate=yesterday')).status).toBe(400);
  });
});

describe('charges', () => {
  it('are created with 200, payable by a link, and found by reference, newest first', async () => {
    const first = await createCharge(bed, { externalReference: 'order-found:1' });
    const second = await createCharge(bed, { externalReference: 'order-found:1' });
    const found = await bed.asaas('GET', '/payments?externalReference=order-found%3A1');

    expect(first).toMatchObject({ object: 'payment', status: 'PENDING', value: 159.8, deleted: false, refunds: null });
    expect(first.invoiceUrl).toBe(`${bed.url()}/i/${first.id}`);
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
    expect((await bed.asaas('GET', `/payments/${first.id}`)).body).toEqual(first);
    expect((await bed.asaas('GET', `/payments/${first.id}/status`)).body).toEqual({ status: 'PENDING' });
  });

  it.each([
    [{ customer: 'cus_none' }, 'invalid_customer'],
    [{ billingType: 'CHEQUE' }, 'invalid_billingType'],
    [{ value: 0 }, 'invalid_value'],
    [{ value: 10.001 }, 'invalid_value'],
    [{ value: '10' }, 'invalid_value'],
    [{ value: 4.99 }, 'invalid_value'],
    [{ dueDate: '2020-01-01' }, 'invalid_dueDate'],
    [{ description: 'x'.repeat(501) }, 'invalid_description'],
    [{ callback: { successUrl: 'shop' } }, 'invalid_callback'],
  ])('are rejected with %j', async (change, code) => {
    const { body: customer } = await bed.asaas('POST', '/customers', aCustomer);
    const input = { customer: customer.id, billingType: 'PIX', value: 10, dueDate: DUE_DATE, ...change };
    const response = await bed.asaas('POST', '/payments', input);

    expect(response).toMatchObject({ status: 400, body: { errors: [{ code }] } });
  });

  it('give a Pix code with its image and a bank slip line', async () => {
    const charge = await createCharge(bed);
    const pix = await bed.asaas('GET', `/payments/${charge.id}/pixQrCode`);
    const boleto = await bed.asaas('GET', `/payments/${charge.id}/identificationField`);

    expect(Buffer.from(pix.body.encodedImage, 'base64').subarray(1, 4).toString()).toBe('PNG');
    expect(pix.body).toMatchObject({
      payload: expect.stringContaining('159.80'),
      expirationDate: '2031-12-24 23:59:59',
    });
    expect(boleto.body).toMatchObject({ identificationField: expect.stringMatching(/^\d{47}$/) });
  });

  it('are removed only while unpaid, and restored', async () => {
    const charge = await createCharge(bed);
    const removed = await bed.asaas('DELETE', `/payments/${charge.id}`);
    const unpayable = await bed.asaas('POST', `/sandbox/payment/${charge.id}/confirm`);
    const restored = await bed.asaas('POST', `/payments/${charge.id}/restore`);
    const paid = await bed.asaas('POST', `/sandbox/payment/${charge.id}/confirm`);
    const again = await bed.asaas('DELETE', `/payments/${charge.id}`);

    expect(removed).toMatchObject({ status: 200, body: { deleted: true, id: charge.id } });
    expect(unpayable.status).toBe(400);
    expect(restored.body).toMatchObject({ deleted: false, status: 'PENDING' });
    expect(paid.body).toMatchObject({ status: 'RECEIVED', billingType: 'PIX', paymentDate: expect.any(String) });
    expect(again).toMatchObject({ status: 400, body: { errors: [{ code: 'invalid_action' }] } });
  });

  it('are refunded in parts that list without an id, never above the total', async () => {
    const charge = await createCharge(bed, { billingType: 'CREDIT_CARD' });
    await bed.asaas('POST', `/sandbox/payment/${charge.id}/confirm`);
    const part = await bed.asaas('POST', `/payments/${charge.id}/refund`, { value: 59.8, description: 'refund-1' });
    const tooMuch = await bed.asaas('POST', `/payments/${charge.id}/refund`, { value: 100.01 });
    const rest = await bed.asaas('POST', `/payments/${charge.id}/refund`);
    const list = await bed.asaas('GET', `/payments/${charge.id}/refunds`);

    expect(part).toMatchObject({
      status: 200,
      body: { status: 'CONFIRMED', refunds: [{ value: 59.8, status: 'DONE' }] },
    });
    expect(tooMuch.status).toBe(400);
    expect(rest.body.status).toBe('REFUNDED');
    expect(list.body.data).toMatchObject([{ value: 59.8, description: 'refund-1' }, { value: 100 }]);
    expect(list.body.data[0]).not.toHaveProperty('id');
  });

  it('returns 404 without a body when unknown', async () => {
    expect(await bed.asaas('GET', '/payments/pay_none')).toMatchObject({ status: 404, body: '' });
    expect(await bed.asaas('DELETE', '/payments/pay_none')).toMatchObject({ status: 404, body: '' });
  });
});
