import { baseUrl } from '@estampa/kit/service/config';
import { z } from 'zod';

export const PROVIDERS = ['asaas', 'mercadopago'] as const;
export type Provider = (typeof PROVIDERS)[number];

const WEBHOOK_TOKEN_MIN_CHARACTERS = 32;
const secret = z.string().min(1);

const ASAAS = {
  ASAAS_BASE_URL: baseUrl,
  ASAAS_API_KEY: secret,
  ASAAS_WEBHOOK_TOKEN: z.string().min(WEBHOOK_TOKEN_MIN_CHARACTERS),
};
const MERCADOPAGO = {
  MERCADOPAGO_BASE_URL: baseUrl,
  MERCADOPAGO_ACCESS_TOKEN: secret,
  MERCADOPAGO_WEBHOOK_SECRET: secret,
};
/** Previous secrets, accepted during a rotation. */
const OTHERS = {
  ASAAS_WEBHOOK_OTHER_TOKEN: z.string().min(WEBHOOK_TOKEN_MIN_CHARACTERS),
  MERCADOPAGO_WEBHOOK_OTHER_SECRET: secret,
};
const OTHER_SETTINGS = z.object(OTHERS).partial();
const SETTINGS_OF = { asaas: ASAAS, mercadopago: MERCADOPAGO } as const satisfies Record<Provider, object>;

/** All optional at first, since a provider that is not used needs none of them. */
export const PROVIDER_SETTINGS = z.object({ ...ASAAS, ...MERCADOPAGO, ...OTHERS }).partial().shape;

type Settings = z.output<z.ZodObject<typeof PROVIDER_SETTINGS>> & { PAYMENT_PROVIDER: Provider };

type Others = z.output<typeof OTHER_SETTINGS>;

export type Providers = {
  asaas?: z.output<z.ZodObject<typeof ASAAS>> & Others;
  mercadopago?: z.output<z.ZodObject<typeof MERCADOPAGO>> & Others;
};

/**
 * The configured providers. The provider of new payments is required; any other is configured completely or not at all, so that a
 * missing variable fails at start and not at the first refund.
 */
export function providersIn(settings: Settings, context: z.RefinementCtx): Providers {
  const used = PROVIDERS.filter((provider) => isUsed(provider, settings));
  for (const provider of used)
    for (const name of missingOf(provider, settings))
      context.addIssue({ code: 'custom', path: [name], message: `is needed for the payment provider ${provider}` });
  return Object.fromEntries(used.map((provider) => [provider, settings])) as Providers;
}

type SettingName = keyof typeof PROVIDER_SETTINGS;
const namesOf = (provider: Provider): SettingName[] => Object.keys(SETTINGS_OF[provider]) as SettingName[];

const isUsed = (provider: Provider, settings: Settings): boolean =>
  settings.PAYMENT_PROVIDER === provider || namesOf(provider).some((name) => settings[name] !== undefined);

const missingOf = (provider: Provider, settings: Settings): SettingName[] =>
  namesOf(provider).filter((name) => settings[name] === undefined);
