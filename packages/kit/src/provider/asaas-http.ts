import { z } from 'zod';
import { providerHttp, type ProviderHttp } from './provider-http.ts';

/** The code of a rejection for want of money in the account. */
export const UNFUNDED = 'insufficient_balance';
/** It is only recognisable by its text: its code means any action that is not possible. */
const TOO_LITTLE = /saldo insuficiente/i;
const ErrorBody = z.object({ errors: z.array(z.object({ code: z.string(), description: z.string().nullish() })) });

type Options = { baseUrl: string; apiKey: string };

/** Asaas' API v3. */
export const asaasHttp = ({ baseUrl, apiKey }: Options): ProviderHttp =>
  providerHttp({ baseUrl, headers: { access_token: apiKey }, codesIn });

function codesIn(body: unknown): readonly string[] {
  const parsed = ErrorBody.safeParse(body);
  if (!parsed.success) return [];
  return parsed.data.errors.map(({ code, description }) => (TOO_LITTLE.test(description ?? '') ? UNFUNDED : code));
}

/** The longest page of a list. */
export const PAGE_MAX = 100;

/** The envelope of every list. */
export const listOf = <S extends z.ZodType>(item: S) =>
  z.object({ data: z.array(item).max(PAGE_MAX), hasMore: z.boolean().nullish() });
