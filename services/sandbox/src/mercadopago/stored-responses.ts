import type { Request, RequestHandler } from 'express';
import type { Sandbox } from '../sandbox.ts';
import type { StoredResponse } from '../store.ts';

/** A repeated idempotency key gets the stored response, without a second effect. */
export function storedResponses(
  { store }: Pick<Sandbox, 'store'>,
  respond: (request: Request, locals: Record<string, unknown>) => Omit<StoredResponse, 'id'>,
): RequestHandler {
  return (request, response) => {
    const key = request.get('x-idempotency-key');
    const id = key && `${request.path} ${key}`;
    const known = id ? store.responses.get(id) : undefined;
    const { status, body } = known ?? respond(request, response.locals);
    if (id && !known) store.responses.put({ id, status, body });
    response.status(status).json(body);
  };
}
