import { afterAll, beforeAll, expect, it } from 'vitest';
import { aCustomer, createCharge, DUE_DATE } from './demo-requests.ts';
import { type Json, startTestbed, type Testbed } from './testbed.ts';

let bed: Testbed;
beforeAll(async () => {
  bed = await startTestbed({ ASAAS_REGISTERED_DOMAIN: 'shop.example' });
});
afterAll(() => bed.stop());

const read = async (id: string): Promise<Json> => (await bed.asaas('GET', `/payments/${id}`)).body;

async function aPaidCharge(): Promise<string> {
  const { id } = await createCharge(bed, { billingType: 'PIX' });
  await bed.asaas('POST', `/sandbox/payment/${id}/confirm`);
  return id;
}

async function refund(id: string, mode: string, body: object = {}) {
  await bed.control('POST', '/scripts', { method: 'POST', path: `/asaas/v3/payments/${id}/refund`, refund: mode });
  return bed.asaas('POST', `/payments/${id}/refund`, body);
}
const settle = (id: string, as: string) => bed.control('POST', `/charges/${id}/refunds/settle`, { as });

it('refunds later, partly or fully', async () => {
  const id = await aPaidCharge();
  expect((await refund(id, 'pending', { value: 59.8 })).body).toMatchObject({
    status: 'RECEIVED',
    refunds: [{ status: 'PENDING', value: 59.8 }],
  });
  await settle(id, 'done');
  expect(await read(id)).toMatchObject({ status: 'RECEIVED', refunds: [{ status: 'DONE' }] });

  expect((await refund(id, 'pending')).body).toMatchObject({ status: 'REFUND_IN_PROGRESS' });
  await settle(id, 'done');
  expect(await read(id)).toMatchObject({ status: 'REFUNDED' });
});

it('denies a refund, at once or later, and may do it another time', async () => {
  const id = await aPaidCharge();
  expect((await refund(id, 'unfunded')).body).toMatchObject({
    errors: [{ code: 'invalid_action', description: expect.stringContaining('Saldo insuficiente') }],
  });
  expect((await refund(id, 'denied')).body).toMatchObject({ status: 'RECEIVED', refunds: [{ status: 'CANCELLED' }] });
  await refund(id, 'pending');
  await settle(id, 'denied');
  expect(await read(id)).toMatchObject({ status: 'RECEIVED' });

  expect((await bed.asaas('POST', `/payments/${id}/refund`)).body).toMatchObject({ status: 'REFUNDED' });
});

async function aPaidBoleto(): Promise<string> {
  const { id } = await createCharge(bed, { billingType: 'BOLETO' });
  await bed.asaas('POST', `/sandbox/payment/${id}/confirm`);
  return id;
}

it.each([
  ['denied', 'RECEIVED', ['CANCELLED']],
  ['pending', 'REFUND_IN_PROGRESS', ['PENDING']],
])('gives a boleto back by the bank, which leaves it %s: %s', async (mode, status, refunds) => {
  const id = await aPaidBoleto();
  const path = `/payments/${id}/bankSlip/refund`;
  await bed.control('POST', '/scripts', { method: 'POST', path: `/asaas/v3${path}`, refund: mode });
  const { requestUrl } = (await bed.asaas('POST', path, {})).body;
  await bed.submit(new URL(requestUrl).pathname);

  const charge = await read(id);
  expect(charge.status).toBe(status);
  expect(charge.refunds.map((entry: Json) => entry.status)).toEqual(refunds);

  await bed.asaas('POST', path, {});
  if (mode === 'denied') await bed.submit(new URL(requestUrl).pathname);
  else await bed.submit(`/_control/charges/${id}/refunds/settle`, { as: 'done' });
  expect((await read(id)).status).toBe('REFUNDED');
});

