import { newId } from '@estampa/kernel/ids';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Applying } from '../src/events/apply-events.ts';
import { applyInOrder } from '../src/events/apply-in-order.ts';
import type { Event } from '../src/events/event.ts';
import { InboxWatch } from '../src/events/inbox-watch.ts';
import { type Consumer, subscribe } from '../src/events/subscribe.ts';
import type { Call } from '../src/rpc/call.ts';
import { createLog } from '../src/telemetry/log.ts';
import { benchDatabase } from './bench.ts';

export type StageContext = { em: EntityManager; call: Call };
export type Step = { name: string; isRejected?: boolean };
type Consuming = Consumer<StageContext>;

const WAIT = { longestMs: 30_000 };

/** What applies events, on a database of its own and without Kafka: a test hands it the events of a fetch. */
export async function openEventStage() {
  const database = await benchDatabase();
  const { orm } = database;
  const query = <Row = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
    orm.em.fork().execute<Row[]>(sql, values);
  await query('create table effect (name text not null)');
  const woken: Call[] = [];
  const applying: Applying<StageContext> = {
    service: 'kit-test',
    orm,
    log: createLog('kit-test', 'silent'),
    watch: new InboxWatch(orm),
    wake: (call) => void woken.push(call),
    context: (em, call) => ({ em, call }),
  };
  return {
    query,
    applying,
    /** The calls as which events were applied, after their commit. */
    woken,
    effects: async () => (await query<{ name: string }>('select name from effect')).map(({ name }) => name),
    /** Applies them as one fetch; returns the events up to which the offset advanced. */
    async apply(events: readonly Event[], consumer = oneByOne, signal = new AbortController().signal) {
      const reached: Event[] = [];
      await applyInOrder(applying, consumer, events, { signal, applied: (last) => reached.push(last) });
      return reached;
    },
    outcomeOf: ({ id }: Event) => applying.watch.outcome([id], WAIT),
    inboxState: async ({ id }: Event) =>
      (await query<{ state: string }>('select state from inbox where event_id = ?', [id]))[0]?.state,
    async clear() {
      woken.length = 0;
      await query('truncate effect, inbox, dead_letter, event_attempt');
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

export type EventStage = Awaited<ReturnType<typeof openEventStage>>;

export const anEvent = (step: Step, changes: Partial<Event> = {}): Event => ({
  id: newId(),
  topic: 'orders.v1',
  key: `order:${newId()}`,
  type: 'changed',
  payload: JSON.stringify(step),
  requestId: newId(),
  traceparent: null,
  occurredAt: new Date('2026-11-21T12:00:00Z'),
  ...changes,
});

export const stepType = { fromJSON: (json: unknown) => json as Step };

export async function store({ em }: StageContext, { name, isRejected }: Step): Promise<string> {
  await em.execute('insert into effect values (?)', [name]);
  if (isRejected) throw new Error(`${name} is rejected`);
  return name;
}

/** A consumer of one kind of events. */
export const consumerOf = (order: Consuming['on'][string], more: Partial<Consuming> = {}): Consuming => ({
  topic: 'orders.v1',
  on: { order },
  ...more,
});

export const oneByOne = consumerOf(subscribe(stepType, { apply: store }));
