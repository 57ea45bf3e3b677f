import { newId } from '@estampa/kernel/ids';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Call, currentCall } from '../rpc/call.ts';
import type { Event } from './event.ts';
import { type RebuildPhase, RebuildReader } from './rebuild-reader.ts';
import { type Consumer, subscribe } from './subscribe.ts';

const TOPIC = 'test.orders.v1';

type Context = { phase: RebuildPhase; call: Call; rows: string[] };
type Row = { name: string; isRejected?: boolean };

/** What each committed transaction has stored. */
let committed: string[][];
let transactions: number;
let contexts: Context[];
let reported: unknown[];
let deadLettered: string[];
let reader: RebuildReader<Context>;

const message = { fromJSON: (json: unknown) => json as Row };
async function store(context: Context, { name, isRejected }: Row): Promise<string> {
  contexts.push(context);
  if (isRejected) throw new Error(`${name} is rejected`);
  context.rows.push(name);
  return name;
}

/** Stands in for PostgreSQL: what a transaction stores counts once it ends well. */
const orm = {
  em: {
    fork: () => ({
      async transactional(run: (rows: string[]) => Promise<void>) {
        transactions += 1;
        const rows: string[] = [];
        await run(rows);
        committed.push(rows);
      },
    }),
  },
};
const live = {
  em: {
    fork: () => ({
      async execute(_sql: string, [ids]: string[]) {
        return deadLettered.filter((id) => ids!.slice(1, -1).split(',').includes(id)).map((id) => ({ id }));
      },
    }),
  },
} as never;

function open(more: Partial<Consumer<Context>> = {}): void {
  const consumer: Consumer<Context> = {
    topic: 'orders.v1',
    on: { order: subscribe(message, { apply: store }) },
    ...more,
  };
  reader = new RebuildReader<Context>(
    {
      service: 'storefront',
      consumers: [consumer, { topic: 'catalog.v1', on: {} }],
      context: ({ em, call }, phase) => ({ phase, call, rows: em as unknown as string[] }),
    },
    { orm: orm as never, log: { error: (fields: unknown) => reported.push(fields) } as never, topicPrefix: 'test.' },
  );
}
beforeEach(() => {
  [committed, transactions, contexts, reported, deadLettered] = [[], 0, [], [], []];
  open();
});

const eventOf = (row: Row, changes: Partial<Event> = {}): Event => ({
  id: newId(),
  topic: 'orders.v1',
  key: `order:${row.name}`,
  type: 'changed',
  payload: JSON.stringify(row),
  requestId: `request of ${row.name}`,
  traceparent: `trace of ${row.name}`,
  occurredAt: new Date(0),
  ...changes,
});
const names = (count: number) => Array.from({ length: count }, (_none, at) => String(at));

describe('the events of a topic', () => {
  it('are collected two hundred in a transaction, without kinds that are not read', async () => {
    const strange = eventOf({ name: 'strange' }, { key: 'payment:1' });
    await reader.apply(TOPIC, [strange, ...names(201).map((name) => eventOf({ name }))]);

    expect(committed).toEqual([names(200), ['200']]);
    expect(reader.count).toBe(201);
    expect(new Set(contexts.map(({ phase }) => phase))).toEqual(new Set(['collect']));
  });

  it('are none of a topic of which nothing is read', async () => {
    await reader.apply('test.catalog.v1', [eventOf({ name: 'a' })]);
    await reader.apply(TOPIC, []);

    expect([transactions, reader.count]).toEqual([0, 0]);
  });

  it('are applied one by one once others derive', async () => {
    reader.follow();
    await reader.apply(TOPIC, [eventOf({ name: 'a' }), eventOf({ name: 'b' })]);

    expect(committed).toEqual([['a'], ['b']]);
    expect(contexts.map(({ phase }) => phase)).toEqual(['follow', 'follow']);
  });

  it('are each a call of the service, in their own trace', async () => {
    const calls: unknown[] = [];
    const apply = async () => void calls.push(currentCall());
    open({ on: { order: subscribe(message, { apply }) } });
    await reader.apply(TOPIC, [eventOf({ name: 'a' }), eventOf({ name: 'b' })]);

    expect(calls).toMatchObject(
      ['a', 'b'].map((name) => ({
        requestId: `request of ${name}`,
        traceparent: `trace of ${name}`,
        caller: { userId: 'storefront', roles: ['service'] },
      })),
    );
  });

  it('are concluded once in each transaction, with what their handlers returned', async () => {
    const concluded: unknown[] = [];
    open({ conclude: async ({ call }, results) => void concluded.push([call.requestId, results]) });
    await reader.apply(TOPIC, [eventOf({ name: 'a' }), eventOf({ name: 'b' })]);

    expect(concluded).toEqual([['request of b', ['a', 'b']]]);
  });
});

describe('an event that cannot be applied', () => {
  const bad = eventOf({ name: 'bad', isRejected: true });
  const worse = eventOf({ name: 'worse', isRejected: true });
  const all = [eventOf({ name: 'a' }), bad, eventOf({ name: 'b' }), worse];

  it('does not take the others of its transaction with it', async () => {
    await reader.apply(TOPIC, all);

    expect(committed).toEqual([['a'], ['b']]);
    expect(transactions).toBe(1 + all.length);
    expect(reported).toEqual(
      [bad, worse].map(({ id, topic, key }) => ({ err: expect.any(Error), eventId: id, topic, key })),
    );
  });

  it('must be a dead letter of the live model', async () => {
    await reader.apply(TOPIC, all);
    await expect(reader.mustHaveAppliedAll(live)).rejects.toThrow(
      `2 events cannot be applied, the first is ${bad.id} of order:bad`,
    );

    deadLettered = [bad.id];
    await expect(reader.mustHaveAppliedAll(live)).rejects.toThrow(
      `1 events cannot be applied, the first is ${worse.id} of order:worse`,
    );
    deadLettered = [worse.id, bad.id];
    await reader.mustHaveAppliedAll(live);
  });

  it('is missed by nobody where there is none', async () => {
    await reader.apply(TOPIC, [eventOf({ name: 'a' })]);

    await expect(reader.mustHaveAppliedAll(live)).resolves.toBeUndefined();
  });
});
