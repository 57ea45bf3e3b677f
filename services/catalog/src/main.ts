import { runService } from '@estampa/kit/service/run-service';
import { readConfig } from './config.ts';
import { consumers } from './consumers/consumers.ts';
import { FORGOTTEN_IMAGES } from './db/completed-template-image-repository.ts';
import { FORGOTTEN_IMPORTS } from './db/template-import-repository.ts';
import { entities } from './db/entities.ts';
import { migrations } from './db/migrations.ts';
import { connectDependencies } from './dependencies.ts';
import { jobs } from './jobs.ts';
import { services } from './rpc/services.ts';

const config = readConfig();

await runService({
  name: 'catalog',
  config,
  entities,
  migrations,
  dependencies: ({ connect }) => connectDependencies(config, connect),
  services,
  consumers,
  jobs,
  prune: [FORGOTTEN_IMAGES, FORGOTTEN_IMPORTS],
});
