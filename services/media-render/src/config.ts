import { baseUrl, milliseconds, readEnv, serviceConfig } from '@estampa/kit/service/config';
import { z } from 'zod';

const MEGABYTE = 1024 * 1024;

export const readConfig = (env: NodeJS.ProcessEnv = process.env) =>
  readEnv(
    z
      .object({
        ...serviceConfig,
        S3_ENDPOINT: z.url(),
        S3_REGION: z.string().min(1),
        /** Without keys storage is reached as whom the pod itself is: what the SDK finds of a workload's identity. */
        S3_ACCESS_KEY_ID: z.string().min(1).optional(),
        S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
        S3_BUCKET: z.string().min(1),
        /** Empty where a bucket policy or a CDN opens `public/`. */
        S3_PUBLIC_ACL: z
          .enum(['public-read', ''])
          .default('')
          .transform((acl) => acl || null),
        UPLOAD_URL: baseUrl,
        /** How often storage is cleared of what is no longer needed. */
        DISCARD_EVERY_MS: milliseconds.default(60_000),
        /** What the originals of one seller may take in storage, older versions with them. */
        SELLER_ORIGINAL_BYTES: z.coerce
          .number()
          .int()
          .positive()
          .default(20 * 1024 * MEGABYTE),
        RENDER_CACHE_BYTES: z.coerce
          .number()
          .int()
          .positive()
          .default(256 * MEGABYTE),
        /** What images under way may take at once, beside the cache. */
        RENDER_MEMORY_BYTES: z.coerce
          .number()
          .int()
          .positive()
          .default(512 * MEGABYTE),
      })
      .refine(hasBothKeysOrNone, { path: ['S3_ACCESS_KEY_ID'], message: 'goes together with S3_SECRET_ACCESS_KEY' }),
    env,
  );

type Keys = { S3_ACCESS_KEY_ID?: string | undefined; S3_SECRET_ACCESS_KEY?: string | undefined };

function hasBothKeysOrNone({ S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret }: Keys): boolean {
  return (id === undefined) === (secret === undefined);
}

export type Config = ReturnType<typeof readConfig>;
