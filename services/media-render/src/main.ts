import { runService } from '@estampa/kit/service/run-service';
import { readConfig } from './config.ts';
import { consumers } from './consumers/consumers.ts';
import { entities } from './db/entities.ts';
import { migrations } from './db/migrations.ts';
import { jobs } from './jobs.ts';
import { connectDependencies } from './dependencies.ts';
import { prune } from './prune.ts';
import { services } from './rpc/services.ts';

const config = readConfig();

await runService({
  name: 'media-render',
  config,
  entities,
  migrations,
  dependencies: ({ resources }) => connectDependencies(config, resources),
  services,
  consumers,
  jobs: jobs(config.DISCARD_EVERY_MS),
  prune,
  checks: ({ store }) => [() => store.check()],
});
