import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import {
  baseUrl,
  flag,
  milliseconds,
  peerConfig,
  rateLimitConfig,
  readEnv,
  serviceConfig,
} from '@estampa/kit/service/config';
import { z } from 'zod';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** PEM; line breaks may be written as `\n`, as some secret stores do. */
const signingKey = z.string().transform((pem, context): KeyObject => {
  try {
    const key = createPrivateKey(pem.replaceAll('\\n', '\n'));
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  } catch {
    // The reason could contain parts of the key.
  }
  context.addIssue({ code: 'custom', message: 'must be a P-256 private key in PEM' });
  return z.NEVER;
});

const PEM = /-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g;
const OTHER_KEYS_MAX = 5;

/** PEM blocks one after the other: keys that sign no more or not yet, published so that gateways accept their tokens. */
const otherKeys = z.string().transform((bundle, context): KeyObject[] => {
  try {
    const keys = (bundle.replaceAll('\\n', '\n').match(PEM) ?? []).map((pem) => createPublicKey(pem));
    const areRight = keys.every((key) => key.asymmetricKeyDetails?.namedCurve === 'prime256v1');
    if (areRight && keys.length > 0 && keys.length <= OTHER_KEYS_MAX) return keys;
  } catch {
    // The reason could contain parts of a key.
  }
  context.addIssue({ code: 'custom', message: `must be 1 to ${OTHER_KEYS_MAX} P-256 keys in PEM` });
  return z.NEVER;
});

/** Four are hashed at once, so the most is a gigabyte. */
const ARGON2_MEMORY_MAX_KIB = 256 * 1_024;
const ARGON2_MEMORY_MIN_KIB = 1_024;
const ARGON2_PASSES_MAX = 20;

const schema = z
  .object({
    ...serviceConfig,
    MEDIA_RENDER_ADDRESS: peerConfig.MEDIA_RENDER_ADDRESS,
    ORDERS_PAYMENTS_ADDRESS: peerConfig.ORDERS_PAYMENTS_ADDRESS,
    PAYOUTS_ADDRESS: peerConfig.PAYOUTS_ADDRESS,
    IDENTITY_ADMIN_EMAIL: z.email().optional(),
    IDENTITY_ADMIN_PASSWORD: z.string().min(8).max(128).optional(),
    IDENTITY_JWT_PRIVATE_KEY: signingKey,
    IDENTITY_JWT_OTHER_KEYS: otherKeys.optional(),
    IDENTITY_ACCESS_TOKEN_MS: milliseconds.min(1_000).default(15 * MINUTE_MS),
    IDENTITY_REFRESH_TOKEN_MS: milliseconds.default(30 * DAY_MS),
    IDENTITY_SESSION_MS: milliseconds.default(90 * DAY_MS),
    IDENTITY_INVITE_MS: milliseconds.default(7 * DAY_MS),
    IDENTITY_PASSWORD_RESET_MS: milliseconds.default(HOUR_MS),
    /** Longer than any request at the gateway lasts. */
    IDENTITY_DELETE_AFTER_MS: milliseconds.default(5 * MINUTE_MS),
    IDENTITY_SELLERS: z.enum(['open', 'invited']).default('open'),
    IDENTITY_ALPHANUMERIC_CNPJ: flag.default(true),
    IDENTITY_ARGON2_MEMORY_KIB: z.coerce
      .number()
      .int()
      .min(ARGON2_MEMORY_MIN_KIB)
      .max(ARGON2_MEMORY_MAX_KIB)
      .default(19_456),
    IDENTITY_ARGON2_PASSES: z.coerce.number().int().min(1).max(ARGON2_PASSES_MAX).default(2),
    ...rateLimitConfig,
    JWT_ISSUER: z.string().min(1),
    JWT_AUDIENCE: z.string().min(1),
    /** How long after a crash another process sends what was under way. */
    IDENTITY_EMAIL_CLAIM_MS: milliseconds.default(MINUTE_MS),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }),
    MAIL_FROM: z.string().min(1),
    PUBLIC_WEB_URL: baseUrl,
  })
  .refine((config) => !config.IDENTITY_ADMIN_EMAIL === !config.IDENTITY_ADMIN_PASSWORD, {
    path: ['IDENTITY_ADMIN_PASSWORD'],
    message: 'must be given together with IDENTITY_ADMIN_EMAIL',
  });

export const readConfig = () => readEnv(schema, process.env);

export type Config = ReturnType<typeof readConfig>;
