import { randomUUID } from 'node:crypto';
import { OrderChanged } from '@estampa/contracts/orders/v1/events';
import { DomainError } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { type Call, type IdempotencyKey, newCall, runInCall } from '../src/rpc/call.ts';
import { command } from '../src/rpc/command.ts';
import type { BaseContext } from '../src/service/context.ts';
import { appendEvent } from '../src/events/outbox.ts';
import { transact, type TransactionBody } from '../src/postgres/transact.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import { type BenchClient, benchClient, benchDatabase, serveHandlers } from './bench.ts';

type Row = { response: number; note: string };
type CommandCall = { key?: IdempotencyKey; deadlineMs?: number; method?: 'CreatePayout' | 'MarkPayoutPaid' };

/** What the command does at its points; each test sets those it needs. */
export const points: { prepare?: () => unknown; body?: () => unknown; response?: () => unknown } = {};
export const counts = { prepared: 0, worked: 0 };

let resources: AsyncDisposableStack;
let database: Awaited<ReturnType<typeof benchDatabase>>;
let client: BenchClient;

export const record = (tx: EntityManager, note: string) => tx.execute('insert into bench (note) values (?)', [note]);
const publishOne = (tx: EntityManager) =>
  appendEvent(tx, 'orders.v1', OrderChanged, {
    type: 'bench',
    key: `order:${newId()}`,
    message: OrderChanged.fromPartial({}) as never,
  });

const body =
  (note: string): TransactionBody<Row> =>
  async (tx) => {
    counts.worked += 1;
    await record(tx, note);
    publishOne(tx);
    await points.body?.();
    return { response: counts.worked, note };
  };

const response = (row: Row): Row => {
  points.response?.();
  return row;
};

const doIt = command(async (_context: BaseContext, { note }: { note: string }) => {
  counts.prepared += 1;
  await points.prepare?.();
  return body(note);
}, response);

/** The same for work that calls no other service. */
const doItAlone = command(
  (_context: BaseContext, { note }: { note: string }) => {
    counts.prepared += 1;
    points.prepare?.();
    return body(note);
  },
  response,
  { callsOthers: false },
);

/** A real database and a real server with one command, that a test file has for itself. */
export async function openStage(): Promise<void> {
  resources = new AsyncDisposableStack();
  database = resources.use(await benchDatabase());
  await database.orm.em.fork().execute('create table bench (note text not null)');
  const handlers = {
    CreatePayout: doIt,
    MarkPayoutPaid: doItAlone,
    GetPayout: async ({ em }: BaseContext, note: string) => {
      await transact(em, (tx) => record(tx, note));
      await transact(em, async (tx) => {
        publishOne(tx);
        await tx.flush();
        throw new DomainError('conflict', 'second_step', 'The second step is rejected');
      });
    },
  };
  const server = resources.use(await serveHandlers(database.orm, handlers));
  client = resources.use(benchClient(server.address, Object.keys(handlers)));
}

export const closeStage = (): Promise<void> => resources.disposeAsync();

export function resetPoints(): void {
  for (const name of Object.keys(points)) delete points[name as keyof typeof points];
}

/** Before each test. */
export async function clearStage(): Promise<void> {
  resetPoints();
  Object.assign(counts, { prepared: 0, worked: 0 });
  await sql('truncate bench');
}

export const sql = (text: string) => database.orm.em.fork().execute(text);

/** Notes can neither be added nor read until it is released. */
export async function lockNotes(): Promise<() => Promise<void>> {
  const blocker = new pg.Client(database.url);
  await blocker.connect();
  await blocker.query('begin; lock table bench in access exclusive mode');
  return () => blocker.end();
}

/** How many transactions wait for another one's. */
export async function waitingForLocks(): Promise<number> {
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  return (await sql(waiting)).length;
}

export const newKey = (): IdempotencyKey => ({
  key: randomUUID(),
  scope: 'somebody POST /bench',
  bodyDigest: 'body-4711',
});

export async function request({ key, deadlineMs, method = 'CreatePayout' }: CommandCall = {}, note = 'a note') {
  const call: Call = newCall({ requestId: randomUUID(), idempotency: key ?? null });
  let replayed = false;
  const options = { withIdempotencyKey: true, onReplay: () => (replayed = true), ...(deadlineMs && { deadlineMs }) };
  const settled = await runInCall(call, () => client[method]!({ note }, options)).then(
    (given) => ({ response: given as Row, error: null }),
    (error: DomainError) => ({ response: null, error }),
  );
  return { ...settled, replayed, events: call.events };
}

export const notes = async () =>
  (await database.orm.em.fork().execute<{ note: string }[]>('select note from bench')).map(({ note }) => note);

export const stored = (digest = 'true') =>
  database.orm.em.fork().execute(`select * from idempotency_key where ${digest}`);

/** A plain handler of two transactions, of which the second is rejected. */
export const doInTwoSteps = (call: Call) => runInCall(call, () => client['GetPayout']!('first step'));
