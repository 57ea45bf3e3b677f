import { describe, expect, it } from 'vitest';
import { labelRequest } from './label-request.ts';

const address = {
  cep: '20040-002',
  street: 'Rua de Demonstração',
  number: '1',
  neighborhood: 'Centro',
  city: 'Rio de Janeiro',
  state: 'RJ',
  country: 'BR',
};
const input = {
  tags: ['shipment-1', 'order-1'],
  sender: { ...address, name: 'Demo sender', email: 'sender@demo.local', document: '11222333000181' },
  recipient: { ...address, name: 'Demo buyer', email: 'buyer@demo.local' },
  document: { type: 'cpf', number: '52998224725' },
  serviceCode: '2',
  fiscalMode: 'declaration' as const,
  invoiceKey: null,
  items: [
    { name: 'Demo mug', quantity: 2, unitPriceCents: 5000 },
    { name: 'Demo shirt', quantity: 1, unitPriceCents: 9000 },
  ],
  size: { lengthCm: 30, widthCm: 22, heightCm: 4, heightPerItemCm: 2, weightKg: 0.4, weightPerItemKg: 0.3 },
};

describe('labelRequest', () => {
  it('packs everything into one volume that grows with the number of items', () => {
    const request = labelRequest(input);

    expect(request.volume).toEqual({ lengthCm: 30, widthCm: 22, heightCm: 8, weightKg: 1 });
    expect(request).toMatchObject({
      tags: ['shipment-1', 'order-1'],
      products: input.items,
      serviceCode: '2',
      to: { document: '52998224725' },
    });
  });

  it('names the invoice only where goods go with one', () => {
    const invoiced = { ...input, invoiceKey: '3'.repeat(44) };
    expect(labelRequest(invoiced).invoiceKey).toBeNull();
    expect(labelRequest({ ...invoiced, fiscalMode: 'invoice' }).invoiceKey).toBe(invoiced.invoiceKey);
  });

  it.each([
    ['no document', { ...input, document: {} }, /CPF or CNPJ/],
    ['a passport', { ...input, document: { type: 'passport', number: 'DEMO12345' } }, /CPF or CNPJ/],
    ['no invoice where there must be one', { ...input, fiscalMode: 'invoice' as const }, /NF-e/],
    ['an address abroad', { ...input, recipient: { ...input.recipient, country: 'PT' } }, /Brazil/],
  ])('is not possible with %s', (_case, given, reason) => {
    expect(() => labelRequest(given)).toThrow(reason);
  });
});
