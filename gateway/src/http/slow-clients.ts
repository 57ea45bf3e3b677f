import type { IncomingMessage, ServerResponse } from 'node:http';

/** Longer than any handler waits for a body; uploads pass through and have the server's own deadline. */
const BODY_DEADLINE_MS = 120_000;
const UPLOADS = '/storage/';

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Bounds how long a body may take: while it is read, and after its response was sent without it. */
export function boundBody(
  request: IncomingMessage,
  response: ServerResponse,
  { lingerMs, reject }: { lingerMs: number; reject(): void },
): void {
  if (!hasBody(request)) return;
  const late = request.url!.startsWith(UPLOADS) ? undefined : setTimeout(reject, BODY_DEADLINE_MS).unref();
  let linger: NodeJS.Timeout | undefined;
  const arrived = () => {
    clearTimeout(late);
    clearTimeout(linger);
  };
  request.once('end', arrived).once('close', arrived);
  response.once('finish', () => {
    clearTimeout(late);
    if (request.complete || request.destroyed) return;
    request.unpipe();
    request.resume();
    linger = setTimeout(() => request.destroy(), lingerMs).unref();
  });
}

/**
 * Reports that the sender of a body falls silent. Bytes that have arrived and are not consumed yet are no silence of the sender, but of
 * the reader.
 */
export function onSilence(request: IncomingMessage, silenceMs: number, report: () => void): void {
  let read = request.socket.bytesRead;
  const watch = setInterval(() => {
    const { bytesRead } = request.socket;
    const isSilent = bytesRead === read && !request.isPaused();
    read = bytesRead;
    if (isSilent || request.complete || request.destroyed) clearInterval(watch);
    if (isSilent && !request.complete) report();
  }, silenceMs).unref();
  request.once('close', () => clearInterval(watch));
}
