import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { takeLock } from '@estampa/stack/checkout-lock';
import { generateContracts } from '@estampa/stack/commands/gen';
import {
  startInfrastructure,
  type Addresses,
  type Infrastructure,
  type Step,
} from '@estampa/stack/infrastructure/infrastructure';
import { startMarketplace, type Marketplace } from '@estampa/stack/marketplace';
import { BENCH } from '@estampa/stack/paths';
import { writePrivateFile } from '@estampa/stack/private-file';
import { bundleLibraries } from '@estampa/stack/processes/bundled-libraries';
import { fillCompileCache } from '@estampa/stack/processes/compile-cache';
import { stopLeftovers } from '@estampa/stack/processes/leftovers';
import { isAlive, processIdentity } from '@estampa/stack/processes/process-table';
import { readOrMakeSecrets } from '@estampa/stack/secrets';
import type { ProcessName } from '@estampa/stack/topology';

export interface BenchStack {
  /** Data, logs and whatever else belongs to this stack. */
  readonly directory: string;
  readonly marketplace: Marketplace;
  readonly addresses: Addresses;
  /** By the names that reports use. */
  readonly pids: ReadonlyMap<string, number>;
  /** The time until every process was ready. */
  readonly startMs: number;
  readonly isFresh: boolean;
  end(): Promise<void>;
}

interface StackOptions {
  /** One for each program that starts stacks; by default the bench's. */
  readonly directory?: string;
  /** Servers and data stay for the next run; the services are started anew each time, from what the sources are then. */
  readonly keep?: boolean;
  /** Unless what was kept is of no use. */
  readonly reuses?: boolean;
  readonly kafkaDriver: string;
  readonly step: Step;
  /** Of single processes, beside what production needs. */
  readonly environment?: Partial<Record<ProcessName | 'all', Record<string, string>>>;
}

interface Reused {
  readonly addresses: Addresses;
  readonly servers: readonly { name: string; pid: number; identity: string | undefined }[];
}

const REUSED_FILE = 'kept.json';
// Checkouts send their own amounts: quotes are cached for ten minutes, so otherwise the sandbox's speed would be
// measured.
export const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_TLS: 'disable',
  GRPC_TLS: 'off',
  RATE_LIMITS: 'off',
  CHECKOUT_CLIENT_AMOUNTS: 'on',
};
// A server that is read as in production finds its data in its own memory; large data are sown between few checkpoints.
const POSTGRES_SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  shared_buffers: '1GB',
  max_wal_size: '8GB',
};

/** The stack as it runs in production, on data and ports of its own. */
export async function startBenchStack({
  directory = BENCH,
  keep = false,
  reuses = true,
  kafkaDriver,
  step,
  environment = {},
}: StackOptions): Promise<BenchStack> {
  const lock = takeLock(directory);
  if (!lock) throw new Error('Another run in this checkout uses the same data: wait for it or end it first.');
  try {
    await Promise.all([step('contracts', generateContracts), step('libraries', bundleLibraries)]);
    const reused = keep && reuses ? findReused(directory) : undefined;
    if (!reused) await dropAll(directory);
    const secrets = readOrMakeSecrets(join(directory, 'secrets.json'));
    await step('compile cache', () => fillCompileCache('processes'));
    const begin = performance.now();
    const infrastructure = reused
      ? undefined
      : await startInfrastructure({
          directory,
          secrets,
          ports: 'free',
          step,
          postgresSettings: POSTGRES_SETTINGS,
        });
    const addresses = reused?.addresses ?? addressesOf(infrastructure!);
    const servers = reused?.servers ?? serversOf(infrastructure!);
    const marketplace = await startMarketplace({
      infrastructure: addresses,
      secrets,
      directory,
      ports: 'free',
      step,
      // The sandbox rejects to be production; it stands for providers elsewhere, so its mode says nothing. Its pages are its own:
      // a gateway in production passes none on.
      environment: {
        ...environment,
        // Rows are sown past the ledger's chain.
        payouts: { LEDGER_BUCKET: '', ...environment.payouts },
        all: { ...PRODUCTION, KAFKA_DRIVER: kafkaDriver, ...environment.all },
        sandbox: { NODE_ENV: 'development', PUBLIC_URL: '' },
      },
    });
    const processes = Object.values(marketplace.processes);
    return {
      directory,
      marketplace,
      addresses,
      pids: new Map([...processes, ...servers].map(({ name, pid }) => [name, pid])),
      startMs: performance.now() - begin,
      isFresh: !reused,
      async end() {
        await marketplace.stop();
        if (keep) {
          if (infrastructure) reuseServers(directory, infrastructure, { addresses, servers });
        } else {
          await infrastructure?.stop();
          await dropAll(directory);
        }
        lock.release();
      },
    };
  } catch (error) {
    await dropAll(directory);
    lock.release();
    throw error;
  }
}

/** Stops whatever a run has started and drops its data. */
export async function dropAll(directory = BENCH): Promise<void> {
  await stopLeftovers(directory);
  for (const name of ['kafka', 'postgres', 's3', 'sandbox', 'postgres.password', REUSED_FILE, 'world.json'])
    rmSync(join(directory, name), { recursive: true, force: true });
}

function findReused(directory: string): Reused | undefined {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, REUSED_FILE);
  if (!existsSync(file)) return undefined;
  const reused = JSON.parse(readFileSync(file, 'utf8')) as Reused;
  return reused.servers.every(({ pid, identity }) => identity !== undefined && isAlive(pid, identity))
    ? reused
    : undefined;
}

function reuseServers(directory: string, infrastructure: Infrastructure, reused: Reused): void {
  for (const server of Object.values(infrastructure.servers)) server.release();
  writePrivateFile(join(directory, REUSED_FILE), JSON.stringify(reused));
}

const addressesOf = ({ postgres, kafka, objectStore, mail }: Infrastructure): Addresses => ({
  postgres,
  kafka,
  objectStore,
  mail,
});

const serversOf = ({ servers }: Infrastructure): Reused['servers'] =>
  Object.entries(servers).map(([name, { pid }]) => ({ name, pid, identity: processIdentity(pid) }));
