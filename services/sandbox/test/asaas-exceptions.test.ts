import { afterAll, beforeAll, expect, it } from '@jest/globals';
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

it('refunds later, in part or whole', async () => {
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
  expect((await refund(id, 'unfunded')).body).toMatchObject({ errors: [{ code: 'insufficient_balance' }] });
  expect((await refund(id, 'denied')).body).toMatchObject({ status: 'RECEIVED', refunds: [{ status: 'CANCELLED' }] });
  await refund(id, 'pending');
  await settle(id, 'denied');
  expect(await read(id)).toMatchObject({ status: 'RECEIVED' });

  expect((await bed.asaas('POST', `/payments/${id}/refund`)).body).toMatchObject({ status: 'REFUNDED' });
});

it('changes what is asked for, by the owner and by interest', async () => {
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
