import type { Response } from '../load/connection.ts';

const SHOWN_CHARACTERS = 200;

/** A wrong answer is an error, however fast it came. */
export function expectResponse(answer: Response, status: number, part?: string | Buffer): void {
  if (answer.status === status && (part === undefined || answer.body.includes(part))) return;
  throw new Error(`answered ${answer.status}: ${answer.body.toString('utf8', 0, SHOWN_CHARACTERS)}`);
}
