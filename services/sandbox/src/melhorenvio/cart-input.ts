import { z } from 'zod';
import { isCnpj, isCpf, withoutPunctuation } from '../domain/document-digits.ts';
import { stateOfCep } from '../domain/postal-codes.ts';
import { serviceById } from '../domain/shipping-services.ts';

const NFE_KEY = /^\d{44}$/;
const CORREIOS = 'Correios';

const required = z.string().trim().min(1).max(255);
const optional = z.string().max(255).nullish();
const decimal = z.coerce.number().positive();

export const Cep = z
  .string()
  .transform((cep) => cep.replace(/\D/g, ''))
  .refine((cep) => /^\d{8}$/.test(cep), 'A postal code has 8 digits.');

const Address = z
  .object({
    name: required,
    phone: optional,
    email: z.email().nullish(),
    document: z
      .string()
      .transform(withoutPunctuation)
      .refine((cpf) => cpf === '' || isCpf(cpf), 'The document is not a valid CPF.')
      .nullish(),
    company_document: z
      .string()
      .transform(withoutPunctuation)
      .refine((cnpj) => cnpj === '' || isCnpj(cnpj), 'The company document is not a valid CNPJ.')
      .nullish(),
    state_register: optional,
    address: required,
    complement: optional,
    number: optional,
    district: optional,
    city: required,
    state_abbr: z.string().length(2).nullish(),
    country_id: z.literal('BR').nullish(),
    postal_code: Cep,
  })
  .refine(({ document, company_document }) => document || company_document, {
    path: ['document'],
    message: 'The document or the company document is required.',
  })
  .refine(({ state_abbr, postal_code }) => !state_abbr || stateOfCep(postal_code) === state_abbr.toUpperCase(), {
    path: ['state_abbr'],
    message: 'The state does not match the postal code.',
  });

const Options = z.object({
  insurance_value: z.coerce.number().min(0),
  receipt: z.boolean().default(false),
  own_hand: z.boolean().default(false),
  reverse: z.boolean().default(false),
  non_commercial: z.boolean().default(false),
  invoice: z.object({ key: z.string().regex(NFE_KEY, 'The invoice key has 44 digits.') }).nullish(),
  platform: optional,
  tags: z.array(z.object({ tag: required, url: optional })).default([]),
});

export const VolumeInput = z.object({ height: decimal, width: decimal, length: decimal, weight: decimal });

const Shape = z.object({
  service: z.coerce
    .number()
    .int()
    .refine((id) => serviceById(id) !== undefined, 'The selected service is invalid.'),
  agency: z.coerce.number().int().nullish(),
  from: Address,
  to: Address,
  products: z
    .array(z.object({ name: required, quantity: z.coerce.number().int().positive(), unitary_value: decimal }))
    .min(1),
  volumes: z.array(VolumeInput).min(1),
  options: Options,
});

/** The fiscal rules: either an invoice key with the sender's state register, or a declaration of contents and no invoice. */
export const CartInput = Shape.superRefine(({ service, volumes, options, from }, context) => {
  const complain = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
  if (serviceById(service)?.company.name === CORREIOS && volumes.length > 1)
    complain(['volumes'], 'This carrier takes one volume per label.');
  if (options.non_commercial && options.invoice)
    complain(['options', 'invoice'], 'A non-commercial shipment must not have an invoice.');
  if (options.non_commercial) return;
  if (!options.invoice) complain(['options', 'invoice', 'key'], 'A commercial shipment needs the invoice key.');
  if (!from.state_register) complain(['from', 'state_register'], 'A commercial shipment needs the state register.');
});
export type CartInput = z.infer<typeof CartInput>;
export type AddressInput = CartInput['to'];
