import type { Request, RequestHandler, Response } from 'express';
import { HttpProblem } from './problems.ts';

/** Lists the methods of an address: to OPTIONS as the response, to any other method as a rejection. */
export function rejectMethod(allowed: readonly string[], request: Request, response: Response): void {
  response.set('Allow', [...allowed, 'OPTIONS'].join(', '));
  if (request.method === 'OPTIONS') return void response.status(204).end();
  throw new HttpProblem(405, 'method_not_allowed', `${request.method} is not possible here`);
}

/** Lets these methods pass, and no other. */
export const only =
  (...methods: string[]): RequestHandler =>
  (request, response, next) =>
    methods.includes(request.method) ? next() : rejectMethod(methods, request, response);
