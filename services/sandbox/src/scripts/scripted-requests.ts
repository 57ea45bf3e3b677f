import { setTimeout as pause } from 'node:timers/promises';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { holdUntilReleased, type Scripts, type TakenRequest } from './scripts.ts';

type Failure = {
  /** 429 names the seconds after which to come back. */
  resetSeconds?: number;
  /** The provider's own; a code that says it was scripted where none is given. */
  code?: string;
};
export type RespondWithFailure = (response: Response, status: number, failure?: Failure) => void;

/** Stands before a provider's routes and does to the next matching request what a script orders. */
export function scriptedRequests(scripts: Scripts, respondWithFailure: RespondWithFailure): RequestHandler {
  return async (request, response, next) => {
    const taken = scripts.takeRequest({ method: request.method, path: request.originalUrl, body: request.body });
    if (!taken || taken.script.rule.watch) return next();
    const { rule } = taken.script;
    if (rule.hold) return hold(taken, response, next);
    const { delayBeforeMs, delayAfterMs } = rule;
    if (rule.refund) response.locals['refund'] = rule.refund;
    if (rule.transfer) response.locals['transfer'] = rule.transfer;
    if (rule.invoice) response.locals['invoice'] = rule.invoice;
    if (delayAfterMs) interceptEnd(response, (end) => void pause(delayAfterMs).then(end));
    if (delayBeforeMs) await pause(delayBeforeMs);
    if (!rule.fail && !rule.dropConnection) return next();
    const spoil = (): void => {
      if (rule.dropConnection) dropConnection(request);
      else respondWithFailure(response, rule.fail ?? 500, { code: rule.code });
    };
    if (!rule.afterEffect) return spoil();
    interceptEnd(response, spoil);
    next();
  };
}

async function hold(taken: TakenRequest, response: Response, next: NextFunction): Promise<void> {
  const untilReleased = () => holdUntilReleased(taken, (gone) => response.once('close', gone));
  if (taken.script.rule.hold === 'before') {
    if ((await untilReleased()) === 'released') next();
    return;
  }
  interceptEnd(response, async (end) => {
    if ((await untilReleased()) === 'released') end();
  });
  next();
}

/** The effect has taken place when the handler ends its response, and nothing has left this process yet. */
function interceptEnd(response: Response, instead: (end: () => void) => unknown): void {
  const originalEnd = response.end;
  response.end = function heldEnd(...parts: unknown[]): Response {
    response.end = originalEnd;
    void instead(() => originalEnd.apply(response, parts as Parameters<Response['end']>));
    return response;
  } as Response['end'];
}

const dropConnection = (request: Request): void => void request.socket.destroy();
