import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { DRAIN_CALLS_MS } from '@estampa/kit/service/config';
import { type ConnectionLimits, limitConnections } from './connection-limits.ts';
import { PLAIN_HEADERS } from './fixed-headers.ts';
import { HttpProblem, toProblem } from './problems.ts';
import { boundBody } from './slow-clients.ts';

/** As long as an upload address is valid: 100 MB may come slowly. Other bodies have deadlines of their own. */
const REQUEST_DEADLINE_MS = 15 * 60_000;
const HEADERS_DEADLINE_MS = 15_000;
/** Longer than the 60 s that load balancers leave an idle connection open, so that they, not we, end it. */
const KEEP_ALIVE_MS = 75_000;
/** Clients that never pause, as gRPC's, then reconnect: otherwise a new replica would only see new clients. */
const CONNECTION_AGE_MS = 5 * 60_000;
/** Longer than any handler takes: then nothing was sent or taken for so long, and the client is given up. */
const SILENCE_MS = 120_000;
/** How long the rest of a body is discarded after its response, so that the sender comes to read that response. */
const LINGER_MS = 5_000;
/** Of a connection that has no request under way when the server stops: for one that is just arriving. */
const QUIET_MS = 5_000;
const CLOSE_EVERY_MS = 250;
/** Of a request line and headers in sum; Node's own default, made explicit. */
export const HEAD_MAX_BYTES = 16 * 1024;

export type HttpServer = AsyncDisposable & {
  port: number;
  /** From now on each response is the last of its connection, so that no client is cut off in the middle of a request. */
  drain(): void;
};

type Options = {
  host: string;
  port: number;
  limits?: ConnectionLimits;
  connectionAgeMs?: number;
  silenceMs?: number;
  lingerMs?: number;
  /** How long requests under way may take once the server is disposed. */
  drainMs?: number;
  quietMs?: number;
};

/** Serves until disposed: first no new connections; those with a request under way have `drainMs`, the others go soon. */
export async function serveHttp(
  listener: RequestListener,
  {
    host,
    port,
    limits,
    connectionAgeMs = CONNECTION_AGE_MS,
    silenceMs = SILENCE_MS,
    lingerMs = LINGER_MS,
    drainMs = DRAIN_CALLS_MS,
    quietMs = QUIET_MS,
  }: Options,
): Promise<HttpServer> {
  let isDraining = false;
  const old = new WeakSet<Socket>();
  const connected = new Set<Socket>();
  /** The last response of a connection: they are given in the order of its requests. */
  const latest = new WeakMap<Socket, ServerResponse>();
  const server = createServer(
    {
      requestTimeout: REQUEST_DEADLINE_MS,
      headersTimeout: HEADERS_DEADLINE_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: HEAD_MAX_BYTES,
    },
    (request: IncomingMessage, response: ServerResponse) => {
      request.url = originForm(request.url ?? '/');
      if (isDraining || old.has(request.socket)) response.shouldKeepAlive = false;
      latest.set(request.socket, response);
      boundBody(request, response, { lingerMs, reject: () => rejectUnreadable(TOO_SLOW, request.socket) });
      listener(request, response);
    },
  );
  server.timeout = silenceMs;
  if (limits) limitConnections(server, limits);
  server.on('clientError', rejectUnreadable);
  server.on('connection', (socket) => {
    const ageing = setTimeout(() => old.add(socket), connectionAgeMs).unref();
    connected.add(socket);
    socket.once('close', () => {
      clearTimeout(ageing);
      connected.delete(socket);
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    drain() {
      isDraining = true;
    },
    async [Symbol.asyncDispose]() {
      const since = performance.now();
      // A connection whose last request was there before `drain` stays open after its response; one without any request is not idle to Node.
      const closeFinished = () => {
        const waitedMs = performance.now() - since;
        if (waitedMs >= drainMs) server.closeAllConnections();
        server.closeIdleConnections();
        if (waitedMs < quietMs) return;
        for (const socket of connected) if (latest.get(socket)?.writableFinished ?? true) socket.destroy();
      };
      const closing = setInterval(closeFinished, CLOSE_EVERY_MS);
      await new Promise((closed) => server.close(closed));
      clearInterval(closing);
    },
  };
}

/** `GET http://anything/path` requests `/path`, whatever host it names. */
function originForm(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

const REJECTIONS: Readonly<Record<string, HttpProblem>> = {
  HPE_HEADER_OVERFLOW: new HttpProblem(431, 'headers_too_large', 'Address and headers are larger than 16 KB'),
  ERR_HTTP_REQUEST_TIMEOUT: new HttpProblem(408, 'request_too_slow', 'The request did not arrive in time'),
};
const TOO_SLOW = Object.assign(new Error('a body did not arrive'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
const UNREADABLE = new HttpProblem(400, 'bad_request', 'The request cannot be read');

/** What is no HTTP never becomes a request, so the response is written by hand; an id that was sent cannot be read either. */
function rejectUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const problem = toProblem(REJECTIONS[error.code ?? ''] ?? UNREADABLE, randomUUID());
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    ...Object.entries(PLAIN_HEADERS).map(([name, value]) => `${name}: ${value}`),
    `X-Request-Id: ${problem.requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
