import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { REPOSITORY } from '../paths.ts';
import { HOST } from '../ports.ts';
import { spansIn } from './otlp.ts';
import { Sampler } from './sampler.ts';
import { SpanStore } from './span-store.ts';

/** Of one export: a batch of 512 spans has a tenth of it. */
export const EXPORT_BYTES_MAX = 4 * 1024 ** 2;
const TRACES_SHOWN = 30;
/** Shorter than the exporter's default of five seconds, for people who watch. */
const SEND_EVERY_MS = '1000';

const OWN = join(import.meta.dirname, 'page');
/** Styles and helpers shared with the other pages for people. */
const SHARED = join(REPOSITORY, 'gateway/site/shared');
const FILES: Readonly<Record<string, readonly [directory: string, type: string]>> = {
  'index.html': [OWN, 'text/html; charset=utf-8'],
  'observe.css': [OWN, 'text/css; charset=utf-8'],
  'observe.js': [OWN, 'text/javascript; charset=utf-8'],
  'processes.js': [OWN, 'text/javascript; charset=utf-8'],
  'traces.js': [OWN, 'text/javascript; charset=utf-8'],
  'elements.js': [SHARED, 'text/javascript; charset=utf-8'],
  'theme.css': [SHARED, 'text/css; charset=utf-8'],
  'mark.svg': [SHARED, 'image/svg+xml'],
};

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

export interface Observer extends AsyncDisposable {
  readonly url: string;
  /** By which a process sends its traces here. */
  readonly environment: Readonly<Record<string, string>>;
  /** From now on the page shows these processes, by name and where each has its /metrics. */
  watch(opsUrls: Readonly<Record<string, string>>): void;
}

/** The page of `npm start -- --observe`, for this machine alone: what processes measure, and the traces that they send here. */
export async function startObserver(port: number): Promise<Observer> {
  const spans = new SpanStore();
  let sampler = new Sampler({});
  const server = createServer((request, response) => {
    respond(request, response, spans, sampler).catch((error: unknown) => {
      response.writeHead(error instanceof Rejection ? error.status : 500).end(String(error));
    });
  });
  server.listen(port, HOST);
  await once(server, 'listening');
  const url = `http://${HOST}:${(server.address() as { port: number }).port}`;
  return {
    url,
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: SEND_EVERY_MS },
    watch: (opsUrls) => void (sampler = new Sampler(opsUrls)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

class Rejection extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  spans: SpanStore,
  sampler: Sampler,
): Promise<void> {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  rejectStrangeHost(request);
  const { pathname, searchParams } = new URL(request.url ?? '/', `http://${HOST}`);
  const json = (body: unknown) => void response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  if (request.method === 'POST' && pathname === '/v1/traces') {
    spans.add(await exportedBy(request));
    return json({});
  }
  if (request.method !== 'GET') throw new Rejection(405, 'Only GET');
  if (pathname === '/data.json') {
    const processes = await sampler.sample();
    return json({
      processes,
      traces: spans.newest(TRACES_SHOWN, searchParams.get('contains') ?? ''),
      stored: spans.size,
    });
  }
  const [, traceId] = /^\/traces\/([\da-f]{32})\.json$/i.exec(pathname) ?? [];
  if (traceId) {
    const found = spans.waterfall(traceId);
    if (!found) throw new Rejection(404, 'There is no such trace, or no longer');
    return json(found);
  }
  const name = pathname === '/' ? 'index.html' : pathname.slice(1);
  const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  if (!file) throw new Rejection(404, 'There is no such page');
  response.setHeader('content-type', file[1]).end(readFileSync(join(file[0], name)));
}

/** A page elsewhere whose name was made to lead here would send its own. */
function rejectStrangeHost({ headers, socket }: IncomingMessage): void {
  if (![HOST, 'localhost'].some((name) => headers.host === `${name}:${socket.localPort}`))
    throw new Rejection(403, 'This is for 127.0.0.1 alone');
}

/** Only JSON is taken: a page of another origin cannot send it without a CORS preflight, which is never granted. */
async function exportedBy(request: IncomingMessage) {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
  if (!type.startsWith('application/json') || encoding !== 'identity')
    throw new Rejection(415, 'Traces come by OTLP in JSON, uncompressed (http/json)');
  const tooLarge = new Rejection(413, `An export has ${EXPORT_BYTES_MAX} bytes at most`);
  if (Number(request.headers['content-length'] ?? 0) > EXPORT_BYTES_MAX) throw tooLarge;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > EXPORT_BYTES_MAX) throw tooLarge;
    parts.push(part);
  }
  try {
    return spansIn(JSON.parse(Buffer.concat(parts).toString()));
  } catch (error) {
    throw new Rejection(400, `This is no export of traces: ${String(error)}`);
  }
}
