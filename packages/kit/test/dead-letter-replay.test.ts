import { newId } from '@estampa/kernel/ids';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { deadLetter } from '../src/events/dead-letters.ts';
import type { Event } from '../src/events/event.ts';
import { replayJob } from '../src/events/replay.ts';
import { subscribe } from '../src/events/subscribe.ts';
import type { BaseContext } from '../src/service/context.ts';
import { eventsConsumed } from '../src/telemetry/metrics.ts';
import { anEvent, type EventStage, openEventStage, type StageContext, stepType, store } from './event-stage.ts';

const REPLAY_LOCK = 7_301_004;

let stage: EventStage;
beforeAll(async () => {
  stage = await openEventStage();
});
afterAll(() => stage?.[Symbol.asyncDispose]());
beforeEach(() => stage.clear());

async function setAside(...events: Event[]): Promise<void> {
  for (const event of events) await deadLetter(stage.applying.orm, event, new Error('first reason'), 5);
}

const request = (...events: Event[]) =>
  stage.query('update dead_letter set replay_requested_at = now() where event_id = any(?::uuid[])', [
    `{${events.map(({ id }) => id).join(',')}}`,
  ]);

async function replay({ apply = store, signal = new AbortController().signal } = {}): Promise<void> {
  const consumer = { topic: 'orders.v1' as const, on: { order: subscribe(stepType, { apply }) } };
  const { run } = replayJob(stage.applying as never, [consumer as never]);
  await run({} as BaseContext, signal);
}

async function letterOf({ id }: Event) {
  const [row] = await stage.query(
    `select attempts, reason, replayed_at is not null as "isReplayed", replay_requested_at is not null as "isRequested"
     from dead_letter where event_id = ?`,
    [id],
  );
  return row;
}

const UNTOUCHED = { attempts: 5, reason: 'Error: first reason', isReplayed: false };

it('what is requested is applied in the order in which it came', async () => {
  const events = ['one', 'two', 'three'].map((name) => anEvent({ name }));
  await setAside(...events);
  await request(events[2]!, events[0]!);

  await replay();

  expect(await stage.effects()).toEqual(['one', 'three']);
  expect(await letterOf(events[0]!)).toMatchObject({ attempts: 6, isReplayed: true });
  expect(await stage.inboxState(events[0]!)).toBe('applied');
  expect(await letterOf(events[1]!)).toMatchObject({ ...UNTOUCHED, isRequested: false });
  expect(await stage.inboxState(events[1]!)).not.toBe('applied');
  await replay();
  expect(await stage.effects()).toEqual(['one', 'three']);
});

it('what fails again stays, with its new reason, and the next ones of the same aggregate wait with it', async () => {
  const bad = anEvent({ name: 'bad', isRejected: true });
  const [next, other] = [anEvent({ name: 'next' }, { key: bad.key }), anEvent({ name: 'other' })];
  await setAside(bad, next, other);
  await request(bad, next, other);

  await replay();

  expect(await stage.effects()).toEqual(['other']);
  expect(await letterOf(bad)).toEqual({
    attempts: 6,
    reason: 'Error: bad is rejected',
    isReplayed: false,
    isRequested: false,
  });
  expect(await letterOf(next)).toEqual({ ...UNTOUCHED, isRequested: false });
});

it('a kind that is consumed no more is rejected as such', async () => {
  const event = anEvent({ name: 'x' }, { key: `gone:${newId()}` });
  await setAside(event);
  await request(event);

  await replay();

  expect(await letterOf(event)).toMatchObject({
    reason: expect.stringContaining('gone of orders.v1'),
    isRequested: false,
  });
});

it.each([
  ['was discarded', 'update dead_letter set discarded_at = now()'],
  ['came by no topic', `update dead_letter set topic = 'elsewhere'`],
  ['is not requested', 'update dead_letter set replay_requested_at = null'],
])('what %s is not replayed', async (_what, change) => {
  const event = anEvent({ name: 'x' });
  await setAside(event);
  await request(event);
  await stage.query(change);

  await replay();

  expect(await stage.effects()).toEqual([]);
  expect(await letterOf(event)).toMatchObject(UNTOUCHED);
});

it('a transient error leaves all as it is until the next round', async () => {
  const [event, next] = [anEvent({ name: 'x' }), anEvent({ name: 'y' })];
  await setAside(event, next);
  await request(event, next);

  await replay({ apply: () => Promise.reject(Object.assign(new Error('try again'), { code: '40001' })) });

  for (const one of [event, next]) expect(await letterOf(one)).toEqual({ ...UNTOUCHED, isRequested: true });
  await replay();
  expect(await stage.effects()).toEqual(['x', 'y']);
});

it('nothing is replayed while another replica does it, nor once the process stops', async () => {
  const event = anEvent({ name: 'x' });
  await setAside(event);
  await request(event);
  await replay({ signal: AbortSignal.abort() });

  await stage.applying.orm.em.fork().transactional(async (tx) => {
    await tx.execute('select pg_advisory_xact_lock(?)', [REPLAY_LOCK]);
    await replay();
  });

  expect(await stage.effects()).toEqual([]);
  expect(await letterOf(event)).toEqual({ ...UNTOUCHED, isRequested: true });
});

it('an event without the time of its first publication counts from when it was set aside', async () => {
  const event = anEvent({ name: 'x' });
  await setAside(event);
  await stage.query('update dead_letter set occurred_at = null, request_id = null');
  await request(event);
  const times: Date[] = [];

  const consumer = {
    topic: 'orders.v1' as const,
    on: {
      order: subscribe(stepType, {
        apply: async ({ call }: StageContext, _step, { occurredAt }) => {
          expect(call.requestId).toBe(event.id);
          times.push(occurredAt);
        },
      }),
    },
  };
  await replayJob(stage.applying as never, [consumer as never]).run({} as BaseContext, new AbortController().signal);

  expect(times).toHaveLength(1);
  expect(times[0]!.getTime()).toBeGreaterThan(event.occurredAt.getTime());
});

it('what is replayed is counted and reported, and those who wait for it learn of it', async () => {
  const [good, bad] = [anEvent({ name: 'good' }), anEvent({ name: 'bad', isRejected: true })];
  await setAside(good, bad);
  await request(good, bad);
  const { log, watch } = stage.applying;
  const [info, warn, notify] = [vi.spyOn(log, 'info'), vi.spyOn(log, 'warn'), vi.spyOn(watch, 'notify')];
  eventsConsumed.reset();
  await replay();

  const named = ({ id, topic, type, key }: Event) => ({ topic, type, key, eventId: id });
  expect(info.mock.calls).toEqual([[named(good), expect.any(String)]]);
  expect(warn.mock.calls).toEqual([[{ ...named(bad), err: expect.any(Error) }, expect.any(String)]]);
  expect(notify.mock.calls).toEqual([[[good.id]]]);
  expect((await eventsConsumed.get()).values).toEqual([
    { labels: { topic: 'orders.v1', outcome: 'replayed' }, value: 1 },
  ]);
  vi.restoreAllMocks();
});
