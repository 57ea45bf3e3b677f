import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyInPipeline } from '../src/events/apply-events.ts';
import { finish, leaveUnfinished } from '../src/events/inbox.ts';
import { subscribe } from '../src/events/subscribe.ts';
import { currentCall } from '../src/rpc/call.ts';
import { eventsConsumed, eventsTransaction } from '../src/telemetry/metrics.ts';
import { type TraceSpan, traceBy } from '../src/telemetry/trace.ts';
import {
  anEvent,
  consumerOf,
  type EventStage,
  oneByOne,
  openEventStage,
  type StageContext,
  stepType,
  store,
} from './event-stage.ts';

const SERIALIZATION_FAILURE = '40001';

let stage: EventStage;
beforeAll(async () => {
  stage = await openEventStage();
});
afterAll(() => stage?.[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const metric of [eventsConsumed, eventsTransaction]) metric.reset();
  await stage.clear();
});

const RECORDED = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
/** How often events had each outcome. */
const outcomes = async () =>
  (await eventsConsumed.get()).values.map(({ labels, value }) => `${labels.outcome} ${value}`).toSorted();

describe('the events of a fetch', () => {
  it('are applied once, in order and as their service', async () => {
    const events = ['first', 'second', 'third'].map((name) => anEvent({ name }));

    expect(await stage.apply(events)).toEqual([events[2]]);
    expect(await stage.apply(events)).toEqual([events[2]]);

    expect(await stage.effects()).toEqual(['first', 'second', 'third']);
    expect(stage.woken.map(({ requestId }) => requestId)).toEqual(events.map(({ requestId }) => requestId));
    expect(stage.woken[0]!.caller).toMatchObject({ roles: ['service'], userId: 'kit-test' });
    expect(await stage.inboxState(events[1]!)).toBe('applied');
    expect(await stage.outcomeOf(events[0]!)).toBe('applied');
  });

  it('are none of this consumer’s when there are none', async () => {
    expect(await stage.apply([])).toEqual([]);
  });

  it('stay unapplied once the consumer stops', async () => {
    expect(await stage.apply([anEvent({ name: 'too long' })], oneByOne, AbortSignal.abort())).toEqual([]);
    expect(await stage.effects()).toEqual([]);
  });

  it('go on past one that is rejected five times, which is set aside with all that it says', async () => {
    const bad = anEvent({ name: 'bad', isRejected: true }, { traceparent: RECORDED });
    const events = [anEvent({ name: 'before' }), bad, anEvent({ name: 'after' })];

    expect(await stage.apply(events)).toEqual([...events, events[2]]);

    expect(await stage.effects()).toEqual(['before', 'after']);
    expect(await stage.outcomeOf(bad)).toBe('parked');
    expect(await stage.query('select * from dead_letter')).toEqual([
      expect.objectContaining({
        event_id: bad.id,
        topic: bad.topic,
        key: bad.key,
        type: bad.type,
        payload: bad.payload,
        request_id: bad.requestId,
        traceparent: bad.traceparent,
        reason: 'Error: bad is rejected',
        attempts: 5,
      }),
    ]);
    expect(await stage.query('select * from event_attempt')).toEqual([]);
    expect(await outcomes()).toEqual(['applied 2', 'parked 1', 'retried 6']);
  });

  it('are reported with what failed, together and by itself, and when it is set aside', async () => {
    const [warned, failed] = (['warn', 'error'] as const).map((level) => vi.spyOn(stage.applying.log, level));
    const [good, bad] = [anEvent({ name: 'good' }), anEvent({ name: 'bad', isRejected: true })];
    await stage.query('insert into event_attempt (event_id, attempts) values (?, 4)', [bad.id]);
    await stage.apply([good, bad]);

    const named = ({ id, topic, type, key }: typeof bad) => ({ topic, type, key, eventId: id });
    const err = expect.objectContaining({ message: 'bad is rejected' });
    expect(warned!.mock.calls.map(([fields]) => fields)).toEqual([
      { ...named(good), err, tries: 1, events: 2 },
      { ...named(bad), err, tries: 1 },
    ]);
    expect(failed!.mock.calls.map(([fields]) => fields)).toEqual([named(bad)]);
    vi.restoreAllMocks();
  });

  it('are a step each in their traces, which says whether they were applied', async () => {
    const steps: unknown[] = [];
    const begin = (name: string, kind: string): TraceSpan => {
      const isStep = kind === 'consumer';
      if (isStep) steps.push(name);
      return {
        traceparent: RECORDED,
        exemplar: null,
        set: () => undefined,
        event: () => undefined,
        end: (failure) => void (isStep && steps.push(failure)),
      };
    };
    const [good, bad] = [{ name: 'good' }, { name: 'bad', isRejected: true }].map((step) =>
      anEvent(step, { traceparent: RECORDED }),
    );
    await stage.query('insert into event_attempt (event_id, attempts) values (?, 4)', [bad!.id]);
    traceBy({ begin });
    await stage.apply([good!]);
    await stage.apply([bad!]).finally(() => traceBy(null));

    expect(steps).toEqual(['process orders.v1', null, 'process orders.v1', 'not_applied']);
    expect(stage.woken[0]).toMatchObject({ traceparent: RECORDED, span: { traceparent: RECORDED } });
    const { values } = await eventsTransaction.get();
    expect(values.find(({ metricName }) => metricName?.endsWith('_count'))).toMatchObject({
      labels: { topic: 'orders.v1' },
      value: 1,
    });
  });

  it('are concluded as the last of them', async () => {
    const concluded: unknown[] = [];
    const conclude = async (context: StageContext) =>
      concluded.push(context.call === currentCall(), context.call.requestId);
    const events = ['first', 'last'].map((name) => anEvent({ name }));
    await stage.apply(events, consumerOf(oneByOne.on['order']!, { conclude }));
    await stage.apply(events, consumerOf(oneByOne.on['order']!, { conclude }));

    expect(concluded).toEqual([true, events[1]!.requestId]);
  });

  it('continue the attempts that another replica has counted', async () => {
    const bad = anEvent({ name: 'bad', isRejected: true });
    await stage.query('insert into event_attempt (event_id, attempts) values (?, 4)', [bad.id]);

    await stage.apply([bad]);

    expect(await stage.query('select attempts from dead_letter')).toEqual([{ attempts: 5 }]);
  });

  it('are retried after transient errors, which count for nothing', async () => {
    let tries = 0;
    const shaky = consumerOf(
      subscribe(stepType, {
        apply: async (context: StageContext, step) => {
          tries += 1;
          if (tries < 3) throw Object.assign(new Error('try again'), { code: SERIALIZATION_FAILURE });
          await store(context, step);
        },
      }),
    );

    const events = [anEvent({ name: 'one' }), anEvent({ name: 'two' })];
    expect(await stage.apply(events, shaky)).toEqual([events[1]]);

    expect(await stage.effects()).toEqual(['one', 'two']);
    expect(await stage.query('select * from event_attempt')).toEqual([]);
  });

  it('forget the attempts of one that is applied in the end', async () => {
    let tries = 0;
    const second = consumerOf(
      subscribe(stepType, {
        apply: async (context: StageContext, step) => {
          tries += 1;
          await store(context, { ...step, isRejected: tries === 1 });
        },
      }),
    );

    await stage.apply([anEvent({ name: 'at last' })], second);

    expect(await stage.effects()).toEqual(['at last']);
    expect(await stage.query('select * from event_attempt')).toEqual([]);
  });
});

it('an event of several steps is applied when the last one is done', async () => {
  const stepwise = consumerOf(
    subscribe(stepType, {
      apply: async ({ em }: StageContext, _step, { id }) => leaveUnfinished(em, id),
    }),
  );
  const event = anEvent({ name: 'long' });
  await stage.apply([event], stepwise);
  expect(await stage.inboxState(event)).toBe('unfinished');
  expect(await stage.applying.watch.outcome([event.id], { longestMs: 1 })).toBe('late');

  const waiting = stage.outcomeOf(event);
  await finish(stage.applying.orm.em.fork(), event.id);

  expect(await waiting).toBe('applied');
  expect(await stage.inboxState(event)).toBe('applied');
});

it.each([
  ['that took too long say nothing of it', '57014', { kind: 'unavailable', reason: 'database_stalled' }],
  ['that fail otherwise fail it', '23505', { code: '23505' }],
])('marks of an event %s', async (_which, code, outcome) => {
  const cause = Object.assign(new Error('no mark'), { code });
  const applied = applyInPipeline(stage.applying, oneByOne, [anEvent({ name: 'x' })], () => Promise.reject(cause));

  await expect(applied).rejects.toMatchObject(outcome);
  expect(await stage.effects()).toEqual([]);
});
