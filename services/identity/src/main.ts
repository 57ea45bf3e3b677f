import { runService } from '@estampa/kit/service/run-service';
import { readConfig } from './config.ts';
import { entities } from './db/entities.ts';
import { migrations } from './db/migrations.ts';
import { jobs } from './jobs.ts';
import { connectDependencies } from './dependencies.ts';
import { prune } from './prune.ts';
import { services } from './rpc/services.ts';
import { makeFirstAdmin } from './usecases/users/make-first-admin.ts';
import { publishSigningKeys } from './usecases/keys/publish-signing-keys.ts';

const config = readConfig();

await runService({
  name: 'identity',
  config,
  entities,
  migrations,
  dependencies: (given) => connectDependencies(config, given),
  services,
  consumers: [],
  jobs,
  prune,
  async prepare(context) {
    await publishSigningKeys(context);
    await makeFirstAdmin(context, config);
  },
});
