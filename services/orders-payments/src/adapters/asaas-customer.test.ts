import { expect, it } from 'vitest';
import { toCustomer, toPhone } from './asaas-customer.ts';
import type { Payer } from './payment-gateway.ts';

const payer: Payer = {
  userId: 'u-1',
  name: 'Compradora Demo',
  email: 'compradora@demo.example',
  phone: '+5511987654321',
  document: { type: 'cpf', number: '52998224725' },
  address: {
    cep: '01.310-100',
    street: 'Avenida Paulista',
    number: '1000',
    neighborhood: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
    country: 'BR',
  },
};

it.each([
  ['+5511987654321', { mobilePhone: '11987654321' }],
  ['+551130000000', { phone: '1130000000' }],
  ['+442071838750', {}],
  [null, {}],
])('sends the phone %s as %j', (phone, expected) => {
  expect(toPhone(phone)).toEqual(expected);
});

it('turns off messages from the provider to the buyer', () => {
  expect(toCustomer(payer)).toMatchObject({
    externalReference: 'u-1',
    cpfCnpj: '52998224725',
    notificationDisabled: true,
    postalCode: '01310100',
  });
});

it('marks a person with a passport as foreign', () => {
  const customer = toCustomer({ ...payer, document: { type: 'passport', number: 'AB123456' } });

  expect(customer).toMatchObject({ foreignCustomer: true });
  expect(customer).not.toHaveProperty('cpfCnpj');
});
