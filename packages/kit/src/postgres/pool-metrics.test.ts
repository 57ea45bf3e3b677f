import type { Pool, PoolClient } from 'pg';
import { expect, it } from 'vitest';
import { poolWait } from '../telemetry/metrics.ts';
import { poolConnections, poolMax, poolWaiting, watchPool } from './pool-metrics.ts';

type Connected = (error: Error | undefined, client?: PoolClient, release?: () => void) => void;

const CLIENT = {} as PoolClient;
const release = () => undefined;

/** As `pg` has it, as far as it is used. */
function newPool() {
  let [failure, hasEnded]: [Error | undefined, boolean] = [undefined, false];
  const pool = {
    idleCount: 2,
    totalCount: 5,
    waitingCount: 4,
    options: { max: 10 },
    connect: (connected: Connected) => (failure ? connected(failure) : connected(undefined, CLIENT, release)),
    end: async () => void (hasEnded = true),
  } as unknown as Pool;
  return { pool, fail: (error: Error) => void (failure = error), hasEnded: () => hasEnded };
}

/** By state, of all pools of the process. */
async function counted() {
  const [{ values }, waiting, max] = await Promise.all([poolConnections.get(), poolWaiting.get(), poolMax.get()]);
  const inState = (state: string) => values.find(({ labels }) => labels.state === state)?.value ?? 0;
  return [inState('idle'), inState('in_use'), waiting.values[0]!.value, max.values[0]!.value];
}

it('counts what a pool has until it ends', async () => {
  const before = await counted();
  const [one, other] = [newPool(), newPool()];
  watchPool(one.pool);
  watchPool(other.pool);
  const added = (await counted()).map((count, at) => count - before[at]!);
  await one.pool.end();
  await other.pool.end();

  expect([added, one.hasEnded(), await counted()]).toEqual([[4, 6, 8, 20], true, before]);
});

it('counts how long connections are waited for, and hands them on', async () => {
  const waits = async (outcome: string) =>
    (await poolWait.get()).values.find(
      ({ metricName, labels }) => metricName?.endsWith('_count') && labels['outcome'] === outcome,
    )?.value ?? 0;
  const [connected, failed] = [await waits('connected'), await waits('failed')];
  const { pool, fail } = newPool();
  watchPool(pool);

  expect(await pool.connect()).toBe(CLIENT);
  const given: unknown[] = [];
  pool.connect((...all) => void given.push(...all));
  expect(given).toEqual([undefined, CLIENT, release]);
  fail(new Error('no more'));
  await expect(pool.connect()).rejects.toThrow('no more');
  expect([(await waits('connected')) - connected, (await waits('failed')) - failed]).toEqual([2, 1]);
  await pool.end();
});
