import { storageKeysOf } from '@estampa/kit/service/storage-config';
import { ObjectHeadStore } from './adapters/head-store.ts';
import type { Config } from './config.ts';
import type { Dependencies } from './context.ts';

/** What lies beyond this service: a bucket for heads of the ledger's chain, where one is named. */
export function connectDependencies(config: Config, resources: AsyncDisposableStack): Dependencies {
  const { LEDGER_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region } = config;
  if (!bucket || !endpoint || !region) return { heads: null };
  return { heads: resources.use(new ObjectHeadStore({ endpoint, region, keys: storageKeysOf(config), bucket })) };
}
