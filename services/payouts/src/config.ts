import { baseUrl, milliseconds, readEnv, serviceConfig } from '@estampa/kit/service/config';
import { hasBothKeysOrNone, NEEDS_BOTH_KEYS, storageConfig } from '@estampa/kit/service/storage-config';
import { z } from 'zod';
import { type PayoutSchedule, readSchedule } from './domain/payout-schedule.ts';
import { REPEAT_AFTER_MS } from './domain/pix-transfer.ts';

export const MINIMUM_CENTS = 1_000;
export const ONE_APPROVER_MAX_CENTS = 1_000_000;
const RETURNS_EVERY_MS = 6 * 60 * 60_000;
const WEBHOOK_TOKEN_MIN_CHARACTERS = 32;
const webhookToken = z.string().min(WEBHOOK_TOKEN_MIN_CHARACTERS);

type Provider = { readonly [Name in `ASAAS_${'BASE_URL' | 'API_KEY' | 'WEBHOOK_TOKEN'}`]?: string | undefined };

const isComplete = ({ ASAAS_BASE_URL: url, ASAAS_API_KEY: key, ASAAS_WEBHOOK_TOKEN: token }: Provider): boolean =>
  url === undefined || (key !== undefined && token !== undefined);

function scheduleIn(text: string, context: z.RefinementCtx): PayoutSchedule {
  const schedule = readSchedule(text);
  if (schedule) return schedule;
  context.addIssue({ code: 'custom', message: 'must be days and an hour, as mon,thu@9' });
  return z.NEVER;
}

const cents = z.coerce.number().int().min(1);

const { S3_ENDPOINT, S3_REGION, ...keys } = storageConfig;

export const readConfig = (env: NodeJS.ProcessEnv = process.env) =>
  readEnv(
    z
      .object({
        ...serviceConfig,
        /** With the key and the token; without it payouts are sent and marked by hand. */
        ASAAS_BASE_URL: baseUrl.optional(),
        ASAAS_API_KEY: z.string().min(1).optional(),
        ASAAS_WEBHOOK_TOKEN: webhookToken.optional(),
        /** The one before, accepted during a rotation. */
        ASAAS_WEBHOOK_OTHER_TOKEN: webhookToken.optional(),
        PAYOUT_MINIMUM_CENTS: cents.default(MINIMUM_CENTS),
        PAYOUT_ONE_APPROVER_MAX_CENTS: cents.default(ONE_APPROVER_MAX_CENTS),
        PAYOUT_REPEAT_AFTER_MS: milliseconds.default(REPEAT_AFTER_MS),
        /** Days and an hour in São Paulo, as `mon,thu@9`; without it runs are started by hand. */
        PAYOUT_SCHEDULE: z.string().transform(scheduleIn).optional(),
        PAYOUT_RETURNS_EVERY_MS: milliseconds.default(RETURNS_EVERY_MS),
        ...keys,
        S3_ENDPOINT: S3_ENDPOINT.optional(),
        S3_REGION: S3_REGION.optional(),
        /** Where heads of the ledger's chain are stored; nowhere when empty. */
        LEDGER_BUCKET: z
          .string()
          .default('')
          .transform((bucket) => bucket || null),
      })
      .refine(isComplete, {
        path: ['ASAAS_BASE_URL'],
        message: 'needs ASAAS_API_KEY and ASAAS_WEBHOOK_TOKEN',
      })
      .refine(hasBothKeysOrNone, NEEDS_BOTH_KEYS)
      .refine(
        ({ LEDGER_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region }) => !bucket || (endpoint && region),
        {
          path: ['LEDGER_BUCKET'],
          message: 'needs S3_ENDPOINT and S3_REGION',
        },
      ),
    env,
  );

export type Config = ReturnType<typeof readConfig>;
