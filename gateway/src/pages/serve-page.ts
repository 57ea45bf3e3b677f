import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Opinion } from '@estampa/contracts/storefront/v1/page_changes';
import type { Document } from '@estampa/contracts/storefront/v1/storefront';
import type { Call } from '@estampa/kit/rpc/call';
import { beginTrace, isTracing } from '@estampa/kit/telemetry/trace';
import type { Request, RequestHandler, Response } from 'express';
import { checkAccess, countRequest } from '../access/check-access.ts';
import { type GatewayParts, measure, parseInput, parsePath, served, traceOf } from '../routes/serve-route.ts';
import { readBody } from '../http/request-body.ts';
import { clientsAt } from '../clients/clients-at.ts';
import type { PageRoute } from '../routes/route.ts';
import { checkJson } from '../routes/declared-responses.ts';
import { sendProblem } from '../http/send-problem.ts';
import type { Page } from './page.ts';
import { sendPage } from './send-page.ts';

/** The path of a public page that is not stored, or not yet under this address: authenticate, validate, build, send. */
export function servePage(route: PageRoute, parts: GatewayParts): RequestHandler {
  return served(route, parts, (call, request, response) => handle(route, parts, call, request, response));
}

async function handle(
  route: PageRoute,
  parts: GatewayParts,
  call: Call,
  request: Request,
  response: Response,
): Promise<void> {
  const { caller } = await checkAccess(parts, route, request, response);
  const params = parsePath(route, request);
  await readBody(route, request, response);
  const { query } = parseInput(route, request);
  const key = { route: route.path, group: JSON.stringify([route.path, params]), variant: JSON.stringify(query ?? {}) };

  const make = async (readPosition: string): Promise<Document> => {
    const clients = clientsAt(parts.clients, readPosition);
    const document = await route.document({ params, query, clients } as never);
    if (parts.checkResponses) checkJson(route, JSON.parse(document.json.toString()));
    return document;
  };
  const page = await parts.pages.read(key, request.originalUrl, make);
  await sendPage(page, caller && (await parts.pages.check(page, caller.userId)), request, response);
}

/**
 * Serves a stored page, before anything is read of the request but its address, which must be spelt as before.
 * False when there is none: then it has its usual way to go.
 */
export function serveCached(
  parts: GatewayParts,
  request: IncomingMessage,
  response: ServerResponse,
  otherwise: () => void,
): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const { headers } = request;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false;
  const page = parts.pages.at(request.url!);
  if (!page) return false;

  const start = performance.now();
  const span = isTracing() ? beginTrace('get', page.key.route, traceOf(request)) : null;
  checked(parts, page, request, response)
    .then(
      (opinion) => {
        if (!page.isCached) return otherwise();
        measure('get', page.key.route, response, start, span);
        return sendPage(page, opinion, request, response);
      },
      (error: unknown) => {
        measure('get', page.key.route, response, start, span);
        sendProblem(error, parts.log, request, response);
      },
    )
    .catch((error: unknown) => sendProblem(error, parts.log, request, response));
  return true;
}

const TOKEN_OR_NONE = { auth: 'optional' } as const;

/** A poll, with the viewer's opinions, for a caller who may send it. */
async function checked(
  parts: GatewayParts,
  page: Page,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Opinion | null> {
  if (request.headers.authorization === undefined) {
    countRequest(parts, null, request, response);
    return parts.pages.check();
  }
  const { caller } = await checkAccess(parts, TOKEN_OR_NONE, request, response);
  return parts.pages.check(page, caller!.userId);
}
