import { runService } from '@estampa/kit/service/run-service';
import { readConfig } from './config.ts';
import { consumers } from './consumers/consumers.ts';
import { connectDependencies } from './dependencies.ts';
import { entities } from './db/entities.ts';
import { migrations } from './db/migrations.ts';
import { jobs } from './jobs.ts';
import { services } from './rpc/services.ts';

const config = readConfig();

await runService({
  name: 'payouts',
  config,
  entities,
  migrations,
  dependencies: ({ resources }) => connectDependencies(config, resources),
  services,
  consumers,
  jobs: jobs(config.PAYOUT_RETURNS_EVERY_MS),
  prune: [],
});
