import { baseUrl, milliseconds, peerConfig, readEnv, serviceConfig, signatureKeys } from '@estampa/kit/service/config';
import { z } from 'zod';
import { PROVIDER_FEE_BEARERS } from './domain/order.ts';
import { FISCAL_SETTINGS, fiscalIn } from './fiscal-settings.ts';
import { PROVIDER_SETTINGS, PROVIDERS, providersIn } from './provider-settings.ts';

const RECOVER_AFTER_MS = 5_000;
/** Together with the requests to other services before it, this is below the deadline of the complete call. */
const ATTEMPT_TIMEOUT_MS = 3_000;

const EXPIRES_DAYS = 7;
const EXPIRES_BOLETO_DAYS = 10;
/** A charge is checked in the background for this long. */
const EXPIRES_DAYS_MAX = 60;
const days = z.coerce.number().int().min(1).max(EXPIRES_DAYS_MAX);

export const readConfig = () =>
  readEnv(
    z
      .object({
        ...serviceConfig,
        IDENTITY_ADDRESS: peerConfig.IDENTITY_ADDRESS,
        CATALOG_ADDRESS: peerConfig.CATALOG_ADDRESS,
        STOREFRONT_ADDRESS: peerConfig.STOREFRONT_ADDRESS,
        FULFILLMENT_SHIPPING_ADDRESS: peerConfig.FULFILLMENT_SHIPPING_ADDRESS,
        PAYOUTS_ADDRESS: peerConfig.PAYOUTS_ADDRESS,
        PAYMENT_PROVIDER: z.enum(PROVIDERS),
        ...PROVIDER_SETTINGS,
        ...FISCAL_SETTINGS,
        CHECKOUT_RETURN_URL: z.url({ protocol: /^https?$/ }),
        /** Whether a checkout states the shipping price and discount itself; off in production by default. */
        CHECKOUT_CLIENT_AMOUNTS: z.enum(['on', 'off']).optional(),
        /** Who bears what providers keep of charges; frozen by each checkout. */
        PROVIDER_FEE_BEARER: z.enum(PROVIDER_FEE_BEARERS).default('platform'),
        /** After this many days an unpaid order is cancelled with its charge; a boleto has a few more. */
        CHECKOUT_EXPIRES_DAYS: days.default(EXPIRES_DAYS),
        CHECKOUT_EXPIRES_BOLETO_DAYS: days.default(EXPIRES_BOLETO_DAYS),
        /** Keys that verify shipping quotes; fulfillment-shipping signs with the same ones. */
        SHIPPING_QUOTE_KEYS: signatureKeys,
        /** Keys of the links to receipts: the first signs, all are accepted. None: there are no such links. */
        RECEIPT_KEYS: signatureKeys,
        /** The gateway's address of receipts; a link adds a slash and its token. */
        RECEIPT_URL: baseUrl.optional(),
        PAYMENT_RECOVER_AFTER_MS: milliseconds.default(RECOVER_AFTER_MS),
        PAYMENT_ATTEMPT_TIMEOUT_MS: milliseconds.default(ATTEMPT_TIMEOUT_MS),
      })
      .refine(({ RECEIPT_KEYS, RECEIPT_URL }) => RECEIPT_KEYS.length === 0 || RECEIPT_URL, {
        path: ['RECEIPT_URL'],
        message: 'must be given together with RECEIPT_KEYS',
      })
      .transform((settings, context) => ({
        ...settings,
        providers: providersIn(settings, context),
        fiscal: fiscalIn(settings, context),
      })),
    process.env,
  );

export type Config = ReturnType<typeof readConfig>;
