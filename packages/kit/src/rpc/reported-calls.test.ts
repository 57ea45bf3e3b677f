import { status } from '@grpc/grpc-js';
import { DomainError } from '@estampa/kernel/errors';
import { eventually } from '@estampa/testing/eventually';
import type { Counter, Histogram } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { benchClient, noDatabase, serveHandlers, streamClient } from '../../test/bench.ts';
import type { Log } from '../telemetry/log.ts';
import { grpcCalled, grpcHandled, grpcResponses, grpcServed } from '../telemetry/metrics.ts';
import { type TraceSpan, traceBy } from '../telemetry/trace.ts';
import { type Call, currentCall, newCall, runInCall } from './call.ts';

const SERVICE = 'estampa.payouts.v1.PayoutService';
const METHOD = `/${SERVICE}/CreatePayout`;
const STREAM = `/${SERVICE}/ExportPayoutItems`;
const CAUSE = new Error('the reason');
const BUSY = Object.assign(new Error('a deadlock'), { code: '40P01' });

let logged: [level: string, fields: unknown, requestId: string | undefined][];
let woken: Call[];
beforeEach(() => {
  [logged, woken] = [[], []];
  for (const metric of [grpcCalled, grpcHandled, grpcResponses, grpcServed]) metric.reset();
});
afterEach(() => traceBy(null));

const note = (level: string) => (fields: unknown) => void logged.push([level, fields, currentCall()?.requestId]);
const OPTIONS = {
  log: { warn: note('warn'), error: note('error') } as unknown as Log,
  wake: (call: Call) => void woken.push(call),
};

const counts = async (counter: Counter) => (await counter.get()).values.map(({ labels, value }) => [labels, value]);
const observed = async (histogram: Histogram) =>
  (await histogram.get()).values
    .filter(({ metricName }) => metricName?.endsWith('_count'))
    .map(({ labels, value }) => [labels, value]);

describe('a call', () => {
  it.each<[string, unknown, keyof typeof status, [level: string, error: unknown] | null]>([
    ['that succeeds', null, 'OK', null],
    ['that is rejected', new DomainError('invalid', 'wrong', 'no'), 'INVALID_ARGUMENT', null],
    [
      'that is rejected for a reason behind it',
      new DomainError('unavailable', 'away', 'no', {}, { cause: CAUSE }),
      'UNAVAILABLE',
      ['warn', expect.objectContaining({ reason: 'away', cause: CAUSE })],
    ],
    [
      'for which the database has no time',
      BUSY,
      'RESOURCE_EXHAUSTED',
      ['warn', expect.objectContaining({ cause: BUSY })],
    ],
    ['that fails', CAUSE, 'INTERNAL', ['error', CAUSE]],
  ])('%s is counted by both sides and logged where that helps', async (_which, error, code, logs) => {
    const handler = async () => {
      if (error !== null) throw error;
      return 'done';
    };
    await using server = await serveHandlers(noDatabase, { CreatePayout: handler }, OPTIONS);
    using client = benchClient(server.address, ['CreatePayout']);
    const call = newCall({ requestId: 'r-1' });
    const outcome = await runInCall(call, () => client['CreatePayout']!({})).catch(() => 'rejected');

    expect(outcome).toBe(error === null ? 'done' : 'rejected');
    expect(await counts(grpcHandled)).toEqual([[{ grpc_method: METHOD, grpc_code: code }, 1]]);
    expect(await counts(grpcResponses)).toEqual([[{ grpc_service: SERVICE, grpc_code: code }, 1]]);
    expect(await observed(grpcServed)).toEqual([[{ grpc_method: METHOD }, 1]]);
    expect(await observed(grpcCalled)).toEqual([[{ grpc_service: SERVICE }, 1]]);
    expect(logged).toEqual(logs ? [[logs[0], { err: logs[1], method: METHOD }, 'r-1']] : []);
    expect(woken.map(({ requestId }) => requestId)).toEqual(['r-1']);
  });

  it.each([
    ['whose time is over', { deadlineMs: 1_000 }, 'DEADLINE_EXCEEDED'],
    ['whose caller has gone', { deadlineMs: 60_000 }, 'CANCELLED'],
  ])('%s is counted as such, and not logged as a failure', async (_which, options, code) => {
    const ended = new AbortController();
    const waits = () =>
      new Promise((_resolve, reject) => {
        const { signal } = currentCall()!;
        signal!.addEventListener('abort', () => reject(signal!.reason as Error));
        if (code === 'CANCELLED') ended.abort();
      });
    await using server = await serveHandlers(noDatabase, { CreatePayout: waits }, OPTIONS);
    using client = benchClient(server.address, ['CreatePayout']);
    const call = newCall({ requestId: 'r-1', signal: ended.signal });

    await expect(runInCall(call, () => client['CreatePayout']!({}, options))).rejects.toMatchObject({
      code: status[code as keyof typeof status],
    });
    await eventually(async () =>
      expect(await counts(grpcHandled)).toEqual([[{ grpc_method: METHOD, grpc_code: code }, 1]]),
    );
    expect(logged).toEqual([]);
  });
});

