import { z } from 'zod';

const DEFAULT_BACKOFF_MS = '0,250,500,1000,2000,5000,10000';
const CLIENT_ID = '4711';
const ASAAS_TOKEN_LENGTH = { min: 32, max: 255 };

const optionalUrl = z
  .union([z.literal(''), z.url({ protocol: /^https?$/ })])
  .optional()
  .transform((url) => url || null);

const Environment = z.object({
  NODE_ENV: z.string().optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8090),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: optionalUrl,
  SANDBOX_DATA_DIR: z.string().min(1),
  ASAAS_API_KEY: z.string().min(1),
  ASAAS_WEBHOOK_TOKEN: z.string().min(ASAAS_TOKEN_LENGTH.min).max(ASAAS_TOKEN_LENGTH.max).regex(/^\S+$/),
  ASAAS_WEBHOOK_URL: optionalUrl,
  ASAAS_TRANSFER_WEBHOOK_URL: optionalUrl,
  ASAAS_APPROVAL_URL: optionalUrl,
  ASAAS_MINIMUM_CHARGE_CENTS: z.coerce.number().int().min(0).default(0),
  ASAAS_REGISTERED_DOMAIN: z
    .string()
    .optional()
    .transform((domain) => domain || null),
  MERCADOPAGO_ACCESS_TOKEN: z.string().min(1),
  MERCADOPAGO_WEBHOOK_SECRET: z.string().min(1),
  MERCADOPAGO_WEBHOOK_URL: optionalUrl,
  MELHORENVIO_TOKEN: z.string().min(1),
  /** Of the application; its secret is what signs its notifications. */
  MELHORENVIO_CLIENT_ID: z.string().min(1).default(CLIENT_ID),
  MELHORENVIO_WEBHOOK_SECRET: z.string().min(1),
  MELHORENVIO_WEBHOOK_URL: optionalUrl,
  WEBHOOK_BACKOFF_MS: z
    .string()
    .regex(/^\d+(,\d+)*$/)
    .default(DEFAULT_BACKOFF_MS)
    .transform((list) => list.split(',').map(Number)),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Config = {
  port: number;
  host: string;
  /** How a browser reaches this process; null means the address it listens on. */
  publicUrl: string | null;
  dataDir: string;
  asaas: {
    apiKey: string;
    webhookToken: string;
    webhookUrl: string | null;
    transferWebhookUrl: string | null;
    approvalUrl: string | null;
    minimumChargeCents: number;
    registeredDomain: string | null;
  };
  mercadopago: { accessToken: string; webhookSecret: string; webhookUrl: string | null };
  melhorenvio: { token: string; clientId: string; webhookSecret: string; webhookUrl: string | null };
  webhookBackoffMs: readonly number[];
  logLevel: string;
};

export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  if (environment['NODE_ENV'] === 'production')
    throw new Error('NODE_ENV: the provider sandbox never runs in production');
  const parsed = Environment.safeParse(environment);
  if (!parsed.success)
    throw new Error(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  const values = parsed.data;

  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    dataDir: values.SANDBOX_DATA_DIR,
    asaas: {
      apiKey: values.ASAAS_API_KEY,
      webhookToken: values.ASAAS_WEBHOOK_TOKEN,
      webhookUrl: values.ASAAS_WEBHOOK_URL,
      transferWebhookUrl: values.ASAAS_TRANSFER_WEBHOOK_URL,
      approvalUrl: values.ASAAS_APPROVAL_URL,
      minimumChargeCents: values.ASAAS_MINIMUM_CHARGE_CENTS,
      registeredDomain: values.ASAAS_REGISTERED_DOMAIN,
    },
    mercadopago: {
      accessToken: values.MERCADOPAGO_ACCESS_TOKEN,
      webhookSecret: values.MERCADOPAGO_WEBHOOK_SECRET,
      webhookUrl: values.MERCADOPAGO_WEBHOOK_URL,
    },
    melhorenvio: {
      token: values.MELHORENVIO_TOKEN,
      clientId: values.MELHORENVIO_CLIENT_ID,
      webhookSecret: values.MELHORENVIO_WEBHOOK_SECRET,
      webhookUrl: values.MELHORENVIO_WEBHOOK_URL,
    },
    webhookBackoffMs: values.WEBHOOK_BACKOFF_MS,
    logLevel: values.LOG_LEVEL,
  };
}
