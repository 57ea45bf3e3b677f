import { once } from 'node:events';
import type {
  ClientReadableStream,
  ClientWritableStream,
  ServerReadableStream,
  sendUnaryData,
  ServerWritableStream,
} from '@grpc/grpc-js';

/** The parts of a request as they come; they end with an error once the caller has gone. */
export async function* partsOf<Part>(
  wire: ServerReadableStream<Part, unknown>,
  abandoned: AbortSignal,
): AsyncGenerator<Part> {
  const end = () => wire.destroy(new Error('The sender has gone'));
  abandoned.addEventListener('abort', end, { once: true });
  try {
    for await (const part of wire) yield part as Part;
  } finally {
    abandoned.removeEventListener('abort', end);
  }
}

/**
 * Sends parts as fast as the other side takes them. A response may come before the last part; nothing more is sent then.
 * What `parts` throws ends the call.
 */
export async function sendParts(
  parts: AsyncIterable<unknown>,
  wire: ClientWritableStream<unknown>,
  responded: Promise<unknown>,
): Promise<void> {
  const over = responded.then(
    () => null,
    () => null,
  );
  const iterator = parts[Symbol.asyncIterator]();
  const done = new AbortController();
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), over]);
      if (next === null) return;
      if (next.done) return void wire.end();
      if (!wire.write(next.value)) await Promise.race([once(wire, 'drain', done), over]);
    }
  } catch (error) {
    wire.cancel();
    throw error;
  } finally {
    done.abort();
    // Not waited for: who makes the parts may itself be waiting for the next.
    void iterator.return?.()?.catch(() => undefined);
  }
}

/** Sends the parts of a response one by one, no faster than the other side takes them; ends with an error once that has gone. */
export async function writeParts(
  parts: AsyncIterable<Buffer>,
  wire: ServerWritableStream<unknown, Buffer>,
  abandoned: AbortSignal,
): Promise<void> {
  for await (const part of parts) {
    abandoned.throwIfAborted();
    await taken(wire, part, abandoned);
  }
}

/** All parts have been sent. */
export const endOf =
  (wire: ServerWritableStream<unknown, Buffer>): sendUnaryData<Buffer> =>
  (error, _bytes, trailer) =>
    void (error ? wire.emit('error', error) : wire.end(trailer));

const taken = (wire: ServerWritableStream<unknown, Buffer>, part: Buffer, abandoned: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (error: unknown) => {
      abandoned.removeEventListener('abort', gone);
      if (error) reject(error);
      else resolve();
    };
    const gone = () => end(abandoned.reason);
    abandoned.addEventListener('abort', gone, { once: true });
    wire.write(part, end);
  });

/**
 * The parts of a response as they come, each within `partDeadlineMs` of being waited for. What is not read is not received beyond a
 * fixed amount: the other side waits. Ends the call when its reader stops.
 */
export async function* readParts<Part>(
  wire: ClientReadableStream<Part>,
  partDeadlineMs: number,
  late: () => Error,
): AsyncGenerator<Part> {
  // Its end is known by then.
  wire.on('error', () => undefined);
  const watch = () => setTimeout(() => wire.destroy(late()), partDeadlineMs);
  let timer = watch();
  try {
    for await (const part of wire) {
      clearTimeout(timer);
      yield part as Part;
      timer = watch();
    }
  } finally {
    clearTimeout(timer);
    wire.cancel();
  }
}
