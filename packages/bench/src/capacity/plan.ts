import { SERVICE_NAMES } from '@estampa/kernel/topics';
import type { Costs } from '../report/case-costs.ts';
import { busy, HEADROOM, perSecondAtPeak, PROCESSES, SERVERS, type Share, sum } from './demand.ts';
import { PRODUCTION } from './production.ts';

export interface Measured {
  readonly costs: ReadonlyMap<string, Costs>;
  /** Round trips of each case by service: what PostgreSQL does is divided among databases as they are. */
  readonly trips: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

export interface Plan {
  /** Cores busy at the peak. */
  readonly cores: ReadonlyMap<string, number>;
  readonly replicas: ReadonlyMap<string, number>;
  /** Cores of PostgreSQL busy at the peak, by database. */
  readonly databases: ReadonlyMap<string, number>;
  readonly connections: number;
  readonly partitions: number;
  readonly gibibytesPerYear: number;
  /** What part of what the production values allow is needed; the most first. */
  readonly needs: readonly { readonly what: string; readonly part: number }[];
}

/** One may be lost with its node. */
const REPLICAS_MIN = 3;
/** JavaScript is one thread; images and passwords have threads of their own, up to the limit of a container. */
const CORES_OF_REPLICA = 1;
const CORES_OF_THREADED = 2;
const THREADED: readonly string[] = ['identity', 'media-render'];
/** Of requests, consumers and jobs, the relay, and the readiness check: docs/operations/scale.md. */
const CONNECTIONS_OF_REPLICA = 16;
/** Settled writes that one partition of one service applies in a second; measured, docs/operations/scale.md. */
const WRITES_OF_PARTITION = 70;
/** Rows and indexes of all databases that an order of 2.6 items leaves for good, measured on the bench's data at scale 1, and its 14 transfers in the ledger. */
const BYTES_OF_ORDER = 10_300 + 14 * 240;
const DAYS = 365;
const GIBIBYTE = 1024 ** 3;
const WRITES = 'writes of sellers';
const ORDERS = 'orders';

/** What a day needs at its peak: twice what is busy, since times grow where more than half is. */
export function planOf(day: readonly Share[], measured: Measured): Plan {
  const { costs } = measured;
  const cores = new Map(PROCESSES.map((name) => [name, sum(day.map((share) => busy(costs, share, name)))]));
  const replicas = new Map(
    PROCESSES.filter((name) => !SERVERS.includes(name)).map((name) => [name, replicasFor(name, cores.get(name)!)]),
  );
  const databases = databasesOf(day, measured);
  const connections = sum(SERVICE_NAMES.map((name) => replicas.get(name)! * CONNECTIONS_OF_REPLICA));
  const rateOf = (name: string) => sum(day.filter(({ what }) => what === name).map(perSecondAtPeak));
  const partitions = Math.ceil((HEADROOM * rateOf(WRITES)) / WRITES_OF_PARTITION);
  const orders = day.find(({ what }) => what === ORDERS)?.perDay ?? 0;
  const gibibytesPerYear = (orders * DAYS * BYTES_OF_ORDER) / GIBIBYTE;
  const needs = [
    { what: 'cores of PostgreSQL', part: (HEADROOM * cores.get('postgres')!) / PRODUCTION.postgresCores },
    { what: 'partitions', part: partitions / PRODUCTION.partitions },
    { what: 'disk of PostgreSQL after a year', part: gibibytesPerYear / PRODUCTION.postgresGibibytes },
    ...[...replicas]
      .filter(([, count]) => count > REPLICAS_MIN)
      .map(([name, count]) => ({ what: `replicas of ${name}`, part: count / replicasMax(name) })),
  ].toSorted((one, other) => other.part - one.part);
  return { cores, replicas, databases, connections, partitions, gibibytesPerYear, needs };
}

const replicasMax = (name: string): number => PRODUCTION.replicasMax[name] ?? PRODUCTION.replicasMax['*']!;

function replicasFor(name: string, cores: number): number {
  const ofOne = THREADED.includes(name) ? CORES_OF_THREADED : CORES_OF_REPLICA;
  return Math.max(REPLICAS_MIN, Math.ceil((HEADROOM * cores) / ofOne));
}

/** Work of PostgreSQL by database, in proportion to the round trips that each case makes there. */
function databasesOf(day: readonly Share[], { costs, trips }: Measured): ReadonlyMap<string, number> {
  const databases = new Map<string, number>();
  for (const share of day)
    for (const name of share.cases) {
      const ofCase = trips.get(name) ?? new Map<string, number>();
      const all = sum(ofCase.values());
      const cores = busy(costs, { ...share, cases: [name] }, 'postgres');
      for (const [service, count] of ofCase)
        databases.set(service, (databases.get(service) ?? 0) + (cores * count) / all);
    }
  return new Map([...databases].toSorted(([, one], [, other]) => other - one));
}
