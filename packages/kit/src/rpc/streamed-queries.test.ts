import { status } from '@grpc/grpc-js';
import { DomainError } from '@estampa/kernel/errors';
import { eventually } from '@estampa/testing/eventually';
import { describe, expect, it } from 'vitest';
import { currentCall, type Lane } from './call.ts';
import type { StreamedQuery } from './respond-on.ts';
import type { BaseContext } from '../service/context.ts';
import { noDatabase, serveHandlers, streamClient } from '../../test/bench.ts';

const PART = 'x'.repeat(64 * 1024);
/** What may be on its way at once: the window of HTTP/2, sixteen parts before the reader, and what sockets hold. */
const AHEAD_MAX = (4 * 1024 * 1024) / PART.length + 16 + 64;
const MANY = 1_000;
/** Long enough for a first part on a busy machine. */
const PART_DEADLINE_MS = 3_000;

async function all(parts: AsyncIterable<unknown>): Promise<unknown[]> {
  const received: unknown[] = [];
  for await (const part of parts) received.push(part);
  return received;
}

type Parts = StreamedQuery<BaseContext, never, unknown>['parts'];

async function served(parts: Parts, lane?: Lane) {
  const stack = new AsyncDisposableStack();
  const handler = { parts, ...(lane && { lane }) };
  const server = stack.use(await serveHandlers(noDatabase, { ExportPayoutItems: handler }, { streams: true }));
  const client = stack.use(streamClient(server.address, ['ExportPayoutItems']));
  return { read: client['ExportPayoutItems']!, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

describe('a query whose response comes in parts', () => {
  it('brings them in order, then ends', async () => {
    await using stage = await served(async function* () {
      yield* [1, 2, 3];
    });

    expect(await all(stage.read({}))).toEqual([1, 2, 3]);
  });

  it.each([
    ['has the connections of background work', undefined, 'jobs'],
    ['has those of requests where it says so', 'requests', 'requests'],
  ] as const)('%s', async (_what, lane, found) => {
    await using stage = await served(async function* () {
      yield currentCall()?.lane;
    }, lane);

    expect(await all(stage.read({}))).toEqual([found]);
  });

  it('is rejected before its first part like any call', async () => {
    await using stage = await served(async function* () {
      yield* [];
      throw new DomainError('forbidden', 'forbidden', 'not for you');
    });

    await expect(all(stage.read({}))).rejects.toMatchObject({ kind: 'forbidden', message: 'not for you' });
  });

  it('fails after the parts that were sent', async () => {
    await using stage = await served(async function* () {
      yield 1;
      throw new Error('on the way');
    });
    const received: unknown[] = [];
    const reading = (async () => {
      for await (const part of stage.read({})) received.push(part);
    })();

    await expect(reading).rejects.toMatchObject({ code: status.INTERNAL });
    expect(received).toEqual([1]);
  });

  it('makes no more than is on its way to a reader that pauses, and the rest once it reads on', async () => {
    let made = 0;
    await using stage = await served(async function* () {
      for (; made < MANY; made += 1) yield PART;
    });
    const reader = stage.read({})[Symbol.asyncIterator]();
    await reader.next();
    let before = -1;
    await eventually(() => {
      const isStill = made === before;
      before = made;
      expect(isStill).toBe(true);
    });

    expect(made).toBeLessThan(AHEAD_MAX);
    let received = 1;
    while (!(await reader.next()).done) received += 1;
    expect([received, made]).toEqual([MANY, MANY]);
  });

  it.each(['stops reading', 'aborts'])('ends when its reader %s', async (how) => {
    let ended = false;
    const gone = new AbortController();
    await using stage = await served(async function* () {
      try {
        for (;;) yield PART;
      } finally {
        ended = true;
      }
    });
    const reader = stage.read({}, { signal: gone.signal })[Symbol.asyncIterator]();
    await reader.next();
    if (how === 'aborts') gone.abort();
    else await reader.return!();

    await eventually(() => expect(ended).toBe(true));
  });

  it('fails when the next part does not come in time, however long the reader took before', async () => {
    await using stage = await served(async function* (context) {
      yield 1;
      await new Promise((resolve) => context.call.signal!.addEventListener('abort', resolve));
    });
    const reader = stage.read({}, { partDeadlineMs: PART_DEADLINE_MS })[Symbol.asyncIterator]();

    expect(await reader.next()).toEqual({ done: false, value: 1 });
    await expect(reader.next()).rejects.toMatchObject({ code: status.DEADLINE_EXCEEDED });
  });
});
