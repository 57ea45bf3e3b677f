import { baseUrl, milliseconds, readEnv, serviceConfig } from '@estampa/kit/service/config';
import { hasBothKeysOrNone, NEEDS_BOTH_KEYS, storageConfig } from '@estampa/kit/service/storage-config';
import { z } from 'zod';
import { MOCKUP_FILE_BYTES } from './domain/temporary-bytes.ts';

const MEGABYTE = 1024 * 1024;

export const readConfig = (env: NodeJS.ProcessEnv = process.env) =>
  readEnv(
    z
      .object({
        ...serviceConfig,
        ...storageConfig,
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
        /** Decoded templates on the local disk, for which memory has no place; 0 decodes them anew. */
        RENDER_FILES_BYTES: z.coerce.number().int().nonnegative().default(MOCKUP_FILE_BYTES),
        /** What images under way may take at once, beside the cache. */
        RENDER_MEMORY_BYTES: z.coerce
          .number()
          .int()
          .positive()
          .default(512 * MEGABYTE),
      })
      .refine(hasBothKeysOrNone, NEEDS_BOTH_KEYS),
    env,
  );

export type Config = ReturnType<typeof readConfig>;
