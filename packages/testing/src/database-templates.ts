import { mkdirSync } from 'node:fs';
import type { ServiceName } from '@estampa/kernel/topics';
import { createDatabase, sealTemplate } from '@estampa/stack/infrastructure/databases';
import { migrate } from '@estampa/stack/marketplace';
import { databaseName, PROCESS_NAMES, TOPOLOGY, type Surroundings } from '@estampa/stack/topology';
import { onceInRun } from './once-in-run.ts';
import { currentTestRun } from './test-run.ts';

const PREFIX = 'template_';

/**
 * The name of a database of the run with all tables of the service, and without rows but those of its migrations. A copy takes a tenth
 * of the processor time that the migrations take, which otherwise run a hundred times in a run.
 */
export const templateOf = (name: ServiceName): Promise<string> =>
  onceInRun(`${PREFIX}${name}`, async (directory) => {
    const { infrastructure, secrets, programs } = currentTestRun();
    const database = databaseName(name, PREFIX);
    const url = await createDatabase(infrastructure.postgres.url, {
      name: database,
      password: secrets.databasePassword,
    });
    mkdirSync(directory, { recursive: true });
    const ports = Object.fromEntries(PROCESS_NAMES.map((one) => [one, TOPOLOGY[one].usualPorts]));
    const surroundings = { infrastructure, secrets, directory, ports, prefix: PREFIX, bucket: PREFIX, programs };
    await migrate(name, { ...surroundings, databaseUrls: { [name]: url } } as Surroundings, {});
    await sealTemplate(infrastructure.postgres.url, database);
    return database;
  });
