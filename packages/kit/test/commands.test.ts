import { randomUUID } from 'node:crypto';
import { OrderChanged } from '@estampa/contracts/orders/v1/events';
import { DomainError } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { type Call, currentCall, type IdempotencyKey, newCall, runInCall } from '@estampa/kit/call';
import { command } from '@estampa/kit/command';
import type { BaseContext } from '@estampa/kit/context';
import { announce } from '@estampa/kit/outbox';
import { transact } from '@estampa/kit/transact';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type BenchClient, benchClient, benchDatabase, serveHandlers } from './bench.ts';

type Row = { answer: number; note: string };

let resources: AsyncDisposableStack;
let database: Awaited<ReturnType<typeof benchDatabase>>;
let client: BenchClient;
/** What the commands do at their points; each test sets those it needs. */
let points: { prepare?: () => unknown; work?: () => unknown; answer?: () => unknown };
let counts: { prepared: number; worked: number };

const record = (tx: EntityManager, note: string) => tx.execute('insert into bench (note) values (?)', [note]);
const announceOne = (tx: EntityManager) =>
  announce(tx, 'orders.v1', OrderChanged, {
    type: 'bench',
    key: `order:${newId()}`,
    message: OrderChanged.fromPartial({}) as never,
  });

const doIt = command(
  async (_context: BaseContext, { note }: { note: string }) => {
    counts.prepared += 1;
    await points.prepare?.();
    return async (tx): Promise<Row> => {
      counts.worked += 1;
      await record(tx, note);
      announceOne(tx);
      await tx.flush();
      await points.work?.();
      return { answer: counts.worked, note };
    };
  },
  (row) => {
    points.answer?.();
    return row;
  },
);

beforeAll(async () => {
  resources = new AsyncDisposableStack();
  database = resources.use(await benchDatabase());
  await database.orm.em.fork().execute('create table bench (note text not null)');
  const handlers = {
    CreatePayout: doIt,
    GetPayout: async ({ em }: BaseContext, note: string) => {
      await transact(em, (tx) => record(tx, note));
      await transact(em, async (tx) => {
        announceOne(tx);
        await tx.flush();
        throw new DomainError('conflict', 'second_step', 'The second step is refused');
      });
    },
  };
  const server = resources.use(await serveHandlers(database.orm, handlers));
  client = resources.use(benchClient(server.address, Object.keys(handlers)));
});

afterAll(() => resources.disposeAsync());

beforeEach(() => {
  points = {};
  counts = { prepared: 0, worked: 0 };
});

afterEach(() => database.orm.em.fork().execute('truncate bench'));

const newKey = (): IdempotencyKey => ({ key: randomUUID(), scope: 'somebody POST /bench', bodyDigest: 'body-4711' });

type Ask = { key?: IdempotencyKey; deadlineMs?: number };

async function ask({ key, deadlineMs }: Ask = {}, note = 'a note') {
  const call: Call = newCall({ requestId: randomUUID(), idempotency: key ?? null });
  let replayed = false;
  const options = { withIdempotencyKey: true, onReplay: () => (replayed = true), ...(deadlineMs && { deadlineMs }) };
  const settled = await runInCall(call, () => client['CreatePayout']!({ note }, options)).then(
    (answer) => ({ answer: answer as Row, error: null }),
    (error: DomainError) => ({ answer: null, error }),
  );
  return { ...settled, replayed, events: call.events };
}

const notes = async () =>
  (await database.orm.em.fork().execute<{ note: string }[]>('select note from bench')).map(({ note }) => note);

const stored = (digest = 'true') => database.orm.em.fork().execute(`select * from idempotency_key where ${digest}`);

describe('a command', () => {
  it('has committed when it is answered, and names what it announced', async () => {
    const { answer, events } = await ask();

    expect(answer).toEqual({ answer: 1, note: 'a note' });
    expect(await notes()).toEqual(['a note']);
    expect(events).toEqual([{ topic: 'orders.v1', kind: 'order', id: expect.any(String) }]);
  });

  it('leaves nothing when its work is refused, and names no events', async () => {
    points.work = () => {
      throw new DomainError('wrong_state', 'wrong_state', 'no');
    };

    const { error, events } = await ask();

    expect(error).toMatchObject({ kind: 'wrong_state' });
    expect(await notes()).toEqual([]);
    expect(events).toEqual([]);
  });

  it('has committed when its answer is the refusal, and names what it announced', async () => {
    points.answer = () => {
      throw new DomainError('unauthenticated', 'session_ended', 'over');
    };

    const { error, events } = await ask();

    expect(error).toMatchObject({ reason: 'session_ended' });
    expect(await notes()).toEqual(['a note']);
    expect(events).toHaveLength(1);
  });

  it('commits nothing when nobody waits for it any more', async () => {
    const ended = Promise.withResolvers<void>();
    points.work = () => {
      currentCall()!.signal!.addEventListener('abort', () => ended.resolve());
      return ended.promise;
    };

    const { error } = await ask({ deadlineMs: 500 });
    await ended.promise;

    expect(error).toMatchObject({ code: 4 });
    points = {};
    await ask({}, 'a later note');
    expect(await notes()).toEqual(['a later note']);
  });

  it('keeps what an earlier transaction of a plain handler did, and names only that', async () => {
    const call = newCall({ requestId: randomUUID() });

    const refused = runInCall(call, () => client['GetPayout']!('first step'));

    await expect(refused).rejects.toMatchObject({ reason: 'second_step' });
    expect(await notes()).toEqual(['first step']);
    expect(call.events).toEqual([]);
  });
});

