import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { asaasInvoices, AsaasInvoice, toIssued } from './asaas-invoices.ts';

const SHOWN = {
  id: 'inv_1',
  status: 'AUTHORIZED',
  statusDescription: null,
  value: 181.7,
  number: 42,
  validationCode: 'AB12CD34',
  pdfUrl: 'https://www.asaas.com/notas/1.pdf',
};
const KEY = '52060433009911002506550120000007800267301615';
const issued = (more: object) => toIssued(AsaasInvoice.parse({ ...SHOWN, ...more }));
const service = {
  code: '1',
  name: 'A service',
  description: 'A service',
  taxes: { retainIss: false, iss: 0, cofins: 0, csll: 0, inss: 0, ir: 0, pis: 0 },
};
const DEADLINE_MS = 10_000;
const issuer = asaasInvoices({ baseUrl: 'https://api.asaas.example/v3', apiKey: 'key', service });
const referenceIn = (body: unknown) =>
  issuer.referenceIn({
    headers: {},
    query: '',
    rawBody: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  });

describe('an invoice as Asaas shows it', () => {
  it('has its amount in cents and its number as text', () => {
    expect(issued({})).toEqual({
      issuerId: 'inv_1',
      status: 'issued',
      valueCents: 18_170,
      number: '42',
      verificationCode: 'AB12CD34',
      url: SHOWN.pdfUrl,
      nfeKey: null,
      rejection: null,
    });
  });

  it.each([
    ['SCHEDULED', 'scheduled'],
    ['SYNCHRONIZED', 'scheduled'],
    ['ERROR', 'rejected'],
    ['PROCESSING_CANCELLATION', 'cancelling'],
    ['CANCELED', 'cancelled'],
    ['CANCELLED', 'cancelled'],
    ['CANCELLATION_DENIED', 'cancellation_denied'],
  ])('is %s: %s', (status, expected) => expect(issued({ status }).status).toBe(expected));

  it('has a key for the label only where its code is that of a NF-e', () => {
    expect(issued({ validationCode: KEY }).nfeKey).toBe(KEY);
    expect(issued({ validationCode: KEY.replace(/5$/, '6') }).nfeKey).toBeNull();
  });

  it('says why it was rejected, without numbers that may be somebody’s, and that there is no reason', () => {
    const statusDescription = 'E0160: tomador 529.982.247-25 inválido';

    expect(issued({ status: 'ERROR', statusDescription }).rejection).toBe('E0160: tomador … inválido');
    expect(issued({ status: 'ERROR' }).rejection).toBe('No reason given');
    expect(issued({ statusDescription }).rejection).toBeNull();
  });
});

describe('a webhook', () => {
  it.each([
    [{ event: 'INVOICE_AUTHORIZED', invoice: { externalReference: 'order:i1' } }, 'order:i1'],
    [{ event: 'INVOICE_CREATED', invoice: { externalReference: null } }, null],
    [{ event: 'PAYMENT_RECEIVED', payment: { id: 'pay_1' } }, null],
    [{ event: 'PAYMENT_RECEIVED', invoice: { externalReference: 'order:i1' } }, null],
    ['no JSON', null],
  ])('%j is about the invoice %s', (body, expected) => expect(referenceIn(body)).toBe(expected));
});

describe('a search', () => {
  it('finds those of the reference alone, also where the issuer lists others', async () => {
    const data = ['order:i1', 'another:i1', null].map((externalReference, at) => ({
      ...SHOWN,
      id: `inv_${at}`,
      externalReference,
    }));
    const server = createServer((_request, response) => {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ data }));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`;
    const found = await asaasInvoices({ baseUrl, apiKey: 'key', service })
      .find('order:i1', AbortSignal.timeout(DEADLINE_MS))
      .finally(() => server.close());

    expect(found.map(({ issuerId }) => issuerId)).toEqual(['inv_0']);
  });
});
