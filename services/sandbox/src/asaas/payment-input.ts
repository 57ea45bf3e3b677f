import { z } from 'zod';
import { localDate } from '../domain/local-time.ts';
import { Rejection } from '../domain/rejection.ts';
import type { Settings } from '../settings.ts';

const DESCRIPTION_MAX = 500;
const REFERENCE_MAX = 255;

/** Decimal reais with at most two places, as a JSON number. */
export const Reais = z
  .number()
  .positive()
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'at most two decimal places');

export const PaymentInput = z.object({
  customer: z.string().min(1),
  billingType: z.enum(['UNDEFINED', 'BOLETO', 'CREDIT_CARD', 'PIX']),
  value: Reais,
  dueDate: z.iso.date(),
  description: z.string().max(DESCRIPTION_MAX).nullish(),
  externalReference: z.string().max(REFERENCE_MAX).nullish(),
  callback: z
    .object({ successUrl: z.url({ protocol: /^https?$/ }), autoRedirect: z.boolean().default(true) })
    .nullish(),
});
export type PaymentInput = z.infer<typeof PaymentInput>;

export const PaymentChange = z.object({ value: Reais });

export const RefundInput = z.object({
  value: Reais.nullish(),
  description: z.string().max(DESCRIPTION_MAX).nullish(),
});

export const PaymentSearch = z.object({
  customer: z.string().optional(),
  externalReference: z.string().optional(),
  status: z.string().optional(),
  billingType: z.string().optional(),
  'dateCreated[ge]': z.iso.date().optional(),
  'dateCreated[le]': z.iso.date().optional(),
});

export type PaymentSearch = z.infer<typeof PaymentSearch>;

export const toCents = (reais: number): number => Math.round(reais * 100);

type Limits = Pick<Settings, 'asaasMinimumChargeCents' | 'asaasRegisteredDomain'>;

export function rejectImpossiblePayment(input: PaymentInput, limits: Limits, now: Date): void {
  if (input.dueDate < localDate(now))
    throw new Rejection('invalid', 'invalid_dueDate', 'Não é permitido data de vencimento inferior a hoje.');
  if (toCents(input.value) < limits.asaasMinimumChargeCents)
    throw new Rejection('invalid', 'invalid_value', 'O valor da cobrança é menor que o mínimo permitido.');
  const domain = limits.asaasRegisteredDomain;
  if (domain && input.callback && !isBelow(new URL(input.callback.successUrl).hostname, domain))
    throw new Rejection('invalid', 'invalid_callback', 'A URL de retorno deve ser do domínio cadastrado na conta.');
}

const isBelow = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);
