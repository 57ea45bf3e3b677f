import { runService } from '@estampa/kit/service/run-service';
import { readConfig } from './config.ts';
import { consumers } from './consumers/consumers.ts';
import { ENDED_TOKENS } from './db/carrier-token-repository.ts';
import { entities } from './db/entities.ts';
import { migrations } from './db/migrations.ts';
import { jobs } from './jobs.ts';
import { connectDependencies } from './dependencies.ts';
import { services } from './rpc/services.ts';

const config = readConfig();

await runService({
  name: 'fulfillment-shipping',
  config,
  entities,
  migrations,
  dependencies: (given) => connectDependencies(config, given),
  services,
  consumers,
  jobs: jobs(config.TRACKING_POLL_MS),
  prune: [ENDED_TOKENS],
});
