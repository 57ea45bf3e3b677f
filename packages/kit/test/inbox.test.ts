import { newId } from '@estampa/kernel/ids';
import { newCall, runInCall } from '../src/rpc/call.ts';
import { subscribe } from '../src/events/consumers.ts';
import { finish, leaveUnfinished } from '../src/events/inbox.ts';
import { type TraceSpan, traceBy } from '../src/telemetry/trace.ts';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bench, type Context, openBench } from './event-bench.ts';

type Step = { unfinished?: boolean; fails?: boolean };

let bench: Bench;
let replica: Awaited<ReturnType<Bench['subscribe']>>;
const DEAD_LETTER_DEADLINE_MS = 30_000;
/** Some polls of the inbox long. */
const SHORT_WAIT_MS = 100;
const UNRECORDED: TraceSpan = { traceparent: '', exemplar: null, set: () => {}, event: () => {}, end: () => {} };

beforeAll(async () => {
  bench = await openBench();
  await bench.query('create table effect (event_id uuid not null)');
  replica = await bench.subscribe([
    { topic: 'orders.v1', on: { order: subscribe({ fromJSON: (json) => json as Step }, { apply: store }) } },
  ]);
});

afterAll(() => bench?.[Symbol.asyncDispose]());

it('applies an event once, however often it is delivered', async () => {
  const id = newId();
  await isSettled(await appendEvent({}, id));
  await appendEvent({}, id);
  await appendEvent({}, id);
  await isSettled(await appendEvent({}));

  expect(await bench.query('select from effect where event_id = ?', [id])).toHaveLength(1);
});

it('settles an event only when its last step is done', async () => {
  const id = await appendEvent({ unfinished: true });
  await eventually(async () => expect(await stateOf(id)).toBe('unfinished'));

  const waiting = replica.watch.outcome([id], { longestMs: DEAD_LETTER_DEADLINE_MS });
  const other = await appendEvent({});
  await isSettled(other);
  expect(await Promise.race([waiting, Promise.resolve('still waiting')])).toBe('still waiting');

  await bench.orm.em.fork().transactional((tx) => finish(tx, id));
  expect(await waiting).toBe('applied');
});

it('polls in a call of its own: the step of a call that has ended learns nothing more', async () => {
  const id = await appendEvent({ unfinished: true });
  await eventually(async () => expect(await stateOf(id)).toBe('unfinished'));
  const reported = { during: 0, afterwards: 0 };
  let hasEnded = false;
  const span = { ...UNRECORDED, event: () => void (reported[hasEnded ? 'afterwards' : 'during'] += 1) };
  traceBy({ begin: () => UNRECORDED });

  const call = newCall({ requestId: newId(), span });
  const first = runInCall(call, () => replica.watch.outcome([id], { longestMs: SHORT_WAIT_MS }));
  await runInCall(call, () => bench.query('select 1'));
  const second = replica.watch.outcome([id], { longestMs: DEAD_LETTER_DEADLINE_MS });
  expect(await first).toBe('late');
  hasEnded = true;
  await bench.orm.em.fork().transactional((tx) => finish(tx, id));
  expect(await second).toBe('applied');
  traceBy(null);

  expect(reported).toEqual({ during: expect.any(Number), afterwards: 0 });
  expect(reported.during).toBeGreaterThan(0);
});

it('never calls a dead letter settled', async () => {
  const id = await appendEvent({ fails: true });

  expect(await replica.watch.outcome([id], { longestMs: DEAD_LETTER_DEADLINE_MS })).toBe('parked');
  await expect(replica.settled({ topic: 'orders.v1', kind: 'order', id })).rejects.toMatchObject({
    reason: 'event_parked',
  });
});

it('ignores topics and kinds of aggregates that it does not consume', async () => {
  const unheard = await bench.publish('orders.v1', `cart:${newId()}`, {});
  await isSettled(await appendEvent({}));

  await replica.settled(
    { topic: 'orders.v1', kind: 'cart', id: unheard },
    { topic: 'media.v1', kind: 'order', id: newId() },
  );
  expect(await bench.query('select from inbox where event_id = ?', [unheard])).toEqual([]);
});

it('rejects to wait for what is no event id, without disturbing others', async () => {
  await expect(replica.settled({ topic: 'orders.v1', kind: 'order', id: "'}" })).rejects.toMatchObject({
    reason: 'invalid_events',
  });
});

it('sees at once what another replica applied', async () => {
  const id = newId();
  const waiting = replica.watch.outcome([id], { longestMs: DEAD_LETTER_DEADLINE_MS });
  await bench.query('insert into inbox (event_id) values (?)', [id]);
  expect(await waiting).toBe('applied');
});

it('is notified of what was applied here, without a query', async () => {
  const [later, before] = [newId(), newId()];
  const retryTime = { longestMs: DEAD_LETTER_DEADLINE_MS };
  const waiting = replica.watch.outcome([later], retryTime);

  // Neither is in the inbox, so a poll would not find them.
  replica.watch.applied([later, before]);

  expect(await waiting).toBe('applied');
  expect(await replica.watch.outcome([later, before], retryTime)).toBe('applied');
});

const appendEvent = (step: Step, id?: string) => bench.publish('orders.v1', `order:${newId()}`, step, id);
const isSettled = (id: string) => eventually(() => replica.settled({ topic: 'orders.v1', kind: 'order', id }));

async function stateOf(eventId: string): Promise<string | undefined> {
  const [row] = await bench.query<{ state: string }>('select state from inbox where event_id = ?', [eventId]);
  return row?.state;
}

async function store({ em }: Context, step: Step, event: { id: string }): Promise<void> {
  if (step.fails) throw new Error('failed');
  await em.execute('insert into effect values (?)', [event.id]);
  if (step.unfinished) await leaveUnfinished(em, event.id);
}
