import { randomUUID } from 'node:crypto';
import { DomainError, type FieldError } from '@estampa/kernel/errors';
import { currentCall, newCall, runInCall } from './call.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BenchClient, benchClient, eventReferences, noDatabase, serveHandlers } from '../../test/bench.ts';

const EVENT_COUNT = 2_000;
const FIELD_COUNT = 1_500;

let resources: AsyncDisposableStack;
let client: BenchClient;
let release: (value: string) => void;

beforeAll(async () => {
  resources = new AsyncDisposableStack();
  const server = resources.use(
    await serveHandlers(noDatabase, {
      Hold: () => new Promise((resolve) => (release = resolve)),
      Reject: async (_context, fields: FieldError[]) => {
        throw new DomainError('invalid', 'validation_failed', 'Some fields are not valid', { fields });
      },
      RejectAtLength: async (_context, message: string) => {
        throw new DomainError('conflict', 'long', message, { members: { orderId: message } });
      },
      Record: async () => {
        currentCall()!.events.push(...eventReferences(EVENT_COUNT));
        return 'recorded';
      },
    }),
  );
  client = resources.use(benchClient(server.address, ['Hold', 'Reject', 'RejectAtLength', 'Record']));
});

afterAll(() => resources.disposeAsync());

const rejectionOf = (response: Promise<unknown>) =>
  response.then(
    () => null,
    (error: DomainError) => error,
  );

/** However long a busy machine takes: what is tested is size, not speed. */
const UNHURRIED = { deadlineMs: 60_000 };

/** The call that shares the connection must not be disturbed. */
async function withConcurrentCall<T>(run: () => Promise<T>): Promise<T> {
  const pending = client['Hold']!({}, UNHURRIED);
  await client['RejectAtLength']!('short', UNHURRIED).catch(() => undefined);
  const outcome = await run();
  release('still here');
  expect(await pending).toBe('still here');
  return outcome;
}

describe('a response of any size does not break the connection', () => {
  it('names 50 of 1,500 field errors and counts the rest', async () => {
    const fields = Array.from({ length: FIELD_COUNT }, (_, index) => ({
      path: `options.key-${index}`,
      code: 'unknown',
      message: 'is not known',
    }));

    const rejection = await withConcurrentCall(() => rejectionOf(client['Reject']!(fields, UNHURRIED)));

    expect(rejection).toMatchObject({ kind: 'invalid', message: 'Some fields are not valid (+1450 more)' });
    expect(rejection!.details.fields).toEqual(fields.slice(0, 50));
  });

  it('names fewer when each is long, in whatever alphabet', async () => {
    const fields = Array.from({ length: FIELD_COUNT }, () => ({
      path: '\u0001'.repeat(1_000),
      code: 'unknown',
      message: 'é'.repeat(1_000),
    }));

    const rejection = await withConcurrentCall(() => rejectionOf(client['Reject']!(fields, UNHURRIED)));

    expect(rejection).toMatchObject({ kind: 'invalid', reason: 'validation_failed' });
    expect(rejection!.message).toMatch(/\(\+14\d\d more\)$/);
    expect(rejection!.details.fields!.length).toBeGreaterThan(0);
  });

  it('cuts a long message, never in the middle of a character', async () => {
    const rejection = await withConcurrentCall(() =>
      rejectionOf(client['RejectAtLength']!('x' + '😀'.repeat(50_000), UNHURRIED)),
    );

    expect(rejection).toMatchObject({ kind: 'conflict', reason: 'long', details: {} });
    expect(rejection!.message.length).toBeLessThanOrEqual(500);
    expect(rejection!.message.isWellFormed()).toBe(true);
  });

  it('responds to a write of 2,000 events, naming those that fit and that there are more', async () => {
    const call = newCall({ requestId: randomUUID() });

    const response = await withConcurrentCall(() => runInCall(call, () => client['Record']!({}, UNHURRIED)));

    expect(response).toBe('recorded');
    expect(call.hasMoreEvents).toBe(true);
    expect(call.events.length).toBeGreaterThan(100);
    expect(call.events.length).toBeLessThan(EVENT_COUNT);
  });

  it('carries nothing of a trace context that is none', async () => {
    const call = newCall({ requestId: randomUUID(), traceparent: 'x'.repeat(100_000) });

    await expect(withConcurrentCall(() => runInCall(call, () => client['Record']!({}, UNHURRIED)))).resolves.toBe(
      'recorded',
    );
  });
});
