import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCharge } from './demo-requests.ts';
import { startTestbed, type Json, type Testbed } from './testbed.ts';

const APPROVED = '4444 4444 4444 4444';
const callback = { successUrl: 'https://shop.example/orders/1', autoRedirect: true };

let bed: Testbed;
beforeAll(async () => {
  bed = await startTestbed();
});
afterAll(() => bed.stop());

const statusOf = async (id: string) => (await bed.asaas('GET', `/payments/${id}/status`)).body.status;
const page = async (id: string, query = '') => (await bed.call(`/i/${id}${query}`)).body as string;

it('shows what is paid, for how much, by which methods, and that no money moves', async () => {
  const { id } = await createCharge(bed, { description: 'Demo <b>order</b> & more' });
  const response = await bed.call(`/i/${id}`);

  expect(response.status).toBe(200);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(response.body).toContain('no money moves');
  expect(response.body).toContain('Demo &lt;b&gt;order&lt;/b&gt; &amp; more');
  expect(response.body).toMatch(/R\$\s159,80/);
  for (const method of ['pix', 'card', 'boleto']) expect(response.body).toContain(`name="method" value="${method}"`);
  expect(response.body).not.toMatch(/<script|https?:\/\/(?!127)/);
});

it.each([
  [{ 'accept-language': 'pt-BR,pt;q=0.9,en;q=0.8' }, 'pt-BR', 'Pagar com Pix'],
  [{ 'accept-language': 'en-GB,pt;q=0.9' }, 'en', 'Pay with Pix'],
  [{ 'accept-language': 'pt-BR', cookie: 'other=pt; estampa_language=en' }, 'en', 'Pay with Pix'],
  [{ 'accept-language': 'en', cookie: 'estampa_language=pt' }, 'pt-BR', 'Pagar com Pix'],
  [{ 'accept-language': 'fr', cookie: 'estampa_language=<b>' }, 'en', 'Pay with Pix'],
])('speaks the language of the shop: %j', async (headers, lang, button) => {
  const { id } = await createCharge(bed);
  const { body } = await bed.call(`/i/${id}`, { headers });
  const rejected = await bed.call(`/i/${id}/pay`, {
    method: 'POST',
    body: new URLSearchParams({ method: 'card', cardNumber: '4111111111111111' }),
    headers,
  });

  expect(body).toContain(`<html lang="${lang}">`);
  expect(body).toContain(button);
  expect(rejected.body).toContain(lang === 'en' ? 'Never enter a real card' : 'Nunca digite um cartão verdadeiro');
});

it('offers only the method that the charge was made for', async () => {
  const { id } = await createCharge(bed, { billingType: 'BOLETO' });
  const text = await page(id);

  expect(text).toContain('value="boleto"');
  expect(text).not.toContain('value="pix"');
  expect((await bed.submit(`/i/${id}/pay`, { method: 'pix' })).status).toBe(400);
});

it('says when the boleto was opened, which pays nothing', async () => {
  const { id, bankSlipUrl, lastBankSlipViewedDate } = await createCharge(bed);
  const boleto = (await bed.call(new URL(bankSlipUrl).pathname)).body as string;
  const { body } = await bed.asaas('GET', `/payments/${id}`);
  const { deliveries } = (await bed.control('GET', `/webhooks?subjectId=${id}`)).body;

  expect(await page(id)).toContain(`href="${bankSlipUrl}"`);
  expect(boleto).toMatch(/<code[^>]*>[\d. ]+<\/code>/);
  expect(boleto).toContain(`action="${bed.url()}/i/${id}/pay"`);
  expect([lastBankSlipViewedDate, body.lastBankSlipViewedDate, body.status]).toEqual([
    null,
    expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    'PENDING',
  ]);
  expect(deliveries.map(({ event }: Json) => event)).toEqual(['PAYMENT_CREATED', 'PAYMENT_BANK_SLIP_VIEWED']);
});

it.each([
  [{ method: 'pix' }, 'RECEIVED'],
  [{ method: 'card', cardNumber: APPROVED }, 'CONFIRMED'],
])('takes %j and sends the browser back to the shop', async (fields, status) => {
  const { id } = await createCharge(bed, { callback });
  const paid = await bed.submit(`/i/${id}/pay`, fields);

  expect(paid.status).toBe(303);
  expect(paid.headers.get('location')).toBe(callback.successUrl);
  expect(await statusOf(id)).toBe(status);
});

