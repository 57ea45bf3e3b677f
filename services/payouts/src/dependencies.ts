import { ProviderError } from '@estampa/kit/provider/provider-error';
import { measured } from '@estampa/kit/telemetry/provider-metrics';
import { asaasTransfers } from './adapters/asaas-transfers.ts';
import type { TransferProvider } from './adapters/transfer-provider.ts';
import { type Config, MINIMUM_CENTS, ONE_APPROVER_MAX_CENTS } from './config.ts';
import type { Dependencies } from './context.ts';
import { REPEAT_AFTER_MS } from './domain/pix-transfer.ts';

/** Without a provider: batches are paid and marked by hand. */
export const BY_HAND: Dependencies = {
  transfers: null,
  settings: {
    minimumCents: MINIMUM_CENTS,
    oneApproverMaxCents: ONE_APPROVER_MAX_CENTS,
    repeatAfterMs: REPEAT_AFTER_MS,
    schedule: null,
  },
};

export const connectDependencies = (config: Config): Dependencies => ({
  transfers: providerOf(config),
  settings: {
    minimumCents: config.PAYOUT_MINIMUM_CENTS,
    oneApproverMaxCents: config.PAYOUT_ONE_APPROVER_MAX_CENTS,
    repeatAfterMs: config.PAYOUT_REPEAT_AFTER_MS,
    schedule: config.PAYOUT_SCHEDULE ?? null,
  },
});

function providerOf(config: Config): TransferProvider | null {
  const { ASAAS_BASE_URL: baseUrl, ASAAS_API_KEY: apiKey, ASAAS_WEBHOOK_TOKEN: token } = config;
  if (baseUrl === undefined || apiKey === undefined || token === undefined) return null;
  const webhookTokens = [token, config.ASAAS_WEBHOOK_OTHER_TOKEN].filter((one) => one !== undefined);
  return measured(
    asaasTransfers({ baseUrl, apiKey, webhookTokens }),
    ['send', 'find', 'findByReference', 'listReturned'],
    (error) => (error instanceof ProviderError ? error.failure : 'failed'),
  );
}
