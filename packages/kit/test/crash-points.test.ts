import { randomUUID } from 'node:crypto';
import { WaitlistServiceClient } from '@estampa/contracts/identity/v1/waitlist';
import { type Call, newCall, runInCall } from '../src/rpc/call.ts';
import { eventually } from '@estampa/testing/eventually';
import { startService, type ServiceUnderTest } from '@estampa/testing/start-service';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import pg from 'pg';

/** A claim ends with its caller's time, so that a test need not wait long for the claim of a process that was killed. */
const DEADLINE_MS = 2_000;

let identity: ServiceUnderTest;
let tableLock: pg.Client;
let email: string;
let key: NonNullable<Call['idempotency']>;

beforeAll(async () => {
  identity = await startService('identity');
});

afterAll(() => identity?.stop());

beforeEach(async () => {
  email = `${randomUUID()}@demo.example`;
  key = { key: randomUUID(), scope: 'address POST /waitlist', bodyDigest: 'body' };
  tableLock = new pg.Client(identity.database.options.connectionString);
  await tableLock.connect();
});

async function join(deadlineMs?: number) {
  const call = newCall({ requestId: randomUUID(), idempotency: key });
  let replayed = false;
  const options = { withIdempotencyKey: true, onReplay: () => (replayed = true), ...(deadlineMs && { deadlineMs }) };
  const client = identity.client(WaitlistServiceClient);
  const { entry } = await runInCall(call, () => client.joinWaitlist({ email, name: 'Ana Demo' }, options));
  return { id: entry!.id, replayed };
}

const claims = 'select 1 from idempotency_key where outcome is null';
const count = async (query: string, parameters: unknown[] = []) =>
  (await identity.database.query(query, parameters)).rowCount;
const entries = () => count('select 1 from waitlist_entry where email = $1', [email]);
const blocked = (statement: string) =>
  count(
    `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ilike $1 and datname = current_database()`,
    [`${statement}%`],
  );

/** The same request again, after the process was killed where it stood and started anew. */
async function killAndRetry() {
  await identity.process.kill('SIGKILL');
  await tableLock.end();
  await identity.process.restart();
  return eventually(() => join(), { deadlineMs: 20_000 });
}

it('does it after a crash between the claim and the work', async () => {
  await tableLock.query('begin; lock table waitlist_entry in access exclusive mode');
  const lost = join(DEADLINE_MS).catch(() => 'lost');
  await eventually(async () => (await count(claims)) === 1 && (await blocked('insert into "waitlist_entry"')) === 1);

  const again = await killAndRetry();

  expect(await lost).toBe('lost');
  expect(again.replayed).toBe(false);
  expect(await entries()).toBe(1);
});

it('does it after a crash between the work and its commit, which left nothing', async () => {
  await tableLock.query('begin; lock table waitlist_entry in access exclusive mode');
  const rowLock = new pg.Client(identity.database.options.connectionString);
  await rowLock.connect();
  const lost = join(DEADLINE_MS).catch(() => 'lost');
  await eventually(async () => (await count(claims)) === 1);
  await rowLock.query('begin');
  await rowLock.query('select 1 from idempotency_key where outcome is null for update');
  await tableLock.query('commit');
  await eventually(async () => (await blocked('update idempotency_key')) === 1);

  await identity.process.kill('SIGKILL');
  await rowLock.end();
  await eventually(async () => (await blocked('update idempotency_key')) === 0);
  expect(await entries()).toBe(0);
  const again = await killAndRetry();

  expect(await lost).toBe('lost');
  expect(again.replayed).toBe(false);
  expect(await entries()).toBe(1);
});

it('repeats the response after a crash between the commit and the response', async () => {
  const first = await join();

  const again = await killAndRetry();

  expect(again).toEqual({ id: first.id, replayed: true });
  expect(await entries()).toBe(1);
});
