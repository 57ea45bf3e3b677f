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
  },
};

export const connectDependencies = (config: Config): Dependencies => ({
  transfers: providerOf(config),
  settings: {
    minimumCents: config.PAYOUT_MINIMUM_CENTS,
    oneApproverMaxCents: config.PAYOUT_ONE_APPROVER_MAX_CENTS,
    repeatAfterMs: config.PAYOUT_REPEAT_AFTER_MS,
  },
});

function providerOf({ ASAAS_BASE_URL: baseUrl, ASAAS_API_KEY: apiKey }: Config): TransferProvider | null {
  if (baseUrl === undefined || apiKey === undefined) return null;
  return measured(asaasTransfers({ baseUrl, apiKey }), ['send', 'find', 'findByReference'], (error) =>
    error instanceof ProviderError ? error.failure : 'failed',
  );
}
