import { ProviderError } from '@estampa/kit/provider/provider-error';
import { storageKeysOf } from '@estampa/kit/service/storage-config';
import { measured } from '@estampa/kit/telemetry/provider-metrics';
import { asaasTransfers } from './adapters/asaas-transfers.ts';
import { type HeadStore, ObjectHeadStore } from './adapters/head-store.ts';
import type { TransferProvider } from './adapters/transfer-provider.ts';
import { type Config, MINIMUM_CENTS, ONE_APPROVER_MAX_CENTS } from './config.ts';
import type { Dependencies } from './context.ts';
import { REPEAT_AFTER_MS } from './domain/pix-transfer.ts';

/** Without a provider: batches are paid and marked by hand. */
export const BY_HAND: Dependencies = {
  transfers: null,
  heads: null,
  settings: {
    minimumCents: MINIMUM_CENTS,
    oneApproverMaxCents: ONE_APPROVER_MAX_CENTS,
    repeatAfterMs: REPEAT_AFTER_MS,
    schedule: null,
  },
};

/** What lies beyond this service: who sends money, and a bucket for heads of the ledger's chain, where they are named. */
export const connectDependencies = (config: Config, resources: AsyncDisposableStack): Dependencies => ({
  transfers: providerOf(config),
  heads: headStoreOf(config, resources),
  settings: {
    minimumCents: config.PAYOUT_MINIMUM_CENTS,
    oneApproverMaxCents: config.PAYOUT_ONE_APPROVER_MAX_CENTS,
    repeatAfterMs: config.PAYOUT_REPEAT_AFTER_MS,
    schedule: config.PAYOUT_SCHEDULE ?? null,
  },
});

function headStoreOf(config: Config, resources: AsyncDisposableStack): HeadStore | null {
  const { LEDGER_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region } = config;
  if (!bucket || !endpoint || !region) return null;
  return resources.use(new ObjectHeadStore({ endpoint, region, keys: storageKeysOf(config), bucket }));
}

function providerOf(config: Config): TransferProvider | null {
  const { ASAAS_BASE_URL: baseUrl, ASAAS_API_KEY: apiKey, ASAAS_WEBHOOK_TOKEN: token } = config;
  if (baseUrl === undefined || apiKey === undefined || token === undefined) return null;
  const webhookTokens = [token, config.ASAAS_WEBHOOK_OTHER_TOKEN].filter((one) => one !== undefined);
  return measured(
    asaasTransfers({ baseUrl, apiKey, webhookTokens }),
    ['send', 'find', 'list', 'listReturned'],
    (error) => (error instanceof ProviderError ? error.failure : 'failed'),
  );
}
