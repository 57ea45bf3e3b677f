import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { SERVICE_NAMES, TOPICS, type ServiceName } from '@estampa/kernel/topics';
import { dropDatabase } from '@estampa/stack/infrastructure/databases';
import type { Addresses } from '@estampa/stack/infrastructure/infrastructure';
import { deleteTopics } from '@estampa/stack/infrastructure/topics';
import * as stack from '@estampa/stack/marketplace';
import { addressVariable, databaseName, type ProcessName } from '@estampa/stack/topology';
import { expect } from 'vitest';
import { templateOf } from './database-templates.ts';
import { sharedIn } from './folder-end.ts';
import { mustAddUp } from './ledger-check.ts';
import { type Shared, sharedMarketplace } from './shared-marketplace.ts';
import { serviceView, type ServiceView } from './service-view.ts';
import { currentTestRun } from './test-run.ts';
import { TopicProbe } from './topic-probe.ts';

export interface MarketplaceOptions {
  /** Only these processes; all of them when left out. */
  readonly only?: readonly ProcessName[];
  /** Variables that differ from the usual, per process or for `all`. */
  readonly environment?: Partial<Record<ProcessName | 'all', Record<string, string>>>;
  /** Of each topic; 1 when left out. */
  readonly partitions?: number;
  /** Second replicas of this marketplace's processes, on its databases, topics and bucket. */
  readonly replicasOf?: TestMarketplace;
  /** Servers other than the shared ones: see `startOwnInfrastructure`. */
  readonly infrastructure?: Addresses;
  /** What its databases begin with, and where objects are, other than empty ones of its own. */
  readonly template?: stack.MarketplaceOptions['template'];
  readonly bucket?: string;
}

export interface TestMarketplace extends stack.Marketplace, AsyncDisposable {
  readonly topics: TopicProbe;
  /** The inbox: `GET <mailUrl>/email` lists what was sent, also by other tests. */
  readonly mailUrl: string;
  service(name: ServiceName): ServiceView;
}

const SUFFIX_BYTES = 4;
/** Hundreds of accounts are made in a run, and nothing depends on what a guess at their passwords would cost. */
const CHEAP_HASHES = { IDENTITY_ARGON2_MEMORY_KIB: '1024', IDENTITY_ARGON2_PASSES: '1' };

/** A marketplace of one's own on the shared servers: own databases, topics, bucket and ports. */
export async function startMarketplace(options: MarketplaceOptions = {}): Promise<TestMarketplace> {
  const run = currentTestRun();
  const marketplace = await launch(options);
  const { prefix, infrastructure } = marketplace.surroundings;
  const clearing = !run.isDisposable && !options.replicasOf;
  return observed(marketplace, {
    isLedgerComplete: !options.replicasOf,
    clear: async () => (clearing ? clear(prefix, infrastructure, run.infrastructure) : undefined),
  });
}

/** One that other test files use, too: see `sharedMarketplace`. */
export const startSharedMarketplace = async (options: Shared = {}): Promise<TestMarketplace> =>
  observed(await sharedMarketplace(options, folderOfTest(), () => launch(options, sharedIn(folderOfTest()))), {
    isLedgerComplete: true,
    clear: async () => undefined,
  });

const ofThisWorker = new Map<string, Promise<stack.Marketplace>>();

/**
 * One that the test files of this worker use, one after the other; it ends with those of their folder. Unlike one that all workers
 * share, it may be locked, watched, and stopped if it is restarted; a test counts nothing but its own, as earlier files leave their records behind.
 */
export async function startWorkerMarketplace(options: Shared = {}): Promise<TestMarketplace> {
  const folder = folderOfTest();
  const key = JSON.stringify([folder, options]);
  const started = ofThisWorker.get(key) ?? launch(options, sharedIn(folder));
  ofThisWorker.set(key, started);
  const marketplace = { ...(await started), stop: async () => undefined };
  return observed(marketplace, { isLedgerComplete: true, clear: async () => undefined });
}

const folderOfTest = (): string => dirname(expect.getState().testPath!);

/** In a directory whose name begins so. */
function launch(options: MarketplaceOptions, begins = ''): Promise<stack.Marketplace> {
  const run = currentTestRun();
  const { replicasOf, only, environment } = options;
  const { infrastructure = replicasOf?.surroundings.infrastructure ?? run.infrastructure } = options;
  const prefix = replicasOf?.surroundings.prefix ?? `t${randomSuffix()}_`;
  return stack.startMarketplace({
    partitions: 1,
    ...options,
    environment: {
      ...environment,
      all: { ...peersOf(options), ...environment?.all },
      identity: { ...CHEAP_HASHES, ...environment?.identity },
    },
    infrastructure,
    secrets: run.secrets,
    directory: join(
      run.directory,
      begins + prefix + (replicasOf ? `replicas-${randomSuffix()}` : (only?.[0] ?? 'all')),
    ),
    ...(run.programs && { programs: run.programs }),
    ports: 'free',
    prefix,
    // A server that outlives the run could have templates of other migrations.
    ...(run.isDisposable &&
      !options.template &&
      infrastructure.postgres.url === run.infrastructure.postgres.url && { template: templateOf }),
    bucket: options.bucket ?? `estampa-${prefix.slice(0, -1)}`,
  });
}

type Ending = { isLedgerComplete: boolean; clear(): Promise<void> };

function observed(marketplace: stack.Marketplace, ending: Ending): TestMarketplace {
  const { infrastructure, prefix, databaseUrls } = marketplace.surroundings;
  const topics = new TopicProbe(infrastructure.kafka.brokers, prefix);
  const views = new Map<ServiceName, ServiceView>();
  const service = (name: ServiceName) => {
    const view = views.get(name) ?? serviceView(marketplace, name, topics);
    views.set(name, view);
    return view;
  };

  const stop = async () => {
    const ledger = ending.isLedgerComplete ? databaseUrls.payouts : undefined;
    const added = await Promise.allSettled(ledger === undefined ? [] : [mustAddUp(ledger)]);
    await Promise.all([...views.values()].map((view) => view.close()));
    await Promise.all([topics[Symbol.asyncDispose](), marketplace.stop()]);
    await ending.clear();
    for (const outcome of added) if (outcome.status === 'rejected') throw outcome.reason;
  };
  const mailUrl = infrastructure.mail.webUrl ?? '';
  return { ...marketplace, topics, mailUrl, service, stop, [Symbol.asyncDispose]: stop };
}

const randomSuffix = (): string => randomBytes(SUFFIX_BYTES).toString('hex');

/** Replicas call each other where they are there, and the first marketplace's services otherwise. */
function peersOf({ replicasOf, only }: MarketplaceOptions): Record<string, string> {
  const others = replicasOf && only ? SERVICE_NAMES.filter((name) => !only.includes(name)) : [];
  return Object.fromEntries(others.map((name) => [addressVariable(name), replicasOf!.address(name)]));
}

/** A test throws its own servers away by itself. */
async function clear(prefix: string, used: Addresses, shared: Addresses): Promise<void> {
  if (used.postgres.url === shared.postgres.url)
    await Promise.all(SERVICE_NAMES.map((name) => dropDatabase(shared.postgres.url, databaseName(name, prefix))));
  if (used.kafka.brokers === shared.kafka.brokers) await deleteTopics(shared.kafka.brokers, TOPICS, prefix);
}
