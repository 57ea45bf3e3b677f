import type { Payer } from './payment-gateway.ts';

const BRAZILIAN = /^\+55(\d{10,11})$/;
const MOBILE_DIGITS = 11;
const NOT_A_DIGIT = /\D/g;
const PASSPORT = 'passport';

/** The fields that buyers may change. */
export const toDetails = ({ name, email, phone }: Payer): Record<string, unknown> => ({
  name,
  email,
  ...toPhone(phone),
});

/** A buyer as an Asaas customer. By default Asaas would send messages to the buyer and charge for them. */
export const toCustomer = (payer: Payer): Record<string, unknown> => ({
  ...toDetails(payer),
  externalReference: payer.userId,
  notificationDisabled: true,
  ...toDocument(payer.document),
  ...toAddress(payer.address),
});

export const isForeign = ({ type }: Payer['document']): boolean => type === PASSPORT;

const toDocument = (document: Payer['document']): Record<string, unknown> =>
  isForeign(document) ? { foreignCustomer: true } : { cpfCnpj: document.number };

/** Asaas accepts national numbers only: 11 digits are a mobile phone, 10 a landline. */
export function toPhone(phone: string | null): Record<string, string> {
  const national = phone?.match(BRAZILIAN)?.[1];
  if (!national) return {};
  return national.length === MOBILE_DIGITS ? { mobilePhone: national } : { phone: national };
}

const toAddress = ({ country, ...address }: Payer['address']): Record<string, string> =>
  country === 'BR'
    ? {
        postalCode: address.cep.replace(NOT_A_DIGIT, ''),
        address: address.street,
        addressNumber: address.number,
        province: address.neighborhood,
        ...(address.complement && { complement: address.complement }),
      }
    : {};
