import { createHash, randomUUID } from 'node:crypto';
import { type Call, type IdempotencyKey, newCall, runInCall } from '@estampa/kit/call';
import type { Log } from '@estampa/kit/log';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type { z } from 'zod';
import type { Authenticate } from './auth.ts';
import type { CallerCache } from './caller-cache.ts';
import type { Clients } from './clients.ts';
import { httpServed } from './metrics.ts';
import type { PictureUrl } from './picture-url.ts';
import { HttpProblem, toProblem, validationFailed } from './problems.ts';
import type { AnyRoute, RouteContext } from './route.ts';
import { sendAnswer } from './send-answer.ts';
import { settlement } from './settle.ts';

export const BODY_MAX_BYTES = 1024 * 1024;

export type Edge = {
  clients: Clients;
  pictureUrl: PictureUrl;
  callers: CallerCache;
  authenticate: Authenticate;
  log: Log;
  checkAnswers: boolean;
};

/** The one way a request goes: who, what, do, settle, answer. */
export function serveRoute(route: AnyRoute, edge: Edge): RequestHandler {
  return async (request, response) => {
    const call = newCall({
      requestId: response.locals['requestId'] as string,
      traceparent: request.get('traceparent') ?? null,
    });
    const seconds = httpServed.startTimer({ method: route.method, route: route.path });
    response.on('finish', () => seconds({ status: response.statusCode }));
    await runInCall(call, () => answer(route, edge, call, request, response)).catch((error: unknown) =>
      sendProblem(error, edge.log, request, response),
    );
  };
}

async function answer(route: AnyRoute, edge: Edge, call: Call, request: Request, response: Response): Promise<void> {
  call.caller = await edge.authenticate(route.auth, request.get('authorization'));
  const params = parsePath(route, request);
  await readBody(route, request, response);
  const { query, body } = parseInput(route, request);
  call.idempotency = idempotencyKey(request, call, body);

  const { settle, outcome } = settlement(edge.clients, edge.callers, call, route.settles ?? []);
  const context: RouteContext<never, unknown, unknown, unknown> = {
    params: params as never,
    query: query as never,
    body: body as never,
    caller: call.caller as never,
    clients: edge.clients,
    pictureUrl: edge.pictureUrl,
    keyed: { withIdempotencyKey: true, onReplay: () => response.set('Idempotency-Replayed', 'true') },
    settle,
    request: {
      headers: request.headers as Record<string, string>,
      search: new URL(request.originalUrl, 'http://gateway').search.slice(1),
      rawBody: request.body instanceof Buffer ? request.body : Buffer.alloc(0),
    },
  };
  // A refusal may have changed something too, such as ending a session.
  const value = await route.handle(context).finally(settle);
  const settled = outcome();
  if (settled) response.set('Server-Timing', `settle;dur=${settled.durationMs.toFixed(2)}`);
  if (settled?.settled === false) response.set('Estampa-Settled', 'false');
  sendAnswer(route, value, edge.checkAnswers, request, response);
}

/** A path id that cannot name anything is simply not found. */
function parsePath(route: AnyRoute, request: Request): unknown {
  if (!route.params) return undefined;
  const parsed = (route.params as z.ZodType).safeParse(request.params);
  if (parsed.success) return parsed.data;
  throw new HttpProblem(404, 'not_found', 'There is nothing at this address');
}

const readJson = express.json({ limit: BODY_MAX_BYTES, strict: false, type: 'application/json' });
const readRaw = express.raw({ limit: BODY_MAX_BYTES, type: () => true });

/** Bodies are read only once the caller is known. */
async function readBody(route: AnyRoute, request: Request, response: Response): Promise<void> {
  if (!route.body && !route.rawBody) return;
  const hasBody = request.get('transfer-encoding') !== undefined || Number(request.get('content-length') ?? 0) > 0;
  if (route.body && hasBody && !request.is('application/json')) {
    throw new HttpProblem(415, 'unsupported_media_type', 'Send the body as application/json');
  }
  const read = route.rawBody ? readRaw : readJson;
  await new Promise<void>((resolve, reject) => read(request, response, (error) => (error ? reject(error) : resolve())));
}

/** Everything that is wrong is said at once. */
function parseInput(route: AnyRoute, request: Request): { query: unknown; body: unknown } {
  const query = (route.query as z.ZodType | undefined)?.safeParse(request.query);
  const body = (route.body as z.ZodType | undefined)?.safeParse(request.body ?? {});
  const issues = [...(query?.error?.issues ?? []), ...(body?.error?.issues ?? [])];
  if (issues.length > 0) throw validationFailed(issues);
  return { query: query?.data, body: body?.data };
}

const KEY = /^[\x21-\x7e]{1,255}$/;

function idempotencyKey(request: Request, call: Call, body: unknown): IdempotencyKey | null {
  const key = request.get('idempotency-key');
  if (key === undefined || (request.method !== 'POST' && request.method !== 'PATCH')) return null;
  if (!KEY.test(key)) {
    const field = {
      path: 'Idempotency-Key',
      code: 'invalid_format',
      message: 'must be 1-255 visible ASCII characters',
    };
    throw new HttpProblem(400, 'validation_failed', 'The Idempotency-Key is not valid', { fields: [field] });
  }
  const who = call.caller?.userId ?? `address ${request.ip}`;
  const bodyDigest = createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('hex');
  return { key, scope: `${who} ${request.method} ${request.path}`, bodyDigest };
}

export function sendProblem(error: unknown, log: Log, request: Request, response: Response): void {
  const problem = toProblem(error, (response.locals['requestId'] as string | undefined) ?? randomUUID());
  if (problem.status >= 500) {
    log.error(
      { err: error, method: request.method, path: request.path, requestId: problem.requestId },
      'request failed',
    );
  }
  if (error instanceof HttpProblem) response.set(error.headers);
  if (problem.status === 401) response.set('WWW-Authenticate', 'Bearer');
  response.status(problem.status).type('application/problem+json').send(JSON.stringify(problem));
}
