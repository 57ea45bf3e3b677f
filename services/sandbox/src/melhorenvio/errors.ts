import type { ErrorRequestHandler } from 'express';
import { z } from 'zod';
import { Rejection } from '../domain/rejection.ts';
import type { RespondWithFailure } from '../scripts/scripted-requests.ts';

const INVALID = 'The given data was invalid.';

/** The body of a scripted failure. */
export const respondWithFailure: RespondWithFailure = (response, status, { resetSeconds = 1 } = {}) => {
  if (status === 429) response.set('Retry-After', String(resetSeconds));
  response.status(status).json({ message: status === 429 ? 'Too Many Attempts.' : 'Server Error' });
};

export const melhorEnvioErrors: ErrorRequestHandler = (error, _request, response, next) => {
  if (error instanceof z.ZodError) return void response.status(422).json({ message: INVALID, errors: byField(error) });
  if (error instanceof Rejection) {
    if (error.kind === 'not_found') return void response.status(404).json({ message: error.message });
    return void response.status(422).json({ message: error.message, error: error.message });
  }
  if (error?.type === 'entity.parse.failed') return void response.status(400).json({ message: 'Malformed JSON.' });
  return next(error);
};

function byField(error: z.ZodError): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const { path, message } of error.issues) {
    const field = path.map(String).join('.') || 'body';
    fields[field] = [...(fields[field] ?? []), message];
  }
  return fields;
}
