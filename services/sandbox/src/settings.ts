import { z } from 'zod';
import type { Config } from './config.ts';
import { ACCESS_TOKEN_SECONDS } from './domain/grant.ts';
import { REVERSAL_TYPES } from './domain/statement.ts';
import { EQUAL_TRANSFER_MS } from './domain/transfer.ts';

const LATENCY_MAX_MS = 60_000;
const LAG_MAX_MS = 3_600_000;
const WINDOW_MAX_MS = 43_200_000;
const REQUESTS_MAX = 1_000_000;
const BACKOFFS_MAX = 20;
const PAUSE_MAX_MS = 86_400_000;
const balance = z.int().optional();

const url = z.url({ protocol: /^https?$/ }).nullable();
const Quota = z.strictObject({
  requests: z.int().min(0).max(REQUESTS_MAX),
  windowMs: z.int().min(1).max(WINDOW_MAX_MS),
});

const SETTINGS = {
  asaasWebhookUrl: url,
  /** Of transfers; null: the same as of payments. */
  asaasTransferWebhookUrl: url,
  /** Where Asaas asks whether a transfer may leave; null: it does not ask. */
  asaasApprovalUrl: url,
  mercadopagoWebhookUrl: url,
  melhorenvioWebhookUrl: url,
  webhookBackoffMs: z.array(z.int().min(0).max(PAUSE_MAX_MS)).min(1).max(BACKOFFS_MAX),
  /** Before every response of a provider. */
  latencyMs: z.int().min(0).max(LATENCY_MAX_MS),
  /** What was made less than this ago is in no search yet. */
  searchLagMs: z.int().min(0).max(LAG_MAX_MS),
  /** Requests per window that a provider accepts; further ones get 429. */
  quotas: z.strictObject({ asaas: Quota, mercadopago: Quota, melhorenvio: Quota }).partial(),
  /**
   * The account's balance in cents. Payments add to it and refunds take from it; without a setting there is always
   * enough. Melhor Envio's wallet pays for labels, and gets their cost back when they are cancelled.
   */
  balances: z.strictObject({ asaas: balance, mercadopago: balance, melhorenvio: balance }),
  /** How long Melhor Envio's access tokens are good from now on. */
  melhorenvioTokenSeconds: z.int().min(1).max(ACCESS_TOKEN_SECONDS),
  /** From the order to generate a label until it is. */
  melhorenvioGenerationMs: z.int().min(0).max(LAG_MAX_MS),
  /** How long a tracking response is cached. */
  melhorenvioTrackingCacheMs: z.int().min(0).max(LAG_MAX_MS),
  /** What the statement calls a Pix that went back. */
  asaasPixReversalType: z.enum(REVERSAL_TYPES),
  asaasMinimumChargeCents: z.int().min(0),
  /** What a new transfer costs. */
  asaasTransferFeeCents: z.int().min(0),
  /** For so long a transfer of as much to the same key is rejected with 409; 0: never. */
  asaasEqualTransferMs: z.int().min(0).max(LAG_MAX_MS),
  /** Where Asaas sends buyers back to: the domain in the account's data, or below it; null: anywhere. */
  asaasRegisteredDomain: z.string().min(1).nullable(),
};

export const NewSettings = z.strictObject(SETTINGS).partial();

/** What a tool may change while the sandbox runs. */
export type Settings = z.output<z.ZodObject<typeof SETTINGS>>;

export const usualSettings = (config: Config): Settings => ({
  asaasWebhookUrl: config.asaas.webhookUrl,
  asaasTransferWebhookUrl: config.asaas.transferWebhookUrl,
  asaasApprovalUrl: config.asaas.approvalUrl,
  mercadopagoWebhookUrl: config.mercadopago.webhookUrl,
  melhorenvioWebhookUrl: config.melhorenvio.webhookUrl,
  webhookBackoffMs: [...config.webhookBackoffMs],
  latencyMs: 0,
  searchLagMs: 0,
  quotas: {},
  balances: {},
  melhorenvioTokenSeconds: ACCESS_TOKEN_SECONDS,
  melhorenvioGenerationMs: 0,
  melhorenvioTrackingCacheMs: 0,
  asaasPixReversalType: 'PAYMENT_REVERSAL',
  asaasMinimumChargeCents: config.asaas.minimumChargeCents,
  asaasTransferFeeCents: 0,
  asaasEqualTransferMs: EQUAL_TRANSFER_MS,
  asaasRegisteredDomain: config.asaas.registeredDomain,
});
