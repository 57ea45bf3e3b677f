import { readEnv, serviceConfig } from '@estampa/kit/service/config';
import { hasBothKeysOrNone, NEEDS_BOTH_KEYS, storageConfig } from '@estampa/kit/service/storage-config';
import { z } from 'zod';

const { S3_ENDPOINT, S3_REGION, ...keys } = storageConfig;

export const readConfig = (env: NodeJS.ProcessEnv = process.env) =>
  readEnv(
    z
      .object({
        ...serviceConfig,
        ...keys,
        S3_ENDPOINT: S3_ENDPOINT.optional(),
        S3_REGION: S3_REGION.optional(),
        /** Where heads of the ledger's chain are stored; nowhere when empty. */
        LEDGER_BUCKET: z
          .string()
          .default('')
          .transform((bucket) => bucket || null),
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
