import { afterAll, beforeAll, expect, it } from 'vitest';
import { aCustomer, aLabel, createCharge, DUE_DATE } from './demo-requests.ts';
import { eventually, startTestbed, type Testbed } from './testbed.ts';

let bed: Testbed;
let customer: string;
beforeAll(async () => {
  bed = await startTestbed();
  customer = (await bed.asaas('POST', '/customers', aCustomer)).body.id;
});
afterAll(() => bed.stop());

const script = async (rule: object) => (await bed.control('POST', '/scripts', rule)).body;
const state = async (id: string) => (await bed.control('GET', `/scripts/${id}`)).body;
const holding = (id: string) => eventually(async () => expect((await state(id)).state).toBe('holding'));
const chargesOf = async (reference: string) =>
  (await bed.control('GET', `/charges?externalReference=${encodeURIComponent(reference)}`)).body.count;
const aPayment = (externalReference: string) => ({
  customer,
  billingType: 'PIX',
  value: 10,
  dueDate: DUE_DATE,
  externalReference,
});
const aPreference = {
  items: [{ title: 'Demo order', quantity: 1, currency_id: 'BRL', unit_price: 10 }],
  external_reference: 'used-key:1',
};
const newPayment = { method: 'POST', path: '/asaas/v3/payments' };

it('suspends a request before it has any effect, until it is released', async () => {
  const { id, state: first } = await script({ ...newPayment, hold: 'before' });
  const response = bed.asaas('POST', '/payments', aPayment('held-before'));
  await holding(id);
  const during = await chargesOf('held-before');
  const held = await state(id);

  await bed.control('POST', `/scripts/${id}/release`);

  expect([first, during]).toEqual(['waiting', 0]);
  expect(held.request).toMatchObject({ method: 'POST', body: { externalReference: 'held-before' } });
  expect((await response).status).toBe(200);
  expect(await chargesOf('held-before')).toBe(1);
  expect((await state(id)).state).toBe('released');
});

it('suspends the response after the effect took place', async () => {
  const { id } = await script({ ...newPayment, hold: 'after' });
  const response = bed.asaas('POST', '/payments', aPayment('held-after'));
  await holding(id);
  const during = await chargesOf('held-after');

  await bed.control('POST', `/scripts/${id}/release`);

  expect(during).toBe(1);
  expect(await response).toMatchObject({ status: 200, body: { externalReference: 'held-after' } });
});

it.each([
  ['before', 0],
  ['after', 1],
] as const)('lets go when the client of a request held %s goes away, leaving %i charges', async (hold, charges) => {
  const { id } = await script({ ...newPayment, hold });
  const client = new AbortController();
  const gone = bed
    .asaas('POST', '/payments', aPayment(`gone-${hold}`), { signal: client.signal })
    .catch((error: Error) => error.name);
  await holding(id);

  client.abort();

  expect(await gone).toBe('AbortError');
  await eventually(async () =>
    expect(await state(id)).toMatchObject({ state: 'released', request: { clientGone: true } }),
  );
  expect(await chargesOf(`gone-${hold}`)).toBe(charges);
});

it('lets a request that outlives its client take effect on release alone', async () => {
  const { id } = await script({ ...newPayment, hold: 'before', outlivesClient: true });
  const client = new AbortController();
  const gone = bed
    .asaas('POST', '/payments', aPayment('outlived'), { signal: client.signal })
    .catch((error: Error) => error.name);
  await holding(id);
  client.abort();
  await eventually(async () =>
    expect(await state(id)).toMatchObject({ state: 'holding', request: { clientGone: true } }),
  );
  const before = await chargesOf('outlived');

  await bed.control('POST', `/scripts/${id}/release`);

  expect([await gone, before]).toEqual(['AbortError', 0]);
  await eventually(async () => expect(await chargesOf('outlived')).toBe(1));
});

