import { isCep } from '@estampa/kernel/checkout-rules';
import { milliseconds, peerConfig, readEnv, serviceConfig } from '@estampa/kit/config';
import { z } from 'zod';

const filled = z.string().trim().min(1);
const centimetres = z.number().positive();
const kilograms = z.number().positive();
const serviceId = z.coerce.number().int().positive();
/** PAC, and beside it SEDEX and Jadlog's two. */
const USUAL_SERVICE = 1;
const OFFERED_SERVICES = '1,2,3,4';
const SERVICES_MAX = 20;

const Sender = z.object({
  name: filled,
  email: z.email(),
  phone: z.string().nullish(),
  document: z.string().regex(/^(\d{11}|[0-9A-Z]{12}\d{2})$/, 'must be a CPF or CNPJ without punctuation'),
  cep: z.string().refine(isCep, 'must be a CEP'),
  street: filled,
  number: filled,
  complement: z.string().nullish(),
  neighborhood: filled,
  city: filled,
  state: z.string().length(2),
  country: z.literal('BR').default('BR'),
});

const Parcel = z.object({
  lengthCm: centimetres.default(30),
  widthCm: centimetres.default(22),
  heightCm: centimetres.default(4),
  heightPerItemCm: centimetres.default(2),
  weightKg: kilograms.default(0.4),
  weightPerItemKg: kilograms.default(0.3),
});

const Settings = z.object({
  ...serviceConfig,
  IDENTITY_ADDRESS: peerConfig.IDENTITY_ADDRESS,
  ORDERS_PAYMENTS_ADDRESS: peerConfig.ORDERS_PAYMENTS_ADDRESS,
  MELHORENVIO_BASE_URL: z.url().transform((url) => url.replace(/\/+$/, '')),
  MELHORENVIO_TOKEN: filled,
  MELHORENVIO_WEBHOOK_SECRET: filled,
  MELHORENVIO_SERVICE_ID: serviceId.default(USUAL_SERVICE),
  /** What buyers may choose from, by the provider's ids. */
  MELHORENVIO_SERVICE_IDS: z
    .string()
    .transform((text): unknown[] => text.split(','))
    .pipe(z.array(serviceId).min(1).max(SERVICES_MAX))
    .prefault(OFFERED_SERVICES),
  MELHORENVIO_TIMEOUT_MS: milliseconds.default(8_000),
  SHIPPING_SENDER: json(Sender),
  SHIPPING_PARCEL: json(Parcel).prefault('{}'),
  LABEL_RETRY_MS: milliseconds.default(15_000),
  TRACKING_POLL_MS: milliseconds.default(1_800_000),
});

export const readConfig = () => readEnv(Settings, process.env);

export type Config = ReturnType<typeof readConfig>;

function json<S extends z.ZodType>(shape: S) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(shape);
}
