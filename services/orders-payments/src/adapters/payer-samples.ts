import type { Payer } from './payment-gateway.ts';

export const PAYER: Payer = {
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
