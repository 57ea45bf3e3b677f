import { expect, it } from 'vitest';
import { erasedBuyer } from './erased-buyer.ts';
import type { Address } from './order.ts';

const ADDRESS: Address = {
  cep: '01310-100',
  street: 'Avenida Paulista',
  number: '1578',
  complement: 'Apto 12',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
  country: 'BR',
};

it.each<[string, Address]>([
  ['with a complement', ADDRESS],
  ['without one', { ...ADDRESS, complement: undefined }],
])('leaves city, state and country of an address %s, and nothing that tells who it was', (_which, address) => {
  expect(erasedBuyer('u1', address)).toEqual({
    email: 'u1@deleted.invalid',
    fullName: 'Deleted user',
    phone: null,
    shipping: { cep: '', street: '', number: '', neighborhood: '', city: 'São Paulo', state: 'SP', country: 'BR' },
  });
});
