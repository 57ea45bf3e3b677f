import { newId } from '@estampa/kernel/ids';
import { hear } from '@estampa/kit/consumers';
import { finish, leaveUnfinished } from '@estampa/kit/inbox';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Bench, type Context, openBench } from './event-bench.ts';

type Step = { unfinished?: boolean; refused?: boolean };

let bench: Bench;
let replica: Awaited<ReturnType<Bench['hear']>>;
const PARKED_DEADLINE_MS = 30_000;

beforeAll(async () => {
  bench = await openBench();
  await bench.query('create table effect (event_id uuid not null)');
  replica = await bench.hear([{ topic: 'orders.v1', on: { order: hear({ fromJSON: (json) => json as Step }, keep) } }]);
});

afterAll(() => bench?.[Symbol.asyncDispose]());

it('applies an event once, however often it is delivered', async () => {
  const id = newId();
  await isSettled(await announce({}, id));
  await announce({}, id);
  await announce({}, id);
  await isSettled(await announce({}));

  expect(await bench.query('select from effect where event_id = ?', [id])).toHaveLength(1);
});

it('settles an event only when its last step is done', async () => {
  const id = await announce({ unfinished: true });
  await eventually(async () => expect(await stateOf(id)).toBe('unfinished'));

  const waiting = replica.watch.outcome([id], AbortSignal.timeout(PARKED_DEADLINE_MS));
  const other = await announce({});
  await isSettled(other);
  expect(await Promise.race([waiting, Promise.resolve('still waiting')])).toBe('still waiting');

  await bench.orm.em.fork().transactional((tx) => finish(tx, id));
  expect(await waiting).toBe('applied');
});

it('never calls a parked event settled', async () => {
  const id = await announce({ refused: true });

  expect(await replica.watch.outcome([id], AbortSignal.timeout(PARKED_DEADLINE_MS))).toBe('parked');
  await expect(replica.settled({ topic: 'orders.v1', kind: 'order', id })).rejects.toMatchObject({
    reason: 'event_parked',
  });
});

it('passes over topics and kinds of aggregates that it does not hear', async () => {
  const unheard = await bench.publish('orders.v1', `cart:${newId()}`, {});
  await isSettled(await announce({}));

  await replica.settled(
    { topic: 'orders.v1', kind: 'cart', id: unheard },
    { topic: 'media.v1', kind: 'order', id: newId() },
  );
  expect(await bench.query('select from inbox where event_id = ?', [unheard])).toEqual([]);
});

it('refuses to wait for what is no event id, without disturbing others', async () => {
  await expect(replica.settled({ topic: 'orders.v1', kind: 'order', id: "'}" })).rejects.toMatchObject({
    reason: 'invalid_events',
  });
});

it('sees at once what another replica applied', async () => {
  const id = newId();
  const waiting = replica.watch.outcome([id], AbortSignal.timeout(PARKED_DEADLINE_MS));
  await bench.query('insert into inbox (event_id) values (?)', [id]);
  expect(await waiting).toBe('applied');
});

it('is told what was applied here, and asks nobody', async () => {
  const [later, before] = [newId(), newId()];
  const signal = AbortSignal.timeout(PARKED_DEADLINE_MS);
  const waiting = replica.watch.outcome([later], signal);

  // Neither stands in the inbox, so a look would not find them.
  replica.watch.applied([later, before]);

  expect(await waiting).toBe('applied');
  expect(await replica.watch.outcome([later, before], signal)).toBe('applied');
});

const announce = (step: Step, id?: string) => bench.publish('orders.v1', `order:${newId()}`, step, id);
const isSettled = (id: string) => eventually(() => replica.settled({ topic: 'orders.v1', kind: 'order', id }));

async function stateOf(eventId: string): Promise<string | undefined> {
  const [row] = await bench.query<{ state: string }>('select state from inbox where event_id = ?', [eventId]);
  return row?.state;
}

async function keep({ em }: Context, step: Step, event: { id: string }): Promise<void> {
  if (step.refused) throw new Error('refused');
  await em.execute('insert into effect values (?)', [event.id]);
  if (step.unfinished) await leaveUnfinished(em, event.id);
}