describe('a command with a key', () => {
  it('is done once; the repeated answer names the same events', async () => {
    const key = newKey();

    const first = await ask({ key });
    const second = await ask({ key });

    expect(first.replayed).toBe(false);
    expect(second).toMatchObject({ answer: first.answer, replayed: true, events: first.events });
    expect(first.events).toHaveLength(1);
    expect(counts).toEqual({ prepared: 1, worked: 1 });
  });

  it('is refused for another body', async () => {
    const key = newKey();
    await ask({ key });

    const { error } = await ask({ key: { ...key, bodyDigest: 'another' } });

    expect(error).toMatchObject({ kind: 'mismatch', reason: 'idempotency_key_reused' });
  });

  it('stores neither key, scope, body digest nor answer in the clear', async () => {
    const key = newKey();
    await ask({ key }, 'a secret note');

    const text = JSON.stringify(await stored()) + (await stored()).map((row) => String(row['outcome'])).join();

    expect((await stored()).length).toBeGreaterThan(0);
    for (const secret of [key.key, key.scope, key.bodyDigest, 'a secret note']) expect(text).not.toContain(secret);
  });

  it('does the work once for two at one instant, also what comes before its transaction', async () => {
    const key = newKey();
    const arrived = Promise.withResolvers<void>();
    const going = Promise.withResolvers<void>();
    points.prepare = () => {
      arrived.resolve();
      return going.promise;
    };

    const first = ask({ key });
    await arrived.promise;
    const second = ask({ key });
    await eventually(async () => (await stored('claimed_until > now() and outcome is null')).length === 1);
    going.resolve();

    expect([(await first).answer, (await second).answer]).toEqual([
      { answer: 1, note: 'a note' },
      (await first).answer,
    ]);
    expect((await second).replayed).toBe(true);
    expect(counts).toEqual({ prepared: 1, worked: 1 });
  });

  it('tells the second after a while that the first is still running', async () => {
    const key = newKey();
    const going = Promise.withResolvers<void>();
    points.prepare = () => going.promise;

    const first = ask({ key, deadlineMs: 20_000 });
    await eventually(() => counts.prepared === 1);
    const { error } = await ask({ key });
    going.resolve();

    expect(error).toMatchObject({ kind: 'conflict', reason: 'idempotency_key_in_use' });
    expect((await first).answer).toMatchObject({ answer: 1 });
  });

  it('keeps a refusal, with what the call had done before', async () => {
    const key = newKey();
    points.work = () => {
      throw new DomainError('wrong_state', 'too_late', 'no', { members: { orderId: 'o-1' } });
    };
    await ask({ key });
    points = {};

    const again = await ask({ key });

    expect(again.error).toMatchObject({ kind: 'wrong_state', reason: 'too_late', message: 'no' });
    expect(again.error!.details).toEqual({ members: { orderId: 'o-1' } });
    expect(again.replayed).toBe(true);
    expect(counts.worked).toBe(1);
  });

  it.each(['unauthenticated', 'forbidden', 'limited', 'busy', 'unavailable'] as const)(
    'is tried anew after %s',
    async (kind) => {
      const key = newKey();
      points.prepare = () => {
        throw new DomainError(kind, 'for_now', 'not now');
      };
      expect((await ask({ key })).error).toMatchObject({ kind, reason: 'for_now' });
      points = {};

      expect(await ask({ key })).toMatchObject({ answer: { note: 'a note' }, replayed: false });
    },
  );

  it('is tried anew after an unexpected failure', async () => {
    const key = newKey();
    points.work = () => {
      throw new Error('unexpected');
    };
    expect((await ask({ key })).error).toMatchObject({ code: 13 });
    points = {};

    expect(await ask({ key })).toMatchObject({ answer: { note: 'a note' }, replayed: false });
  });

  it('commits nothing once its claim has gone to another', async () => {
    const key = newKey();
    const arrived = Promise.withResolvers<void>();
    const going = Promise.withResolvers<void>();
    points.prepare = () => {
      points.prepare = () => undefined;
      arrived.resolve();
      return going.promise;
    };

    const first = ask({ key, deadlineMs: 30_000 });
    await arrived.promise;
    await database.orm.em.fork().execute(`update idempotency_key set claimed_until = now() where outcome is null`);
    const second = await ask({ key }, 'the second');
    going.resolve();

    expect((await first).error).toMatchObject({ reason: 'idempotency_key_in_use' });
    expect(second.answer).toMatchObject({ note: 'the second' });
    expect(await notes()).toEqual(['the second']);
    expect((await ask({ key })).answer).toEqual(second.answer);
  });
});
