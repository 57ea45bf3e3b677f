import type { Json, Testbed } from './testbed.ts';

export const DUE_DATE = '2030-12-24';

export const aCustomer = { name: 'Demo Buyer', cpfCnpj: '529.982.247-25', email: 'demo@example.com' };

export async function createCharge(bed: Testbed, changes: Record<string, unknown> = {}): Promise<Json> {
  const customer = await bed.asaas('POST', '/customers', aCustomer);
  const charge = await bed.asaas('POST', '/payments', {
    customer: customer.body.id,
    billingType: 'UNDEFINED',
    value: 159.8,
    dueDate: DUE_DATE,
    description: 'Demo order 1042',
    externalReference: 'order-1:1',
    ...changes,
  });
  if (charge.status !== 200) throw new Error(JSON.stringify(charge.body));
  return charge.body;
}

const anAddress = (postal_code: string, state_abbr: string) => ({
  name: 'Demo Party',
  phone: '11987654321',
  email: 'party@example.com',
  document: '24971563792',
  address: 'Rua Demo',
  number: '10',
  district: 'Centro',
  city: 'Cidade Demo',
  state_abbr,
  country_id: 'BR',
  postal_code,
});

export const aLabel = (changes: Record<string, unknown> = {}) => ({
  service: 1,
  from: anAddress('01310-100', 'SP'),
  to: anAddress('20040002', 'RJ'),
  products: [{ name: 'Demo shirt', quantity: 1, unitary_value: 79.9 }],
  volumes: [{ height: 4, width: 20, length: 30, weight: 0.4 }],
  options: { insurance_value: 79.9, non_commercial: true, tags: [{ tag: 'order-1', url: null }] },
  ...changes,
});
