import { expect, it } from 'vitest';
import { toPayer, toPreference } from './mercado-pago-preference.ts';
import { PAYER } from './payer-samples.ts';

const payer = { ...PAYER, name: 'Compradora  Maria Demo' };

it('charges the complete order in one line of decimal reais', () => {
  const charge = { reference: 'o-1:1', orderId: 'o-1', orderNumber: 1042, amountCents: 15_980, dueDate: '2026-11-24' };

  expect(toPreference({ ...charge, returnUrl: 'https://shop.example/p?orderId=o-1', payer })).toMatchObject({
    items: [{ id: 'o-1', title: 'Pedido 1042', quantity: 1, currency_id: 'BRL', unit_price: 159.8 }],
    external_reference: 'o-1:1',
    back_urls: { success: 'https://shop.example/p?orderId=o-1' },
  });
});

it('names the payer', () => {
  expect(toPayer(payer)).toEqual({
    name: 'Compradora',
    surname: 'Maria Demo',
    email: 'compradora@demo.example',
    identification: { type: 'CPF', number: '52998224725' },
    phone: { area_code: '11', number: '987654321' },
    address: { zip_code: '01310100', street_name: 'Avenida Paulista', street_number: '1000' },
  });
});

it('leaves out fields that exist in Brazil only', () => {
  const abroad = {
    ...payer,
    name: 'Demo',
    phone: '+442071838750',
    document: { type: 'passport', number: 'AB1' },
    address: { ...payer.address, country: 'PT' },
  };

  expect(toPayer(abroad)).toEqual({ name: 'Demo', surname: '', email: 'compradora@demo.example' });
});
