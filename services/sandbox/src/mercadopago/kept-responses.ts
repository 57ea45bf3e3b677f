import type { Request, RequestHandler } from 'express';
import type { Sandbox } from '../sandbox.ts';
import type { KeptResponse } from '../store.ts';

/** Whoever comes with the same key is answered as before, and nothing is done twice. */
export function keptAnswers(
  { store }: Pick<Sandbox, 'store'>,
  answer: (request: Request, locals: Record<string, unknown>) => Omit<KeptResponse, 'id'>,
): RequestHandler {
  return (request, response) => {
    const key = request.get('x-idempotency-key');
    const id = key && `${request.path} ${key}`;
    const known = id ? store.answers.get(id) : undefined;
    const { status, body } = known ?? answer(request, response.locals);
    if (id && !known) store.answers.put({ id, status, body });
    response.status(status).json(body);
  };
}