describe('in its trace, a call', () => {
  const traceOf = (step: string) => `00-${'1'.repeat(32)}-${step.padStart(16, '0')}-01`;
  let steps: unknown[];
  beforeEach(() => {
    steps = [];
    traceBy({
      begin: (name, kind, parent): TraceSpan => {
        const own = traceOf(kind === 'client' ? 'c' : 'd');
        steps.push([kind, name, parent]);
        return {
          traceparent: own,
          exemplar: null,
          set: (attributes) => steps.push([kind, attributes]),
          event: () => undefined,
          end: (failure) => steps.push([kind, failure]),
        };
      },
    });
  });
  const attributes = (code: status) => ({
    'rpc.system': 'grpc',
    'rpc.grpc.status_code': code,
    'estampa.request_id': 'r-1',
  });

  it.each([
    ['succeeds', null, status.OK, null],
    ['is rejected', new DomainError('not_found', 'gone', 'no'), status.NOT_FOUND, 'NOT_FOUND'],
  ])('is a step of each side when it %s, one in the other', async (_how, error, code, failure) => {
    let traced: string | null = null;
    const handler = async () => {
      traced = currentCall()!.traceparent;
      if (error) throw error;
    };
    await using server = await serveHandlers(noDatabase, { CreatePayout: handler }, OPTIONS);
    using client = benchClient(server.address, ['CreatePayout']);
    const call = newCall({ requestId: 'r-1', traceparent: traceOf('a') });
    await runInCall(call, () => client['CreatePayout']!({})).catch(() => undefined);

    expect(traced).toBe(traceOf('d'));
    expect(steps).toEqual([
      ['client', METHOD, traceOf('a')],
      ['server', METHOD, traceOf('c')],
      ['server', attributes(code)],
      ['server', failure],
      ['client', failure],
    ]);
  });

  it.each([
    ['ends', null, status.OK, null],
    ['fails on the way', new DomainError('busy', 'busy', 'no'), status.RESOURCE_EXHAUSTED, 'RESOURCE_EXHAUSTED'],
  ])('is one step of each side whose response in parts %s', async (_how, error, code, failure) => {
    const parts = async function* () {
      yield 1;
      if (error) throw error;
    };
    await using server = await serveHandlers(
      noDatabase,
      { ExportPayoutItems: { parts } },
      { ...OPTIONS, streams: true },
    );
    using client = streamClient(server.address, ['ExportPayoutItems']);
    const call = newCall({ requestId: 'r-1', traceparent: traceOf('a') });
    const received: unknown[] = [];
    const reading = runInCall(call, async () => {
      for await (const part of client['ExportPayoutItems']!({})) received.push(part);
    });
    await reading.catch(() => undefined);

    expect(received).toEqual([1]);
    expect(steps).toEqual([
      ['client', STREAM, traceOf('a')],
      ['server', STREAM, traceOf('c')],
      ['server', attributes(code)],
      ['server', failure],
      ['client', failure],
    ]);
    expect(await counts(grpcResponses)).toEqual([[{ grpc_service: SERVICE, grpc_code: status[code] }, 1]]);
  });
});

describe('a response in parts', () => {
  it('is not requested for a reader that has gone', async () => {
    let requested = 0;
    const received: unknown[] = [];
    const parts = async function* () {
      yield (requested += 1);
    };
    await using server = await serveHandlers(noDatabase, { ExportPayoutItems: { parts } }, { streams: true });
    using client = streamClient(server.address, ['ExportPayoutItems']);
    const read = async (call: Partial<Call>, signal?: AbortSignal) =>
      runInCall(newCall({ requestId: 'r-1', ...call }), async () => {
        for await (const part of client['ExportPayoutItems']!({}, signal ? { signal } : {})) received.push(part);
      });

    const gone = { code: status.CANCELLED };
    await expect(read({ signal: AbortSignal.abort() })).rejects.toMatchObject(gone);
    await expect(read({}, AbortSignal.abort())).rejects.toMatchObject(gone);
    expect(requested).toBe(0);
    await read({});
    expect([requested, received]).toEqual([1, [1]]);
  });
});

it('a call of nobody is one of the service itself', async () => {
  await using server = await serveHandlers(noDatabase, { CreatePayout: async () => currentCall() });
  using client = benchClient(server.address, ['CreatePayout']);

  expect(await client['CreatePayout']!({})).toMatchObject({
    requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    caller: { userId: 'bench', roles: ['service'] },
    lane: 'requests',
  });
});
