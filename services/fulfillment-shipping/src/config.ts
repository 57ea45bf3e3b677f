import { isBrazilianState, isCep } from '@estampa/kernel/checkout-rules';
import { isValidDocument } from '@estampa/kernel/document';
import { baseUrl, milliseconds, peerConfig, readEnv, serviceConfig, signatureKeys } from '@estampa/kit/service/config';
import { z } from 'zod';
import { FISCAL_MODES } from './domain/label-request.ts';

const filled = z.string().trim().min(1);
const centimetres = z.number().positive();
const kilograms = z.number().positive();
const serviceId = z.coerce.number().int().positive();
/** PAC, and beside it SEDEX and Jadlog's two. */
const USUAL_SERVICE = 1;
const OFFERED_SERVICES = '1,2,3,4';
const SERVICES_MAX = 20;

const RULES = { acceptsAlphanumericCnpj: true };
const isCpf = (number: string) => isValidDocument('cpf', number, RULES);
const isCnpj = (number: string) => isValidDocument('cnpj', number, RULES);

const Sender = z.object({
  name: filled,
  email: z.email(),
  phone: z.string().nullish(),
  document: z.string().refine((number) => isCpf(number) || isCnpj(number), 'must be a CPF or CNPJ without punctuation'),
  stateRegister: filled.nullish(),
  cep: z.string().refine(isCep, 'must be a CEP'),
  street: filled,
  number: filled,
  complement: z.string().nullish(),
  neighborhood: filled,
  city: filled,
  state: z.string().refine(isBrazilianState, 'must be one of the 27'),
  country: z.literal('BR').default('BR'),
});

/** A name that is misspelt would leave the usual size. */
const Parcel = z.strictObject({
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
  MELHORENVIO_BASE_URL: baseUrl,
  /** Where the account's operations are, when that is not below the base. */
  MELHORENVIO_API_URL: maybe(baseUrl),
  /** Made in the panel; or an application's three, of which the refresh token is the one that letting it in gave. */
  MELHORENVIO_TOKEN: maybe(filled),
  MELHORENVIO_CLIENT_ID: maybe(filled),
  MELHORENVIO_CLIENT_SECRET: maybe(filled),
  MELHORENVIO_REFRESH_TOKEN: maybe(filled),
  /** Of the application that notifications come from. */
  MELHORENVIO_WEBHOOK_SECRET: maybe(filled),
  /** Accepted beside it while it changes. */
  MELHORENVIO_WEBHOOK_OTHER_SECRET: maybe(filled),
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
  /** Quotes are signed with the first. */
  SHIPPING_QUOTE_KEYS: signatureKeys,
  SHIPPING_FISCAL_MODE: z.enum(FISCAL_MODES).default('declaration'),
  LABEL_RETRY_MS: milliseconds.default(15_000),
  TRACKING_POLL_MS: milliseconds.default(1_800_000),
});

type Settings = z.output<typeof Settings>;

const APPLICATION = ['MELHORENVIO_CLIENT_ID', 'MELHORENVIO_CLIENT_SECRET', 'MELHORENVIO_REFRESH_TOKEN'] as const;

/** How the account is reached: by one token for good, or as an application that renews its own. */
const accountOf = (settings: Settings, context: z.RefinementCtx): Account => {
  const complain = (name: string, message: string): never => {
    context.addIssue({ code: 'custom', path: [name], message });
    return z.NEVER;
  };
  const { MELHORENVIO_TOKEN: token, MELHORENVIO_WEBHOOK_SECRET: webhookSecret } = settings;
  const otherSecret = settings.MELHORENVIO_WEBHOOK_OTHER_SECRET;
  const missing = APPLICATION.filter((name) => !settings[name]);
  if (token && missing.length < APPLICATION.length) {
    return complain('MELHORENVIO_TOKEN', `stands in for ${APPLICATION.join(', ')}: set it or them, not both`);
  }
  if (token && !webhookSecret) return complain('MELHORENVIO_WEBHOOK_SECRET', 'is needed beside MELHORENVIO_TOKEN');
  if (token) return { token, webhookSecrets: given(webhookSecret, otherSecret) };
  if (missing.length === APPLICATION.length)
    return complain('MELHORENVIO_TOKEN', `is needed, or ${APPLICATION.join(', ')}`);
  for (const name of missing)
    complain(name, `is needed beside ${APPLICATION.filter((one) => settings[one]).join(', ')}`);
  const [clientId, clientSecret, refreshToken] = APPLICATION.map((name) => settings[name] ?? '') as [
    string,
    string,
    string,
  ];
  return {
    application: { clientId, clientSecret, refreshToken },
    webhookSecrets: given(webhookSecret ?? clientSecret, otherSecret),
  };
};

const given = (...texts: (string | undefined)[]): string[] => texts.filter((text) => text !== undefined);

export type Account = { webhookSecrets: readonly string[] } & (
  | { token: string }
  | { application: { clientId: string; clientSecret: string; refreshToken: string } }
);

const Config = Settings.transform((settings, context) => {
  mustSuitInvoices(settings, context);
  return { ...settings, account: accountOf(settings, context) };
});

/** Only a company issues invoices, and the carrier requires its state registration. */
function mustSuitInvoices({ SHIPPING_FISCAL_MODE: mode, SHIPPING_SENDER: sender }: Settings, context: z.RefinementCtx) {
  if (mode !== 'invoice') return;
  const complain = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: ['SHIPPING_SENDER', field], message });
  if (!isCnpj(sender.document)) complain('document', 'must be a CNPJ where goods go with invoices');
  if (!sender.stateRegister) complain('stateRegister', 'is needed where goods go with invoices');
}

export const readConfig = (env: NodeJS.ProcessEnv = process.env) => readEnv(Config, env);

export type Config = ReturnType<typeof readConfig>;

/** An empty text says nothing. */
function maybe<S extends z.ZodType>(shape: S) {
  return z.preprocess((text) => (text === '' ? undefined : text), shape.optional());
}

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
