import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { type ServiceName, TOPICS } from '@estampa/kernel/topics';
import { createDatabase } from './infrastructure/databases.ts';
import type { Addresses, Step } from './infrastructure/infrastructure.ts';
import { createBucket } from './infrastructure/object-store.ts';
import { createTopics } from './infrastructure/topics.ts';
import { HOST, freePort, portOr } from './ports.ts';
import { environmentOf, runOnce } from './processes/node-process.ts';
import { runProcess, type MarketplaceProcess } from './processes/marketplace-process.ts';
import type { Secrets } from './secrets.ts';
import { databaseName, gatewayUrl, isService, ledgerBucket, PROCESS_NAMES, sandboxUrl, TOPOLOGY } from './topology.ts';
import type { ProcessName, ProcessPorts, Surroundings } from './topology.ts';

export interface MarketplaceOptions {
  readonly infrastructure: Addresses;
  readonly secrets: Secrets;
  /** Logs, pid files and the sandbox's memory. */
  readonly directory: string;
  /** Or those that `choosePorts` chose: others can know them before. */
  readonly ports: 'usual' | 'free' | Surroundings['ports'];
  readonly prefix?: string;
  readonly bucket?: string;
  readonly partitions?: number;
  /** Only these processes; all when left out. */
  readonly only?: readonly ProcessName[];
  readonly environment?: Partial<Record<ProcessName | 'all', Record<string, string>>>;
  readonly step?: Step;
  /** Names the database that a service's new one is a copy of; else it is empty. */
  readonly template?: (name: ServiceName) => Promise<string | undefined>;
  /** See `Surroundings`. */
  readonly programs?: string;
  readonly checkout?: string;
}

export interface Marketplace {
  readonly gatewayUrl: string;
  readonly sandboxUrl: string;
  readonly surroundings: Surroundings;
  readonly processes: Readonly<Record<ProcessName, MarketplaceProcess>>;
  /** host:port of a service's gRPC. */
  address(name: ProcessName): string;
  /** The gateway first, so that nothing new comes in; then the services; the sandbox last. */
  stop(): Promise<void>;
}

const PARTITIONS = 3;
const LANES = availableParallelism();
const BUCKET = 'estampa';
/** Who reads or writes the bucket. */
const STORING: readonly ProcessName[] = ['media-render', 'gateway'];

/** The marketplace on a given infrastructure: databases, topics, bucket, then all processes at once. */
export async function startMarketplace(options: MarketplaceOptions): Promise<Marketplace> {
  const { step = (_label, run) => run(), only = PROCESS_NAMES, environment = {} } = options;
  mkdirSync(options.directory, { recursive: true });
  const surroundings = await step('databases, topics, bucket', () => prepare(options, only));

  const overrides = (name: ProcessName) => ({ ...environment.all, ...environment[name] });
  const start = async (name: ProcessName) => {
    const settings = overrides(name);
    if (isService(name) && settings.NODE_ENV === 'production') await migrate(name, surroundings, settings);
    return runProcess(name, surroundings, settings);
  };
  const outcomes = await inLanes(only, LANES, (name) => step(name, () => start(name)));
  const started = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) {
    await stopAll(started);
    throw failure.reason;
  }
  return {
    gatewayUrl: gatewayUrl(surroundings),
    sandboxUrl: sandboxUrl(surroundings),
    surroundings,
    processes: Object.fromEntries(started.map((one) => [one.name, one])) as Marketplace['processes'],
    address: (name) => `${HOST}:${surroundings.ports[name].port}`,
    stop: () => stopAll(started),
  };
}

/** Makes a service's tables: in production a process that serves makes none. Throws with its output when that fails. */
export async function migrate(
  name: ServiceName,
  surroundings: Surroundings,
  settings: Record<string, string>,
): Promise<void> {
  const environment = { ...environmentOf(name, surroundings), ...settings };
  const migrating = runOnce(`services/${name}/src/main.ts`, environment, ['migrate'], surroundings);
  const output = text(migrating.stdout!);
  const [code] = (await once(migrating, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The database of ${name} could not be migrated:\n${await output}`);
}

/** As many at once as there are lanes: starting is mostly computing, so more would only make each one slower. */
async function inLanes<T, R>(
  items: readonly T[],
  lanes: number,
  run: (item: T) => Promise<R>,
): Promise<PromiseSettledResult<R>[]> {
  const outcomes: PromiseSettledResult<R>[] = [];
  const queue = [...items];
  const lane = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      outcomes.push(...(await Promise.allSettled([run(item)])));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return outcomes;
}

async function prepare(options: MarketplaceOptions, only: readonly ProcessName[]): Promise<Surroundings> {
  const { infrastructure, secrets, directory, programs, checkout } = options;
  const { prefix = '', bucket = BUCKET, partitions = PARTITIONS } = options;
  const [ports, databaseUrls] = await Promise.all([
    typeof options.ports === 'string' ? choosePorts(options.ports) : options.ports,
    createDatabases(options, only.filter(isService)),
    createTopics(infrastructure.kafka.brokers, TOPICS, { prefix, partitions }),
    only.some((name) => STORING.includes(name)) && createBucket(infrastructure.objectStore, bucket),
    only.includes('payouts') && createBucket(infrastructure.objectStore, ledgerBucket(bucket)),
  ]);
  const sources = { ...(programs && { programs }), ...(checkout && { checkout }) };
  return { infrastructure, secrets, directory, ports, prefix, bucket, databaseUrls, ...sources };
}

async function createDatabases(
  { infrastructure, secrets, prefix = '', template }: MarketplaceOptions,
  services: readonly ServiceName[],
): Promise<Surroundings['databaseUrls']> {
  const create = async (name: ServiceName) => {
    const access = { name: databaseName(name, prefix), password: secrets.databasePassword };
    return [name, await createDatabase(infrastructure.postgres.url, access, await template?.(name))] as const;
  };
  return Object.fromEntries(await Promise.all(services.map(create)));
}

export async function choosePorts(kind: 'usual' | 'free'): Promise<Surroundings['ports']> {
  const choose = (usual: number) => (kind === 'usual' ? portOr(usual) : freePort());
  const chosen = PROCESS_NAMES.map(async (name): Promise<[ProcessName, ProcessPorts]> => {
    const { usualPorts } = TOPOLOGY[name];
    const port = await choose(usualPorts.port);
    // The sandbox has one port for everything.
    return [name, { port, opsPort: usualPorts.opsPort === usualPorts.port ? port : await choose(usualPorts.opsPort) }];
  });
  return Object.fromEntries(await Promise.all(chosen)) as Surroundings['ports'];
}

async function stopAll(processes: readonly MarketplaceProcess[]): Promise<void> {
  const named = (name: ProcessName) => processes.find((one) => one.name === name);
  await named('gateway')?.stop();
  await Promise.all(processes.filter((one) => isService(one.name)).map((one) => one.stop()));
  await named('sandbox')?.stop();
}
