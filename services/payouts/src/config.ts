import { baseUrl, milliseconds, readEnv, serviceConfig } from '@estampa/kit/service/config';
import { z } from 'zod';
import { REPEAT_AFTER_MS } from './domain/pix-transfer.ts';

export const MINIMUM_CENTS = 1_000;
export const ONE_APPROVER_MAX_CENTS = 1_000_000;
const cents = z.coerce.number().int().min(1);

export const readConfig = () =>
  readEnv(
    z
      .object({
        ...serviceConfig,
        /** Both, or none: then payouts are sent and marked by hand. */
        ASAAS_BASE_URL: baseUrl.optional(),
        ASAAS_API_KEY: z.string().min(1).optional(),
        PAYOUT_MINIMUM_CENTS: cents.default(MINIMUM_CENTS),
        PAYOUT_ONE_APPROVER_MAX_CENTS: cents.default(ONE_APPROVER_MAX_CENTS),
        PAYOUT_REPEAT_AFTER_MS: milliseconds.default(REPEAT_AFTER_MS),
      })
      .refine((settings) => (settings.ASAAS_BASE_URL === undefined) === (settings.ASAAS_API_KEY === undefined), {
        path: ['ASAAS_API_KEY'],
        message: 'is needed with ASAAS_BASE_URL, and only then',
      }),
    process.env,
  );

export type Config = ReturnType<typeof readConfig>;
