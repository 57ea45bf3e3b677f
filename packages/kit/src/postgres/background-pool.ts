import type { Pool, PoolClient } from 'pg';
import { currentCall } from '../rpc/call.ts';
import { BACKGROUND_CONNECTIONS } from '../service/config.ts';

/** No caller waits for background work, so it waits for a connection rather than fail. */
const WAIT_MS = 10_000;

type Connected = (error: Error | undefined, client: PoolClient | undefined, release: () => void) => void;

/** A second pool like the first, small and of its own. */
export function backgroundPool(pool: Pool): Pool {
  const { options } = pool;
  const Class = pool.constructor as new (options: Pool['options']) => Pool;
  const background = new Class({
    ...options,
    // Not enumerable there.
    ...(options.password !== undefined && { password: options.password }),
    max: Math.min(BACKGROUND_CONNECTIONS, options.max),
    connectionTimeoutMillis: WAIT_MS,
  });
  // A connection that is lost while checked out fails with its statement; the pool has dropped it by then.
  background.on('connect', (client) => client.on('error', () => undefined));
  background.on('error', () => undefined);
  return background;
}

/** Takes connections from one pool or the other, by the lane of the current call; both end with `pool.end()`. */
export function lendByLane(pool: Pool, background: Pool): void {
  const lend = [pool, background].map((one) => one.connect.bind(one) as (connected?: Connected) => unknown);
  pool.connect = ((connected?: Connected) => {
    const isBackground = (currentCall()?.lane ?? 'requests') !== 'requests';
    return lend[isBackground ? 1 : 0]!(connected);
  }) as Pool['connect'];

  const end = pool.end.bind<() => Promise<void>>(pool);
  pool.end = async () => {
    await Promise.all([end(), background.end()]);
  };
}
