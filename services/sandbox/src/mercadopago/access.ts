import type { RequestHandler } from 'express';
import { sameText } from '../asaas/access.ts';
import { respondWithError } from './errors.ts';

/** The bearer token, JSON bodies, and a key for each refund. */
export function mercadoPagoAccess(token: string): RequestHandler {
  return (request, response, next) => {
    if (!sameText(request.get('authorization') ?? '', `Bearer ${token}`))
      return respondWithError(response, 401, { error: 'unauthorized', message: 'invalid access token' });
    const hasBody = Number(request.get('content-length') ?? 0) > 0;
    if (hasBody && !request.is('application/json'))
      return respondWithError(response, 415, { error: 'unsupported_media_type', message: 'send application/json' });
    if (request.method === 'POST' && request.path.endsWith('/refunds') && !request.get('x-idempotency-key'))
      return respondWithError(response, 400, {
        error: 'bad_request',
        message: 'X-Idempotency-Key is missing',
        code: '4292',
      });
    next();
  };
}
