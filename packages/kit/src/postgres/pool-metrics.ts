import type { Pool, PoolClient } from 'pg';
import { Gauge } from 'prom-client';
import { poolWait } from '../telemetry/metrics.ts';

const pools = new Set<Pool>();
const sum = (count: (pool: Pool) => number): number => [...pools].reduce((total, pool) => total + count(pool), 0);

export const poolConnections = new Gauge({
  name: 'db_pool_connections',
  help: 'Connections to the database',
  labelNames: ['state'],
  collect() {
    this.set(
      { state: 'idle' },
      sum(({ idleCount }) => idleCount),
    );
    this.set(
      { state: 'in_use' },
      sum(({ totalCount, idleCount }) => totalCount - idleCount),
    );
  },
});

export const poolWaiting = new Gauge({
  name: 'db_pool_waiting',
  help: 'Who waits for a connection to the database',
  collect() {
    this.set(sum(({ waitingCount }) => waitingCount));
  },
});

export const poolMax = new Gauge({
  name: 'db_pool_max_connections',
  help: 'Maximum of database connections of this process',
  collect() {
    this.set(sum(({ options }) => options.max));
  },
});

type Connected = (error: Error | undefined, client: PoolClient | undefined, release: () => void) => void;

/** Counts what a pool has and how long its connections are waited for. */
export function watchPool(pool: Pool): void {
  pools.add(pool);
  const connect = pool.connect.bind(pool) as (connected: Connected) => void;
  const watched = (connected: Connected): void => {
    const seconds = poolWait.startTimer();
    connect((error, client, release) => {
      seconds({ outcome: error ? 'failed' : 'connected' });
      connected(error, client, release);
    });
  };
  const promised = (): Promise<PoolClient> =>
    new Promise((resolve, reject) => watched((error, client) => (error ? reject(error) : resolve(client!))));
  pool.connect = ((connected?: Connected) => (connected ? watched(connected) : promised())) as Pool['connect'];

  const end = pool.end.bind<() => Promise<void>>(pool);
  pool.end = () => {
    pools.delete(pool);
    return end();
  };
}
