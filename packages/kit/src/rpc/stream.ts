import { once } from 'node:events';
import type { ClientWritableStream, ServerReadableStream } from '@grpc/grpc-js';

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
