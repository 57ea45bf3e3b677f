import { EventEmitter } from 'node:events';
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { type Lane, newCall, runInCall } from '../rpc/call.ts';
import { backgroundPool, lendByLane } from './background-pool.ts';

/** As `pg` has it, as far as it is used. */
class SomePool extends EventEmitter {
  readonly options: Record<string, unknown>;
  lent = 0;
  hasEnded = false;
  constructor(options: object) {
    super();
    const { password, ...others } = options as { password?: string };
    this.options = Object.defineProperty(others, 'password', { value: password, enumerable: false });
  }
  async connect(): Promise<number> {
    return (this.lent += 1);
  }
  async end(): Promise<void> {
    this.hasEnded = true;
  }
}
const poolWith = (options: object) => new SomePool(options) as unknown as Pool & SomePool;
const behind = (pool: Pool) => backgroundPool(pool) as unknown as Pool & SomePool;

it.each([
  [10, 4],
  [1, 1],
])('beside a pool of %i there is one of %i that waits longer', (max, few) => {
  const { options } = behind(poolWith({ max, host: 'h', password: 'secret', connectionTimeoutMillis: 2_000 }));

  expect(options).toMatchObject({ max: few, host: 'h', connectionTimeoutMillis: 10_000 });
  expect(options['password']).toBe('secret');
});

it('a connection that is lost ends no process', () => {
  const background = behind(poolWith({ max: 1 }));
  const client = new EventEmitter();
  background.emit('connect', client);

  expect(() => [client.emit('error', new Error('lost')), background.emit('error', new Error('lost'))]).not.toThrow();
});

it('requests have one pool, all else the other, and both end as one', async () => {
  const [pool, background] = [poolWith({ max: 1 }), poolWith({ max: 1 })];
  lendByLane(pool, background);
  await pool.connect();
  for (const lane of ['requests', 'consumers', 'jobs'] satisfies Lane[])
    await runInCall(newCall({ requestId: 'r', lane }), () => pool.connect());
  await pool.end();

  expect([pool.lent, background.lent]).toEqual([2, 2]);
  expect([pool.hasEnded, background.hasEnded]).toEqual([true, true]);
});
