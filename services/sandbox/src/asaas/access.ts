import { timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { respondWithErrors } from './errors.ts';

const KEY_PREFIX = '$aact_';
const PRODUCTION_PREFIX = '$aact_prod_';
/** Names that HTTP libraries send on their own; the application has to name itself. */
const LIBRARY_AGENTS = /^(node|undici|node-fetch|axios)(\/|$)/i;

/** The checks that come before any route: token, User-Agent, and no body on GET. */
export function asaasAccess(apiKey: string): RequestHandler {
  return (request, response, next) => {
    const token = request.get('access_token') ?? '';
    if (!sameText(token, apiKey)) return rejectToken(response, token, apiKey);
    if (!namesItself(request))
      return respondWithErrors(response, 403, [
        { code: 'user_agent_required', description: 'O cabeçalho User-Agent deve informar o nome da aplicação.' },
      ]);
    if (request.method === 'GET' && hasBody(request))
      return respondWithErrors(response, 403, [
        { code: 'invalid_request', description: 'Requisições GET não podem ter corpo.' },
      ]);
    if (hasBody(request) && !request.is('application/json'))
      return respondWithErrors(response, 415, [
        { code: 'invalid_content_type', description: 'O Content-Type deve ser application/json.' },
      ]);
    next();
  };
}

function rejectToken(response: Response, token: string, apiKey: string): void {
  const reject = (code: string, description: string) => respondWithErrors(response, 401, [{ code, description }]);
  if (token === '') return reject('access_token_not_found', 'O cabeçalho access_token não foi informado.');
  if (token.startsWith(PRODUCTION_PREFIX))
    return reject('invalid_environment', 'A chave de API informada não pertence a este ambiente.');
  if (apiKey.startsWith(KEY_PREFIX) && !token.startsWith(KEY_PREFIX))
    return reject('invalid_access_token_format', 'O formato da chave de API informada é inválido.');
  reject('invalid_access_token', 'A chave de API informada é inválida.');
}

export function sameText(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const hasBody = (request: Request): boolean =>
  Number(request.get('content-length') ?? 0) > 0 || request.get('transfer-encoding') !== undefined;

function namesItself(request: Request): boolean {
  const agent = request.get('user-agent')?.trim() ?? '';
  return agent !== '' && !LIBRARY_AGENTS.test(agent);
}
