import { z } from 'zod';
import { isCnpj, isCpf } from '../domain/document-digits.ts';
import type { PixKeyType } from '../domain/transfer.ts';
import { Reais } from './payment-input.ts';

const DESCRIPTION_MAX = 140;
const REFERENCE_MAX = 255;
const KEY_MAX = 77;

/** Keys as the directory has them: no punctuation in documents, phones with +55. */
const FITS: Readonly<Record<PixKeyType, (key: string) => boolean>> = {
  CPF: isCpf,
  CNPJ: isCnpj,
  EMAIL: (key) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(key),
  PHONE: (key) => /^\+55\d{10,11}$/.test(key),
  EVP: (key) => z.uuid().safeParse(key).success,
};

export const TransferInput = z
  .object({
    value: Reais,
    operationType: z.literal('PIX').optional(),
    pixAddressKey: z.string().min(1).max(KEY_MAX),
    pixAddressKeyType: z.enum(['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP']),
    description: z.string().max(DESCRIPTION_MAX).nullish(),
    externalReference: z.string().max(REFERENCE_MAX).nullish(),
  })
  .refine(({ pixAddressKey, pixAddressKeyType }) => FITS[pixAddressKeyType](pixAddressKey), {
    path: ['pixAddressKey'],
    message: 'no key of its type',
  });
export type TransferInput = z.infer<typeof TransferInput>;

/** Transfers are searched by days and by type, not by the references that they were given. */
export const TransferSearch = z.object({
  type: z.enum(['PIX', 'TED', 'INTERNAL']).optional(),
  'dateCreated[ge]': z.iso.date().default(''),
  'dateCreated[le]': z.iso.date().default('9'),
});
