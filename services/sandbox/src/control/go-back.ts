import type { Request, Response } from 'express';

/** A form on the index page goes back there; a program gets the record. */
export function respondOrGoBack(request: Request, response: Response, publicUrl: string, record: unknown): void {
  if (request.is('application/x-www-form-urlencoded')) return response.redirect(303, `${publicUrl}/`);
  response.json(record);
}
