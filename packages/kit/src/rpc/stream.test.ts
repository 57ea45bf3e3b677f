import { PassThrough, Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { partsOf, readParts, sendParts, writeParts } from './stream.ts';

const PART_DEADLINE_MS = 1_000;

let cancelled: number;
/** What gRPC's streams have beside those of Node. */
const onWire = (wire: object) => Object.assign(wire, { cancel: () => void (cancelled += 1) }) as never;
const taken = async (parts: AsyncIterable<unknown>) => {
  const all: unknown[] = [];
  for await (const part of parts) all.push(part);
  return all;
};
const tick = () => new Promise(setImmediate);

beforeEach(() => {
  cancelled = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.useRealTimers());

describe('the parts of a request', () => {
  it('come as they were sent', async () => {
    const { signal } = new AbortController();

    expect(await taken(partsOf(Readable.from(['a', 'b']) as never, signal))).toEqual(['a', 'b']);
  });

  it('end with an error once the sender has gone', async () => {
    const sender = new AbortController();
    const wire = new PassThrough({ objectMode: true });
    const reading = taken(partsOf(wire as never, sender.signal));
    wire.write('a');
    await tick();
    sender.abort();

    await expect(reading).rejects.toThrow('The sender has gone');
  });

  it('do not listen to the sender after their end', async () => {
    const sender = new AbortController();
    const wire = Readable.from(['a']);
    await taken(partsOf(wire as never, sender.signal));
    const destroy = vi.spyOn(wire, 'destroy');
    sender.abort();

    expect(destroy).not.toHaveBeenCalled();
  });
});

describe('parts that are sent', () => {
  const never = new Promise<never>(() => undefined);
  /** Takes a part each time it is told to. */
  function slowWire() {
    const sent: unknown[] = [];
    let take = (): void => undefined;
    const wire = new Writable({
      objectMode: true,
      highWaterMark: 1,
      write(part, _encoding, done) {
        sent.push(part);
        take = done;
      },
    });
    return { sent, wire, take: () => take() };
  }
  async function* parts(requested: unknown[], ended: { isEnded: boolean }) {
    try {
      for (const part of ['a', 'b', 'c']) {
        requested.push(part);
        yield part;
      }
    } finally {
      ended.isEnded = true;
    }
  }

  it('are made no faster than they are taken, and end with the last', async () => {
    const { sent, wire, take } = slowWire();
    const requested: unknown[] = [];
    const sending = sendParts(parts(requested, { isEnded: false }), onWire(wire), never);
    await tick();
    expect(requested).toEqual(['a']);

    while (!wire.writableEnded) {
      take();
      await tick();
    }
    await sending;
    await tick();
    expect([sent, wire.writableFinished, cancelled]).toEqual([['a', 'b', 'c'], true, 0]);
  });

  it.each<[string, (responded: PromiseWithResolvers<void>) => void]>([
    ['a response', ({ resolve }) => resolve()],
    ['a rejection', ({ reject }) => reject(new Error('it is a response too'))],
  ])('are sent no more once there is %s, whatever it waits for', async (_what, respond) => {
    const { sent, wire } = slowWire();
    const ended = { isEnded: false };
    const responded = Promise.withResolvers<void>();
    const sending = sendParts(parts([], ended), onWire(wire), responded.promise);
    await tick();
    respond(responded);
    await sending;
    await tick();

    expect([sent, ended.isEnded, wire.writableEnded, cancelled]).toEqual([['a'], true, false, 0]);
    expect(wire.listenerCount('drain')).toBe(0);
  });

  it('cancel the call when they fail', async () => {
    const { wire } = slowWire();
    const failing = new Readable({
      objectMode: true,
      read() {
        this.destroy(new Error('the disk is gone'));
      },
    });

    await expect(sendParts(failing, onWire(wire), never)).rejects.toThrow('the disk is gone');
    expect([cancelled, wire.writableEnded]).toEqual([1, false]);
  });

  it('of a response wait for each to be taken, and end when the other side has gone', async () => {
    const { sent, wire, take } = slowWire();
    const gone = new AbortController();
    const requested: unknown[] = [];
    const writing = writeParts(parts(requested, { isEnded: false }) as never, wire as never, gone.signal);
    await tick();
    expect(requested).toEqual(['a']);
    take();
    await tick();
    expect([requested, sent]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    gone.abort(new Error('gone'));

    await expect(writing).rejects.toThrow('gone');
    expect(requested).toEqual(['a', 'b']);
  });

  it('of a response are not written after the other side has gone, nor past an error', async () => {
    const { sent, wire } = slowWire();
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(writeParts(parts([], { isEnded: false }) as never, wire as never, gone)).rejects.toThrow('gone');
    const failing = new Writable({ objectMode: true, write: (_part, _encoding, done) => done(new Error('reset')) });
    failing.on('error', () => undefined);
    const { signal } = new AbortController();

    await expect(writeParts(parts([], { isEnded: false }) as never, failing as never, signal)).rejects.toThrow('reset');
    expect(sent).toEqual([]);
  });
});

describe('the parts of a response', () => {
  const late = () => new Error('late');

  it('come as they were sent; the call ends with them', async () => {
    expect(await taken(readParts(onWire(Readable.from(['a', 'b'])), PART_DEADLINE_MS, late))).toEqual(['a', 'b']);
    expect([cancelled, vi.getTimerCount()]).toEqual([1, 0]);
  });

  it.each([0, 1])('are late when the next does not come in time, after %i of them', async (before) => {
    const wire = new PassThrough({ objectMode: true });
    for (let sent = 0; sent < before; sent += 1) wire.write('a');
    const reading = taken(readParts(onWire(wire), PART_DEADLINE_MS, late));
    await tick();
    vi.advanceTimersByTime(PART_DEADLINE_MS - 1);
    await tick();
    expect(wire.destroyed).toBe(false);
    vi.advanceTimersByTime(1);

    await expect(reading).rejects.toThrow('late');
    expect(cancelled).toBe(1);
  });

  it('may be read slowly, and be left unread', async () => {
    const wire = new PassThrough({ objectMode: true });
    wire.write('a');
    const parts = readParts(onWire(wire), PART_DEADLINE_MS, late);
    expect(await parts.next()).toEqual({ value: 'a', done: false });
    vi.advanceTimersByTime(PART_DEADLINE_MS);
    await tick();
    expect([wire.destroyed, cancelled]).toEqual([false, 0]);
    await parts.return(undefined);

    expect([cancelled, vi.getTimerCount()]).toEqual([1, 0]);
  });
});
