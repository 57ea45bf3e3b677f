import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Call, newCall, runInCall } from '@estampa/kit/rpc/call';
import type { Slots } from '@estampa/kit/service/slots';
import type { Log } from '@estampa/kit/telemetry/log';
import { observeTraced } from '@estampa/kit/telemetry/metrics';
import { beginTrace, type TraceSpan } from '@estampa/kit/telemetry/trace';
import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { checkAccess, countShared, type AccessCheck } from '../access/check-access.ts';
import type { Clients } from '../clients/clients.ts';
import type { CurrentUserOf } from '../access/current-user.ts';
import { declaredError } from './declared-responses.ts';
import { NO_FILE, openFile } from '../http/incoming-file.ts';
import { idempotencyKeyOf } from '../access/idempotency-key.ts';
import { keyedClients } from '../clients/keyed-clients.ts';
import { httpHandling, httpRequests, statusClassOf } from '../metrics.ts';
import type { ImageUrl } from '../views/image-url.ts';
import { requestIdOf } from '../http/start-request.ts';
import type { PublicPages } from '../pages/public-pages.ts';
import { HttpProblem, validationFailed } from '../http/problems.ts';
import { readBody } from '../http/request-body.ts';
import type { AnyRoute, HandledRoute, RouteContext } from './route.ts';
import type { SellerCatalog } from '../seller-catalog/seller-catalog.ts';
import { sendResponse } from '../http/send-response.ts';
import { sendProblem } from '../http/send-problem.ts';
import { settlement } from '../clients/settle.ts';
import type { OpenStoredFile } from './stored-files.ts';

/** W3C Trace Context, version 00. */
const TRACEPARENT = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

export type GatewayParts = AccessCheck & {
  clients: Clients;
  currentUserOf: CurrentUserOf;
  imageUrl: ImageUrl;
  pages: PublicPages;
  sellerCatalog: SellerCatalog;
  openStoredFile: OpenStoredFile;
  exports: Slots;
  log: Log;
  checkResponses: boolean;
};

/** The one path of a request: authenticate, validate, handle, settle, respond. */
export function serveRoute(route: HandledRoute, parts: GatewayParts): RequestHandler {
  return served(route, parts, (call, request, response) => handled(route, parts, call, request, response));
}

type RouteResponse = (call: Call, request: Request, response: Response) => Promise<void>;

/** Traced, measured, and rejected in one way, whatever is thrown. */
export function served(route: AnyRoute, parts: GatewayParts, respond: RouteResponse): RequestHandler {
  return async (request, response) => {
    const call = callOf(route, parts, request, response);
    measure(route.method, route.path, response, performance.now(), call.span);
    await runInCall(call, () => respond(call, request, response)).catch((error: unknown) =>
      sendProblem(
        parts.checkResponses ? declaredError(route, error) : error,
        parts.log,
        request,
        response,
        call.caller,
      ),
    );
  };
}

function callOf(route: AnyRoute, { addressOf }: GatewayParts, request: Request, response: Response): Call {
  const sent = traceOf(request);
  const span = beginTrace(route.method, route.path, sent);
  span?.set({ 'http.route': route.path, 'estampa.request_id': requestIdOf(response) });
  return newCall({
    requestId: requestIdOf(response),
    traceparent: span?.traceparent ?? sent,
    span,
    clientAddress: addressOf(request),
  });
}

/** The trace that a client goes on with. */
export function traceOf({ headers }: IncomingMessage): string | null {
  const { traceparent } = headers;
  return typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? traceparent : null;
}

/** Counts a request with the time until its response is sent, or its client has gone. */
export function measure(
  method: string,
  route: string,
  response: ServerResponse,
  start: number,
  span: TraceSpan | null,
): void {
  response.on('close', () => {
    const status = response.writableFinished ? statusClassOf(response.statusCode) : 'aborted';
    httpRequests.inc({ method, route, status });
    observeTraced(httpHandling, { method, route }, (performance.now() - start) / 1_000, span);
    span?.set({ 'http.response.status_code': response.statusCode });
    span?.end(status === 'aborted' ? 'aborted' : failureOf(response.statusCode));
  });
}

const FIRST_FAILURE = 500;
const failureOf = (status: number): string | null => (status >= FIRST_FAILURE ? String(status) : null);

async function handled(
  route: HandledRoute,
  parts: GatewayParts,
  call: Call,
  request: Request,
  response: Response,
): Promise<void> {
  const { tokenOutage } = await checkAccess(parts, route, request, response, call);
  const params = parsePath(route, request);
  if (!route.file) await readBody(route, request, response);
  const { query, body } = parseInput(route, request);
  call.idempotency = idempotencyKeyOf(route, request, call, params);

  const file = route.file ? await openFile(route.file, request) : NO_FILE;
  const { settle, outcome } = settlement(parts.clients, call, route.settlesFor?.(body) ?? route.settles ?? []);
  const onReplay = () => void response.set('Idempotency-Replayed', 'true');
  const context: RouteContext<never, unknown, unknown, unknown> = {
    params: params as never,
    query: query as never,
    body: body as never,
    caller: call.caller as never,
    tokenOutage,
    clients: call.idempotency ? keyedClients(parts.clients, onReplay) : parts.clients,
    currentUserOf: parts.currentUserOf,
    imageUrl: parts.imageUrl,
    sellerCatalog: parts.sellerCatalog,
    openStoredFile: parts.openStoredFile,
    exports: parts.exports,
    countShared: (subject, perMinute) => countShared(parts, subject, perMinute),
    settle,
    file,
    request: {
      headers: request.headers as Record<string, string>,
      search: searchOf(request.originalUrl),
      rawBody: request.body instanceof Buffer ? request.body : Buffer.alloc(0),
    },
  };
  // A rejection may have changed something too, such as ending a session.
  const value = await route.handle(context).finally(async () => {
    file.close();
    await settle();
    const settled = outcome();
    if (settled) response.set('Server-Timing', `settle;dur=${settled.durationMs.toFixed(2)}`);
    if (settled?.settled === false) response.set('Estampa-Settled', 'false');
  });
  await sendResponse(route, value, parts.checkResponses, request, response);
}

const searchOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');

/** A path id that cannot name anything is simply not found. */
export function parsePath(route: AnyRoute, request: Request): unknown {
  if (!route.params) return undefined;
  const parsed = (route.params as z.ZodType).safeParse(request.params);
  if (parsed.success) return parsed.data;
  throw new HttpProblem(404, 'not_found', 'There is nothing at this address');
}

/** Everything that is wrong is said at once. */
export function parseInput(route: AnyRoute, request: Request): { query: unknown; body: unknown } {
  const query = (route.query as z.ZodType | undefined)?.safeParse(request.query);
  const body = (route.body as z.ZodType | undefined)?.safeParse(request.body ?? {});
  const issues = [...(query?.error?.issues ?? []), ...(body?.error?.issues ?? [])];
  if (issues.length > 0) throw validationFailed(issues);
  return { query: query?.data, body: body?.data };
}