it('shows the outcome with a link to the shop when it does not redirect', async () => {
  const { id } = await createCharge(bed, { callback });
  const paid = await bed.submit(`/i/${id}/pay`, { method: 'boleto' });
  const text = await page(id);

  expect(paid.headers.get('location')).toBe(`${bed.url()}/i/${id}`);
  expect(text).toContain('Payment received');
  expect(text).toContain(`href="${callback.successUrl}"`);
  expect(text).not.toContain('name="method"');
  const again = await bed.submit(`/i/${id}/pay`, { method: 'pix' });
  expect(again).toMatchObject({ status: 409, body: expect.stringContaining('Payment received') });
});

it.each(['5184019740373151', '4916 5613 5824 0741'])('declines the card %s and stays payable', async (cardNumber) => {
  const { id } = await createCharge(bed);
  const declined = await bed.submit(`/i/${id}/pay`, { method: 'card', cardNumber });

  expect(declined.headers.get('location')).toBe(`${bed.url()}/i/${id}?outcome=declined`);
  expect(await page(id, '?outcome=declined')).toContain('The card was declined');
  expect(await statusOf(id)).toBe('PENDING');
  const events = (await bed.control('GET', `/webhooks?subjectId=${id}`)).body.deliveries.map((d: Json) => d.event);
  expect(events).toEqual(['PAYMENT_CREATED', 'PAYMENT_CREDIT_CARD_CAPTURE_REFUSED']);
});

it('rejects any card that is not a test card', async () => {
  const { id } = await createCharge(bed);
  const rejected = await bed.submit(`/i/${id}/pay`, { method: 'card', cardNumber: '4111111111111111' });

  expect(rejected.status).toBe(422);
  expect(rejected.body).toContain('Never enter a real card');
  expect(rejected.body).not.toContain('4111');
  expect(rejected.body).toContain(`action="${bed.url()}/i/${id}/pay"`);
});

it('has buttons to decline and to let it expire; an overdue charge can still be paid', async () => {
  const { id } = await createCharge(bed);
  await bed.submit(`/i/${id}/decline`);
  await bed.submit(`/i/${id}/expire`);
  const overdue = await statusOf(id);
  const text = await page(id);
  await bed.submit(`/i/${id}/pay`, { method: 'pix' });

  expect(overdue).toBe('OVERDUE');
  expect(text).toContain('overdue');
  expect(await statusOf(id)).toBe('RECEIVED');
});

it('says that a removed charge cannot be paid', async () => {
  const { id } = await createCharge(bed);
  await bed.asaas('DELETE', `/payments/${id}`);

  expect(await page(id)).toContain('was removed and cannot be paid');
  expect((await bed.submit(`/i/${id}/pay`, { method: 'pix' })).status).toBe(409);
});

it('takes the bank details for the refund of a bank slip', async () => {
  const { id } = await createCharge(bed, { billingType: 'BOLETO' });
  await bed.submit(`/i/${id}/pay`, { method: 'boleto' });
  const direct = await bed.asaas('POST', `/payments/${id}/refund`);
  const requested = await bed.asaas('POST', `/payments/${id}/bankSlip/refund`, {});
  const form = await bed.call(`/i/${id}/refund`);
  await bed.submit(`/i/${id}/refund`, { bank: '999' });

  expect(direct.status).toBe(400);
  expect(requested.body).toEqual({ requestUrl: `${bed.url()}/i/${id}/refund` });
  expect(form.body).toContain('Send the money back');
  expect(await statusOf(id)).toBe('REFUNDED');
});

it('returns 404 for an unknown charge and 400 for an unknown method', async () => {
  const { id } = await createCharge(bed);

  expect((await bed.call('/i/pay_none')).status).toBe(404);
  expect((await bed.submit(`/i/${id}/pay`, { method: 'cheque' })).status).toBe(400);
});

it('has a page to land on after paying while no shop front runs', async () => {
  const { status, body } = await bed.call('/return?orderId=<b>42</b>');

  expect(status).toBe(200);
  expect(body).toContain('GET /orders/&lt;b&gt;42&lt;/b&gt;');
});
