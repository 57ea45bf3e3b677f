import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '@estampa/kit/rpc/call';
import type { Log } from '@estampa/kit/telemetry/log';
import { fixedHeadersFor, requestIdOf } from './start-request.ts';
import { problemHeaders, toProblem } from './problems.ts';

const FORBIDDEN = 403;

type AnyRequest = IncomingMessage & { originalUrl?: string };

/** Sends an error; caches may not store it, since what is missing now may exist a second later. */
export function sendProblem(
  error: unknown,
  log: Log,
  request: AnyRequest,
  response: ServerResponse,
  caller: Caller | null = null,
): void {
  const problem = toProblem(error, requestIdOf(response));
  const [path] = (request.originalUrl ?? request.url ?? '').split('?');
  const about = { err: error, method: request.method, path, requestId: problem.requestId };
  if (request.destroyed && !request.complete) return log.debug(about, 'the client went away');
  if (problem.status >= 500) log.error(about, 'request failed');
  const { err: _expected, ...requested } = about;
  if (problem.status === FORBIDDEN) log.info({ ...requested, userId: caller?.userId ?? null }, 'forbidden');
  // A reset, since a mere end is how a response without a length ends when it is complete.
  if (response.headersSent) return void (response.socket?.resetAndDestroy() ?? response.destroy());

  const body = Buffer.from(JSON.stringify(problem));
  const headers = {
    ...fixedHeadersFor(response).all,
    ...problemHeaders(error),
    ...(problem.status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    'X-Request-Id': problem.requestId,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': body.byteLength,
  };
  response.removeHeader('ETag');
  response.writeHead(problem.status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}