it.each([
  ['before', { delayBeforeMs: 400 }, 0],
  ['after', { delayAfterMs: 400 }, 1],
] as const)('delays a request %s its effect', async (when, delay, charges) => {
  const { id } = await script({ ...newPayment, ...delay });
  const response = bed.asaas('POST', '/payments', aPayment(`delayed-${when}`));
  await eventually(async () => expect((await state(id)).remaining).toBe(0));

  expect(await chargesOf(`delayed-${when}`)).toBe(charges);
  expect((await response).status).toBe(200);
  expect(await chargesOf(`delayed-${when}`)).toBe(1);
});

it('fails with a code of the provider, after the effect too', async () => {
  const { id } = (await bed.mercadoPago('POST', '/checkout/preferences', aPreference)).body;
  await bed.submit(`/checkout/${id}/pay`, { method: 'card', cardNumber: '4444444444444444' });
  const [payment] = (await bed.control('GET', '/payments?referencePrefix=used-key')).body.payments;
  const path = `/v1/payments/${payment.id}/refunds`;
  await script({ method: 'POST', path: `/mercadopago${path}`, fail: 404, code: '2032', afterEffect: true });

  expect(await bed.mercadoPago('POST', path, {}, { 'x-idempotency-key': 'k' })).toMatchObject({
    status: 404,
    body: { cause: [{ code: 2032 }] },
  });
  expect((await bed.mercadoPago('GET', path)).body).toHaveLength(1);
});

it('fails the next matching requests only, in the shape of the provider', async () => {
  await script({ ...newPayment, fail: 429, times: 2 });
  const statuses: number[] = [];
  for (let turn = 0; turn < 3; turn += 1)
    statuses.push((await bed.asaas('POST', '/payments', aPayment('failed'))).status);
  await script({ method: 'POST', path: '/melhorenvio/**/cart', fail: 503 });
  const label = await bed.melhorEnvio('POST', '/cart', aLabel());

  expect(statuses).toEqual([429, 429, 200]);
  expect(await chargesOf('failed')).toBe(1);
  expect(label).toMatchObject({ status: 503, body: { message: 'Server Error' } });
});

it('fails after the effect took place', async () => {
  await script({ ...newPayment, fail: 502, afterEffect: true });
  const response = await bed.asaas('POST', '/payments', aPayment('failed-after'));

  expect(response).toMatchObject({ status: 502, body: { errors: [{ code: 'scripted_failure' }] } });
  expect(await chargesOf('failed-after')).toBe(1);
});

it.each([
  [false, 0],
  [true, 1],
])('drops the connection (after the effect: %s), leaving %i charges', async (afterEffect, charges) => {
  await script({ ...newPayment, dropConnection: true, afterEffect });
  const reference = `dropped-${afterEffect}`;

  await expect(bed.asaas('POST', '/payments', aPayment(reference))).rejects.toThrow('fetch failed');
  expect(await chargesOf(reference)).toBe(charges);
});

it('picks one of several requests at a time by what they contain', async () => {
  const { id } = await script({ ...newPayment, contains: 'chosen', hold: 'before' });
  await createCharge(bed, { externalReference: 'passes' });
  const chosen = bed.asaas('POST', '/payments', aPayment('chosen'));
  await holding(id);
  await bed.control('DELETE', `/scripts/${id}`);

  expect((await chosen).status).toBe(200);
  expect((await bed.control('GET', `/scripts/${id}`)).status).toBe(404);
});

it.each([
  [{ ...newPayment }],
  [{ hold: 'before' }],
  [{ ...newPayment, hold: 'before', fail: 500 }],
  [{ ...newPayment, fail: 200 }],
  [{ ...newPayment, hold: 'later' }],
  [{ ...newPayment, hold: 'after', outlivesClient: true }],
  [{ ...newPayment, hold: 'before', delayBeforeMs: 1 }],
  [{ ...newPayment, delayBeforeMs: 120_001 }],
  [{ ...newPayment, dropConnection: true, code: 'x' }],
])('rejects the script %j', async (rule) => {
  expect((await bed.control('POST', '/scripts', rule)).status).toBe(400);
});

it('forgets everything on reset', async () => {
  await createCharge(bed);
  await bed.control('POST', '/reset');

  expect((await bed.control('GET', '/charges')).body.count).toBe(0);
  expect((await bed.control('GET', '/scripts')).body.scripts).toEqual([]);
});
