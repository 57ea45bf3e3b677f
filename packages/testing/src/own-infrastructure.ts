import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Addresses } from '@estampa/stack/infrastructure/infrastructure';
import { startKafka } from '@estampa/stack/infrastructure/kafka';
import { startPostgres } from '@estampa/stack/infrastructure/postgres';
import { freePort } from '@estampa/stack/ports';
import type { Restartable } from '@estampa/stack/processes/restartable';
import { currentTestRun } from './test-run.ts';

export type OwnServer = 'postgres' | 'kafka';

/** The shared servers of the run, with the test's own in place of some of them. */
export interface OwnInfrastructure<Name extends OwnServer> extends Addresses, AsyncDisposable {
  /** Stop, freeze, thaw and restart them at will: port and data stay. */
  readonly servers: Readonly<Record<Name, Restartable>>;
  stop(): Promise<void>;
}

/** What the usual broker does after a week. */
const FORGETFUL = {
  'transactional.id.expiration.ms': '20000',
  'transaction.remove.expired.transaction.cleanup.interval.ms': '500',
};

const START = {
  kafka: async (directory: string) => startKafka({ directory, port: await freePort(), settings: FORGETFUL }),
  postgres: async (directory: string) => {
    const password = currentTestRun().secrets.postgresPassword;
    return startPostgres({ directory, port: await freePort(), password });
  },
};

/** Servers that one test may break without breaking the others' ones. */
export async function startOwnInfrastructure<Name extends OwnServer>(
  ...names: readonly Name[]
): Promise<OwnInfrastructure<Name>> {
  const run = currentTestRun();
  mkdirSync(run.directory, { recursive: true });
  const directory = mkdtempSync(join(run.directory, 'own-'));
  const started = await Promise.all(names.map(async (name) => ({ name, ...(await START[name](directory)) })));
  const servers = started.flatMap(({ server }) => (server ? [server] : []));
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(directory, { recursive: true, force: true });
  };
  return {
    ...run.infrastructure,
    ...Object.fromEntries(started.map(({ name, address }) => [name, address])),
    servers: Object.fromEntries(started.map(({ name, server }) => [name, server])) as Record<Name, Restartable>,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
