import { Router } from 'express';
import { z } from 'zod';
import type { Customer } from '../domain/customer.ts';
import { isCnpj, isCpfOrCnpj, withoutPunctuation } from '../domain/document-digits.ts';
import { localDate } from '../domain/local-time.ts';
import { Rejection } from '../domain/rejection.ts';
import type { Sandbox } from '../sandbox.ts';
import { listOf } from './list.ts';

const NATIONAL_PHONE = /^\d{10,11}$/;
const CEP = /^\d{5}-?\d{3}$/;

const text = (maxLength: number) => z.string().max(maxLength).nullish();
const nationalPhone = text(20).refine(
  (phone) => !phone || NATIONAL_PHONE.test(phone.replace(/[()\s-]/g, '')),
  'national number with area code, 10 or 11 digits',
);

const CustomerInput = z
  .object({
    name: z.string().trim().min(1).max(255),
    cpfCnpj: z
      .string()
      .transform(withoutPunctuation)
      .refine(isCpfOrCnpj, 'CPF or CNPJ with wrong check digits')
      .nullish(),
    email: z.email().nullish(),
    phone: nationalPhone,
    mobilePhone: nationalPhone,
    address: text(255),
    addressNumber: text(60),
    complement: text(255),
    province: text(255),
    postalCode: text(10).refine((cep) => !cep || CEP.test(cep), '8 digits'),
    externalReference: text(255),
    notificationDisabled: z.boolean().default(false),
    foreignCustomer: z.boolean().default(false),
  })
  .refine(({ cpfCnpj, foreignCustomer }) => cpfCnpj || foreignCustomer, { path: ['cpfCnpj'], message: 'required' });

const CustomerChange = z
  .object({
    name: z.string().trim().min(1).max(255),
    email: z.email(),
    phone: nationalPhone,
    mobilePhone: nationalPhone,
  })
  .partial();

const CustomerSearch = z.object({
  cpfCnpj: z.string().transform(withoutPunctuation).optional(),
  email: z.string().optional(),
  name: z.string().optional(),
  externalReference: z.string().optional(),
});

/** Creates a second customer for the same person, as the provider does; clients search first. */
export function customerRoutes({ store, now }: Sandbox): Router {
  const router = Router();

  router.post('/customers', (request, response) => {
    const input = CustomerInput.parse(request.body ?? {});
    const customer = store.customers.put({
      ...emptyCustomer,
      ...withoutNulls(input),
      postalCode: input.postalCode?.replace('-', '') ?? null,
      id: `cus_${String(numberOf(store.customers.newest()) + 1).padStart(12, '0')}`,
      createdAt: now().toISOString(),
    });
    response.json(customerView(customer));
  });

  router.put('/customers/:id', (request, response) => {
    const customer = customerById(request.params.id);
    const changes = CustomerChange.parse(request.body ?? {});
    response.json(customerView(store.customers.put({ ...customer, ...withoutNulls(changes) })));
  });

  router.get('/customers', (request, response) => {
    const wanted = Object.entries(CustomerSearch.parse(request.query)).filter(([, value]) => value !== undefined);
    const search = Object.fromEntries(wanted);
    const { externalReference } = search;
    const known = externalReference ? store.customers.named(externalReference) : store.customers.all();
    const found = known.filter((customer) =>
      wanted.every(([field, value]) => customer[field as keyof Customer] === value),
    );
    response.json(listOf(found, request.query, customerView));
  });

  router.get('/customers/:id', (request, response) => {
    response.json(customerView(customerById(request.params.id)));
  });

  return router;

  function customerById(id: string): Customer {
    const customer = store.customers.get(id);
    if (!customer) throw new Rejection('not_found', 'not_found', 'no such customer');
    return customer;
  }
}

const ID_PREFIX = 'cus_';
const numberOf = (customer: Customer | undefined): number => Number(customer?.id.slice(ID_PREFIX.length) ?? 0);

const emptyCustomer = {
  cpfCnpj: null,
  email: null,
  phone: null,
  mobilePhone: null,
  address: null,
  addressNumber: null,
  complement: null,
  province: null,
  postalCode: null,
  externalReference: null,
};

const withoutNulls = <T extends object>(record: T) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value != null)) as {
    [K in keyof T]: NonNullable<T[K]>;
  };

const customerView = ({ createdAt, ...customer }: Customer) => ({
  object: 'customer',
  ...customer,
  dateCreated: localDate(createdAt),
  personType: customer.cpfCnpj && isCnpj(customer.cpfCnpj) ? 'JURIDICA' : 'FISICA',
  deleted: false,
  country: customer.foreignCustomer ? null : 'Brasil',
});
