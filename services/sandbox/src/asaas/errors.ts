import type { ErrorRequestHandler, Response } from 'express';
import { z } from 'zod';
import { Rejection } from '../domain/rejection.ts';
import type { RespondWithFailure } from '../scripts/scripted-requests.ts';

export type AsaasError = { code: string; description: string };

export function respondWithErrors(response: Response, status: number, errors: readonly AsaasError[]): void {
  response.status(status).json({ errors });
}

/** The body of a scripted failure; a 429 has the time to retry after. */
export const respondWithFailure: RespondWithFailure = (
  response,
  status,
  { resetSeconds = 1, code = 'scripted_failure' } = {},
) => {
  if (status === 429)
    response.set({ 'RateLimit-Limit': '100', 'RateLimit-Remaining': '0', 'RateLimit-Reset': String(resetSeconds) });
  respondWithErrors(response, status, [{ code, description: 'Falha pedida por um roteiro do sandbox.' }]);
};

export const asaasErrors: ErrorRequestHandler = (error, _request, response, next) => {
  if (error instanceof Rejection) {
    // Published examples of 404 have no body at all.
    if (error.kind === 'not_found') return void response.status(404).end();
    return respondWithErrors(response, 400, [{ code: error.code, description: error.message }]);
  }
  if (error instanceof z.ZodError) return respondWithErrors(response, 400, error.issues.map(describe));
  if (error?.type === 'entity.parse.failed')
    return respondWithErrors(response, 400, [
      { code: 'invalid_json', description: 'O corpo da requisição não é um JSON válido.' },
    ]);
  return next(error);
};

function describe({ path, message }: z.core.$ZodIssue): AsaasError {
  const field = path.map(String).join('.') || 'object';
  return {
    code: `invalid_${path.length > 0 ? String(path[0]) : 'object'}`,
    description: `O campo ${field} é inválido ou não foi informado: ${message}`,
  };
}
