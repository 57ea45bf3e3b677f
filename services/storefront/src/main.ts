import { runService } from '@estampa/kit/service/run-service';
import { readConfig } from './config.ts';
import { consumers } from './consumers/consumers.ts';
import { migrations } from './db/migrations.ts';
import { oldChanges } from './db/page-change-repository.ts';
import { OLD_SALES } from './db/sale-repository.ts';
import { jobs } from './jobs.ts';
import { services } from './rpc/services.ts';

const config = readConfig();

await runService({
  name: 'storefront',
  config,
  migrations,
  dependencies: () => ({
    cdnUrl: config.CDN_URL,
    isCollecting: false,
    hasReplica: config.DATABASE_READ_URL !== undefined,
  }),
  services,
  consumers,
  jobs,
  prune: [oldChanges(config), ...OLD_SALES],
});