it('refunds up to the account’s balance, and no more', async () => {
  const [id, boleto] = [await aPaidCharge(), await aPaidBoleto()];
  const balance = async () => (await bed.control('GET', '/settings')).body.balances.asaas;
  await bed.control('PATCH', '/settings', { balances: { asaas: 0 } });
  const empty = [
    await bed.asaas('POST', `/payments/${id}/refund`),
    await bed.asaas('POST', `/payments/${boleto}/bankSlip/refund`, {}),
  ];
  await aPaidCharge();
  const paid = await balance();
  const full = await bed.asaas('POST', `/payments/${id}/refund`);
  const part = await bed.asaas('POST', `/payments/${id}/refund`, { value: 100 });
  const left = await balance();
  await bed.control('PATCH', '/settings', { balances: {} });

  expect(empty.map(({ status, body }) => [status, body.errors[0].code])).toEqual([
    [400, 'invalid_action'],
    [400, 'invalid_action'],
  ]);
  // The provider deducts its fee, so a payment does not cover its own refund.
  expect([paid, full.status, part.status, left]).toEqual([15_781, 400, 200, 5_781]);
});

it('shows interest of a late boleto, and a charge that was paid in cash after all not', async () => {
  const { id } = await createCharge(bed, { billingType: 'BOLETO', value: 100 });
  await bed.control('POST', `/charges/${id}/move`, { to: 'overdue' });
  const paid = await bed.control('POST', `/charges/${id}/pay`, { method: 'BOLETO', amountCents: 10_233 });
  expect(paid.body).toMatchObject({ status: 'RECEIVED', value: 102.33, originalValue: 100, interestValue: 2.33 });

  const { id: cash } = await createCharge(bed);
  const undone = [];
  for (const to of ['received_in_cash', 'received_in_cash_undone'])
    undone.push((await bed.control('POST', `/charges/${cash}/move`, { to })).body.status);
  expect(undone).toEqual(['RECEIVED_IN_CASH', 'PENDING']);
});

it('names a refunded Pix as configured', async () => {
  const id = await aPaidCharge();
  await bed.asaas('POST', `/payments/${id}/refund`);
  const types = async () =>
    (await bed.asaas('GET', '/financialTransactions?limit=100')).body.data
      .filter(({ paymentId }: Json) => paymentId === id)
      .map(({ type }: Json) => type);
  const usual = await types();
  await bed.control('PATCH', '/settings', { asaasPixReversalType: 'PIX_TRANSACTION_CREDIT_REFUND' });

  expect(usual.toSorted()).toEqual(['PAYMENT_FEE', 'PAYMENT_RECEIVED', 'PAYMENT_REVERSAL']);
  expect(await types()).toContain('PIX_TRANSACTION_CREDIT_REFUND');
});

it('changes the amount due, by the owner and by interest', async () => {
  const { id } = await createCharge(bed, { value: 100 });
  await bed.control('POST', `/charges/${id}/amount`, { amountCents: 10_150 });
  expect(await read(id)).toMatchObject({ value: 101.5, originalValue: 100 });
  await bed.asaas('PUT', `/payments/${id}`, { value: 90 });
  expect(await read(id)).toMatchObject({ value: 90, originalValue: 100 });
});

it.each([
  [
    ['authorized', 'authorization_captured'],
    ['AUTHORIZED', 'CONFIRMED'],
  ],
  [
    ['overdue', 'dunning_requested', 'dunning_received'],
    ['OVERDUE', 'DUNNING_REQUESTED', 'DUNNING_RECEIVED'],
  ],
])('moves a charge by %j', async (moves, statuses) => {
  const { id } = await createCharge(bed);
  const seen = [];
  for (const to of moves) seen.push((await bed.control('POST', `/charges/${id}/move`, { to })).body.status);

  expect(seen).toEqual(statuses);
});

it.each([
  ['https://shop.example/thanks', 200],
  ['https://www.shop.example/thanks', 200],
  ['https://evilshop.example/thanks', 400],
])('sends buyers back to the registered domain alone: %s', async (successUrl, status) => {
  const { body: customer } = await bed.asaas('POST', '/customers', aCustomer);
  const body = { customer: customer.id, billingType: 'PIX', value: 10, dueDate: DUE_DATE, callback: { successUrl } };

  expect((await bed.asaas('POST', '/payments', body)).status).toBe(status);
});
