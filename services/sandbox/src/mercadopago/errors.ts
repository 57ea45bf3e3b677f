import type { ErrorRequestHandler, Response } from 'express';
import { z } from 'zod';
import { Rejection } from '../domain/rejection.ts';
import type { RespondWithFailure } from '../scripts/scripted-requests.ts';

type MercadoPagoError = { error: string; message: string; code?: string };

export function respondWithError(response: Response, status: number, { error, message, code }: MercadoPagoError): void {
  const cause = code === undefined ? [] : [{ code: Number(code) || code, description: message, data: null }];
  response.status(status).json({ message, error, status, cause });
}

/** The body of a scripted failure. */
export const respondWithFailure: RespondWithFailure = (response, status, { resetSeconds = 1, code } = {}) => {
  if (status === 429) response.set('Retry-After', String(resetSeconds));
  respondWithError(response, status, {
    error: status === 429 ? 'too_many_requests' : 'internal_error',
    message: 'scripted',
    code,
  });
};

const STATUS = { invalid: 400, conflict: 400, not_found: 404 } as const;

export const mercadoPagoErrors: ErrorRequestHandler = (error, _request, response, next) => {
  if (error instanceof Rejection) {
    const { kind, code, message } = error;
    return respondWithError(response, STATUS[kind], {
      error: kind === 'not_found' ? 'not_found' : 'bad_request',
      message,
      code,
    });
  }
  if (error instanceof z.ZodError) {
    const [field = 'body'] = error.issues[0]?.path.map(String) ?? [];
    return respondWithError(response, 400, { error: `invalid_${field}`, message: z.prettifyError(error) });
  }
  if (error?.type === 'entity.parse.failed')
    return respondWithError(response, 400, { error: 'bad_request', message: 'malformed JSON' });
  return next(error);
};
