import { newId } from '@estampa/kernel/ids';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Applying } from '../src/events/apply-events.ts';
import type { Event } from '../src/events/event.ts';
import { InboxWatch } from '../src/events/inbox-watch.ts';
import type { Call } from '../src/rpc/call.ts';
import { createLog } from '../src/telemetry/log.ts';
import { benchDatabase } from './bench.ts';

export type StageContext = { em: EntityManager; call: Call };
export type Step = { name: string; isRejected?: boolean };

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
    inboxState: async ({ id }: Event) =>
      (await query<{ state: string }>('select state from inbox where event_id = ?', [id]))[0]?.state,
    clear: () => query('truncate effect, inbox, dead_letter, event_attempt'),
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
