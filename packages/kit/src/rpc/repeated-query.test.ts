import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Exchange } from './exchange.ts';
import { EXCHANGE_LIFE_MS, REOPEN_MS, RepeatedQuery } from './repeated-query.ts';

/** Streams that are answered, or broken, by the test. */
function aStage() {
  const streams: (Exchange<string, string> & { sent: string[]; respond(): void; break(): void })[] = [];
  const calls: string[] = [];
  const open = () => {
    const waiting: PromiseWithResolvers<string>[] = [];
    const stream = {
      sent: [] as string[],
      isOver: false,
      get waiting() {
        return waiting.length;
      },
      send(request: string) {
        stream.sent.push(request);
        waiting.push(Promise.withResolvers<string>());
        return waiting.at(-1)!.promise;
      },
      respond: () => waiting.shift()!.resolve('over the stream'),
      break() {
        stream.isOver = true;
        for (const one of waiting.splice(0)) one.reject(new Error('broken'));
      },
      end: () => void (stream.isOver = true),
      cancel: () => stream.break(),
    };
    streams.push(stream);
    return stream;
  };
  const call = async (request: string) => {
    calls.push(request);
    return 'by a call';
  };
  return { query: new RepeatedQuery({ open, call }), streams, calls };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

describe('a query that is repeated', () => {
  it('goes over one stream', async () => {
    const { query, streams, calls } = aStage();
    for (const request of ['a', 'b']) {
      const response = query.send(request);
      streams[0]!.respond();
      expect(await response).toBe('over the stream');
    }

    expect([streams.map(({ sent }) => sent), calls]).toEqual([[['a', 'b']], []]);
  });

  it('is a call of its own while the stream has not responded to another', async () => {
    const { query, streams, calls } = aStage();
    const first = query.send('a');

    expect(await query.send('b')).toBe('by a call');
    streams[0]!.respond();
    expect([await first, calls]).toEqual(['over the stream', ['b']]);
  });

  it('is a call when the stream breaks, and for a while after', async () => {
    const { query, streams, calls } = aStage();
    const first = query.send('a');
    streams[0]!.break();
    expect([await first, await query.send('b'), calls]).toEqual(['by a call', 'by a call', ['a', 'b']]);

    vi.advanceTimersByTime(REOPEN_MS);
    const response = query.send('c');
    streams[1]!.respond();
    expect(await response).toBe('over the stream');
  });

  it('begins another stream after some time, once nothing waits for the old one', async () => {
    const { query, streams, calls } = aStage();
    const slow = query.send('a');
    vi.advanceTimersByTime(EXCHANGE_LIFE_MS);
    await query.send('b');
    streams[0]!.respond();
    await slow;

    const third = query.send('c');
    streams[1]!.respond();
    await third;
    expect([streams.map(({ sent, isOver }) => [sent, isOver]), calls]).toEqual([
      [
        [['a'], true],
        [['c'], false],
      ],
      ['b'],
    ]);
  });
});
