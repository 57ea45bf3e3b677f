import type { Request, RequestHandler } from 'express';
import { sameText } from '../asaas/access.ts';

const CONTACT = /\S+@\S+\.\S+/;

/** Bearer token, JSON both ways, and a User-Agent with a contact address: all three are demanded. */
export function melhorEnvioAccess(token: string): RequestHandler {
  return (request, response, next) => {
    const refuse = (status: number, message: string): void => void response.status(status).json({ message });
    if (!sameText(request.get('authorization') ?? '', `Bearer ${token}`)) return refuse(401, 'Unauthenticated.');
    if (!CONTACT.test(request.get('user-agent') ?? ''))
      return refuse(400, 'The User-Agent header must name the application and a contact e-mail.');
    if (!asksForJson(request)) return refuse(406, 'The Accept header must be application/json.');
    if (hasBody(request) && !request.is('application/json'))
      return refuse(415, 'The Content-Type header must be application/json.');
    next();
  };
}

const asksForJson = (request: Request): boolean => request.get('accept')?.includes('application/json') ?? false;

const hasBody = (request: Request): boolean => Number(request.get('content-length') ?? 0) > 0;
