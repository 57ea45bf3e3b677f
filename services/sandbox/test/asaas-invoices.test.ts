import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, type Json, startTestbed, type Testbed } from './testbed.ts';

let bed: Testbed;
let customer: string;
beforeAll(async () => {
  bed = await startTestbed();
  customer = (await bed.asaas('POST', '/customers', { name: 'Ana', cpfCnpj: '52998224725' })).body.id;
});
afterAll(() => bed.stop());

let counter = 0;
const anInvoice = (more: object = {}) => ({
  customer,
  serviceDescription: 'Estampa',
  observations: 'Pedido 1',
  externalReference: `order-${(counter += 1)}`,
  value: 181.7,
  deductions: 0,
  effectiveDate: '2026-03-04',
  municipalServiceCode: '13.05',
  municipalServiceName: 'Composição gráfica',
  taxes: { retainIss: false, iss: 2, cofins: 0, csll: 0, inss: 0, ir: 0, pis: 0 },
  ...more,
});

async function invoice(more: object = {}): Promise<Json> {
  const { status, body } = await bed.asaas('POST', '/invoices', anInvoice(more));
  expect(status).toBe(200);
  return body;
}
const byId = async (id: string) => (await bed.asaas('GET', `/invoices/${id}`)).body;
const isNow = (id: string, status: string) => eventually(async () => expect(await byId(id)).toMatchObject({ status }));
const script = (path: string, mode: string) =>
  bed.control('POST', '/scripts', { method: 'POST', path: `/asaas/v3/invoices${path}`, invoice: mode });
const cancel = (id: string) => bed.asaas('POST', `/invoices/${id}/cancel`);
const eventsOf = (id: string) =>
  bed.receiver.received.filter(({ body }) => body.invoice?.id === id).map(({ body }) => body.event);

describe('an invoice', () => {
  it('is scheduled with 200, authorized by the city hall, and told of in order', async () => {
    const made = await invoice();

    expect(made).toMatchObject({ object: 'invoice', type: 'NFS-e', status: 'SCHEDULED', number: null, value: 181.7 });
    await isNow(made.id, 'AUTHORIZED');
    expect(await byId(made.id)).toMatchObject({ number: expect.any(String), validationCode: expect.any(String) });
    await eventually(() =>
      expect(eventsOf(made.id)).toEqual(['INVOICE_CREATED', 'INVOICE_SYNCHRONIZED', 'INVOICE_AUTHORIZED']),
    );
  });

  it.each([
    [{ value: 0 }, 'invalid_value'],
    [{ customer: undefined }, 'invalid_payment'],
    [{ customer: 'cus_none' }, 'invalid_customer'],
    [{ payment: 'pay_none' }, 'invalid_payment'],
    [{ municipalServiceCode: undefined }, 'invalid_municipalServiceId'],
    [{ taxes: undefined }, 'invalid_taxes'],
  ])('is rejected with %j', async (change, code) => {
    const response = await bed.asaas('POST', '/invoices', anInvoice(change));

    expect(response).toMatchObject({ status: 400, body: { errors: [{ code }] } });
  });

  it('is found by its reference, and the same reference makes another one', async () => {
    const { externalReference } = await invoice();
    await invoice({ externalReference });

    const { body } = await bed.asaas('GET', `/invoices?externalReference=${externalReference}`);
    expect(body).toMatchObject({ totalCount: 2, hasMore: false });
  });

  it('that the city hall rejects says why, is corrected, and sent again', async () => {
    await script('', 'error');
    const made = await invoice();
    await isNow(made.id, 'ERROR');
    expect((await byId(made.id)).statusDescription).toContain('E0160');

    await bed.asaas('PUT', `/invoices/${made.id}`, { value: 100 });
    await bed.asaas('POST', `/invoices/${made.id}/authorize`);
    await isNow(made.id, 'AUTHORIZED');
    expect((await bed.asaas('PUT', `/invoices/${made.id}`, { value: 1 })).status).toBe(400);
  });

  it('is cancelled at once before the city hall has it, and by the city hall after that, or not', async () => {
    await script('', 'pending');
    const waiting = await invoice();
    expect((await cancel(waiting.id)).body.status).toBe('CANCELED');

    const made = await invoice();
    await isNow(made.id, 'AUTHORIZED');
    await script(`/${made.id}/cancel`, 'denied');
    expect((await cancel(made.id)).body).toMatchObject({
      status: 'CANCELLATION_DENIED',
      statusDescription: expect.stringContaining('E0840'),
    });
    expect((await cancel(made.id)).body.status).toBe('CANCELED');
    expect((await cancel(made.id)).status).toBe(400);
  });
});
