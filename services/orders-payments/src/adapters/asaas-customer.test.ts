import { expect, it } from 'vitest';
import { toCustomer, toPhone } from './asaas-customer.ts';
import { PAYER } from './payer-samples.ts';

it.each([
  ['+5511987654321', { mobilePhone: '11987654321' }],
  ['+551130000000', { phone: '1130000000' }],
  ['+442071838750', {}],
  [null, {}],
])('sends the phone %s as %j', (phone, expected) => {
  expect(toPhone(phone)).toEqual(expected);
});

it('turns off messages from the provider to the buyer', () => {
  expect(toCustomer(PAYER)).toMatchObject({
    externalReference: 'u-1',
    cpfCnpj: '52998224725',
    notificationDisabled: true,
    postalCode: '01310100',
  });
});

it('marks a person with a passport as foreign', () => {
  const customer = toCustomer({ ...PAYER, document: { type: 'passport', number: 'AB123456' } });

  expect(customer).toMatchObject({ foreignCustomer: true });
  expect(customer).not.toHaveProperty('cpfCnpj');
});
