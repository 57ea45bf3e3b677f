import { z } from 'zod';
import type { Charge } from '../domain/payment.ts';
import type { NewCharge, Payer } from './payment-gateway.ts';
import { toReais } from './reais.ts';

const DESCRIPTION = 'Pedido';
const IDENTIFIED_BY = new Set(['cpf', 'cnpj']);
const BRAZILIAN = /^\+55(\d{2})(\d{8,9})$/;
const NOT_A_DIGIT = /\D/g;

export const Preference = z.object({
  id: z.string(),
  init_point: z.string(),
  sandbox_init_point: z.string().nullish(),
  expires: z.boolean().nullish(),
});

/** A payment is created by the first attempt to pay; until then there is none. */
export const toCharge = (preference: z.infer<typeof Preference>): Charge => ({
  preferenceId: preference.id,
  paymentId: null,
  initPoint: preference.init_point,
  sandboxInitPoint: preference.sandbox_init_point ?? null,
});

/** One line for the complete order, so that discount and shipping cannot change the sum. */
export const toPreference = (charge: NewCharge): Record<string, unknown> => ({
  items: [
    {
      id: charge.orderId,
      title: `${DESCRIPTION} ${charge.orderNumber}`,
      quantity: 1,
      currency_id: 'BRL',
      unit_price: toReais(charge.amountCents),
    },
  ],
  payer: toPayer(charge.payer),
  external_reference: charge.reference,
  back_urls: { success: charge.returnUrl, pending: charge.returnUrl, failure: charge.returnUrl },
  auto_return: 'approved',
});

export function toPayer({ name, email, document, phone, address }: Payer): Record<string, unknown> {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  return {
    name: first,
    surname: rest.join(' '),
    email,
    ...(IDENTIFIED_BY.has(document.type) && {
      identification: { type: document.type.toUpperCase(), number: document.number },
    }),
    ...toPhone(phone),
    ...(address.country === 'BR' && {
      address: {
        zip_code: address.cep.replace(NOT_A_DIGIT, ''),
        street_name: address.street,
        street_number: address.number,
      },
    }),
  };
}

function toPhone(phone: string | null): Record<string, unknown> {
  const [, area, number] = phone?.match(BRAZILIAN) ?? [];
  return area && number ? { phone: { area_code: area, number } } : {};
}
