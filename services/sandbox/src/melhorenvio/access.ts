import type { Request, RequestHandler } from 'express';
import { sameText } from '../asaas/access.ts';
import { isAccepted } from '../domain/grant.ts';
import type { Sandbox } from '../sandbox.ts';

const CONTACT = /\S+@\S+\.\S+/;
const BEARER = 'Bearer ';

/** Bearer token, JSON both ways, and a User-Agent with a contact address: all three are demanded. */
export function melhorEnvioAccess(sandbox: Sandbox): RequestHandler {
  return (request, response, next) => {
    const reject = (status: number, message: string): void => void response.status(status).json({ message });
    if (!isLetIn(request.get('authorization') ?? '', sandbox)) return reject(401, 'Unauthenticated.');
    if (!CONTACT.test(request.get('user-agent') ?? ''))
      return reject(400, 'The User-Agent header must name the application and a contact e-mail.');
    if (!wantsJson(request)) return reject(406, 'The Accept header must be application/json.');
    if (hasBody(request) && !request.is('application/json'))
      return reject(415, 'The Content-Type header must be application/json.');
    next();
  };
}

/** The token from the panel, or one of an application. */
function isLetIn(authorization: string, { config, store, now }: Sandbox): boolean {
  if (sameText(authorization, BEARER + config.melhorenvio.token)) return true;
  const grants = store.grants.named(authorization.slice(BEARER.length));
  return authorization.startsWith(BEARER) && grants.some((grant) => isAccepted(grant, now()));
}

const wantsJson = (request: Request): boolean => request.get('accept')?.includes('application/json') ?? false;

const hasBody = (request: Request): boolean => Number(request.get('content-length') ?? 0) > 0;
