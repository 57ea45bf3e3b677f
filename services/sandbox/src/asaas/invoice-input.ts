import { z } from 'zod';
import { Reais } from './payment-input.ts';

const DESCRIPTION_MAX = 2_000;
const REFERENCE_MAX = 255;
const NAME_MAX = 350;

const percent = z.number().min(0).max(100);
const Taxes = z.object({
  retainIss: z.boolean(),
  iss: percent,
  cofins: percent,
  csll: percent,
  inss: percent,
  ir: percent,
  pis: percent,
});

const FIELDS = {
  serviceDescription: z.string().min(1).max(DESCRIPTION_MAX),
  observations: z.string().min(1).max(DESCRIPTION_MAX),
  externalReference: z.string().max(REFERENCE_MAX).nullish(),
  value: Reais,
  deductions: z.number().min(0),
  effectiveDate: z.iso.date(),
  municipalServiceId: z.string().nullish(),
  municipalServiceCode: z.string().nullish(),
  municipalServiceName: z.string().min(1).max(NAME_MAX),
  taxes: Taxes,
};

export const InvoiceInput = z
  .object({ payment: z.string().nullish(), customer: z.string().nullish(), ...FIELDS })
  .refine(({ payment, customer }) => payment || customer, { path: ['payment'], message: 'a charge or a customer' })
  .refine((given) => given.municipalServiceId || given.municipalServiceCode, {
    path: ['municipalServiceId'],
    message: 'a service or its code',
  });
export type InvoiceInput = z.infer<typeof InvoiceInput>;

export const InvoiceChange = z.object(FIELDS).partial();
export type InvoiceChange = z.infer<typeof InvoiceChange>;

export const InvoiceSearch = z.object({
  externalReference: z.string().optional(),
  payment: z.string().optional(),
  customer: z.string().optional(),
  status: z.string().optional(),
});
