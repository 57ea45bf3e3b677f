import type { Response } from '../load/connection.ts';

const SHOWN_CHARACTERS = 200;

/** A wrong response is an error, however fast it is. */
export function expectResponse(response: Response, status: number, part?: string | Buffer): void {
  if (response.status === status && (part === undefined || response.body.includes(part))) return;
  throw new Error(`answered ${response.status}: ${response.body.toString('utf8', 0, SHOWN_CHARACTERS)}`);
}
