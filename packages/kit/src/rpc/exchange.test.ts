import { status } from '@grpc/grpc-js';
import { DomainError } from '@estampa/kernel/errors';
import { eventually } from '@estampa/testing/eventually';
import { describe, expect, it, vi } from 'vitest';
import type { BaseContext } from '../service/context.ts';
import { exchangeClient, noDatabase, serveHandlers } from '../../test/bench.ts';
import { EXCHANGE_DEADLINE_MS } from './exchange.ts';

type Each = (context: BaseContext, request: never) => Promise<unknown>;

async function served(each: Each, { drainMs = 5_000 } = {}) {
  const stack = new AsyncDisposableStack();
  const server = await serveHandlers(noDatabase, { ListPayouts: { each } }, { exchanges: true, drainMs });
  const stop = () => server[Symbol.asyncDispose]();
  stack.defer(stop);
  const client = stack.use(exchangeClient(server.address, ['ListPayouts']));
  return { open: client['ListPayouts']!, stop, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const pausing = () => {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const pause = async () => {
    reached.resolve();
    await released.promise;
  };
  return { pause, reached: reached.promise, letGo: () => released.resolve() };
};

/** With a request that has arrived, and gets its response when it is let go. */
async function servedWaiting() {
  const { pause, reached, letGo } = pausing();
  const stage = await served(async (_context, request) => {
    await pause();
    return request;
  });
  const exchange = stage.open();
  const response = exchange.send(1);
  await reached;
  return { ...stage, exchange, response, letGo };
}

describe('an exchange', () => {
  it('brings each request its response, one after another', async () => {
    const first = pausing();
    const handled: unknown[] = [];
    await using stage = await served(async (_context, request) => {
      handled.push(request);
      if (request === 1) await first.pause();
      return { request };
    });
    const exchange = stage.open();

    const responses = Promise.all([1, 2, 3].map((one) => exchange.send(one)));
    await first.reached;
    expect([handled, exchange.waiting]).toEqual([[1], 3]);
    first.letGo();

    expect(await responses).toEqual([1, 2, 3].map((request) => ({ request })));
    expect([exchange.waiting, exchange.isOver]).toEqual([0, false]);
  });

  it('gives each request a deadline of its own', async () => {
    await using stage = await served(async ({ call }) => call.deadline);
    const exchange = stage.open();
    const before = Date.now();

    expect(await exchange.send(1)).toBeGreaterThan(before);
  });

  it('ends with the error of a request, for all that wait', async () => {
    const first = pausing();
    await using stage = await served(async () => {
      await first.pause();
      throw new DomainError('unavailable', 'database_unavailable', 'not now');
    });
    const exchange = stage.open();
    const waiting = Promise.allSettled([exchange.send(1), exchange.send(2)]);
    await first.reached;
    first.letGo();

    for (const outcome of await waiting)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { kind: 'unavailable', message: 'not now' } });
    expect(exchange.isOver).toBe(true);
    await expect(exchange.send(3)).rejects.toMatchObject({ code: status.UNAVAILABLE });
  });

  it('is over for all when a response does not come in time', async () => {
    const hanging = pausing();
    await using stage = await served(hanging.pause);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const exchange = stage.open();
    const late = exchange.send(1);
    vi.advanceTimersByTime(EXCHANGE_DEADLINE_MS);
    vi.useRealTimers();

    await expect(late).rejects.toMatchObject({ code: status.DEADLINE_EXCEEDED });
    expect(exchange.isOver).toBe(true);
    hanging.letGo();
  });

  it('gets the responses of what was sent before it ends', async () => {
    await using stage = await servedWaiting();
    const { exchange, response } = stage;
    exchange.end();
    stage.letGo();

    expect(await response).toBe(1);
    await eventually(() => expect(exchange.isOver).toBe(true));
  });

  it('does not delay a server that is to stop, which responds to what it has', async () => {
    await using stage = await servedWaiting();
    const { exchange, response } = stage;
    const stopped = stage.stop();
    stage.letGo();

    expect(await response).toBe(1);
    await stopped;
    await eventually(() => expect(exchange.isOver).toBe(true));
  });

  it('ends the work of a caller that has gone', async () => {
    const signals: AbortSignal[] = [];
    const first = pausing();
    await using stage = await served(async ({ call }) => {
      signals.push(call.signal!);
      await first.pause();
    });
    const exchange = stage.open();
    const response = exchange.send(1);
    await first.reached;
    exchange.cancel();

    await expect(response).rejects.toMatchObject({ code: status.CANCELLED });
    await eventually(() => expect(signals[0]!.aborted).toBe(true));
    first.letGo();
  });
});
