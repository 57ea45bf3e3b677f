import { randomUUID } from 'node:crypto';
import type { Log } from '@estampa/kit/log';
import type { Request, Response } from 'express';
import { problemHeaders, toProblem } from './problems.ts';

/** Answers a refusal or a failure; no cache may keep it, since what is missing now may be there in a moment. */
export function sendProblem(error: unknown, log: Log, request: Request, response: Response): void {
  const problem = toProblem(error, (response.locals['requestId'] as string | undefined) ?? randomUUID());
  const about = { err: error, method: request.method, path: request.path, requestId: problem.requestId };
  if (request.destroyed && !request.complete) return log.debug(about, 'the client went away');
  if (problem.status >= 500) log.error(about, 'request failed');
  if (response.headersSent) return void response.destroy();

  for (const name of ['ETag', 'Content-Length']) response.removeHeader(name);
  response.set({ ...problemHeaders(error), 'Cache-Control': 'no-store' });
  if (problem.status === 401) response.set('WWW-Authenticate', 'Bearer');
  response.status(problem.status).type('application/problem+json').send(JSON.stringify(problem));
}
