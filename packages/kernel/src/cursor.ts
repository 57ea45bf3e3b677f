import { DomainError } from './errors.ts';
import { isUuid } from './ids.ts';

/** A row of a list in the order of a timestamp and an id. The timestamp is as PostgreSQL writes it, to the microsecond. */
export type Position = { at: string; id: string };

/** No year 0 and no zone further away than there are: PostgreSQL rejects either, with an error of its own. */
const AT = /^(?!0000)\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-](?:0\d|1[0-5])(?::[0-5]\d)?$/;

/** What a client sends back to continue after a row; it is not for reading. */
export const toCursor = ({ at, id }: Position): string => Buffer.from(`${at} ${id}`).toString('base64url');

/** The position of a row whose timestamp is to the millisecond. */
export const positionAt = (at: Date, id: string): Position => ({
  at: at.toISOString().replace('T', ' ').replace('Z', '+00'),
  id,
});

/** The timestamp of a position, to the millisecond. */
export const dateOf = ({ at }: Position): Date => new Date(at.replace(' ', 'T').replace(/[+-]\d\d$/, '$&:00'));

/** The position of a cursor; what is none is rejected. */
export function fromCursor(cursor: string): Position {
  const text = Buffer.from(cursor, 'base64url').toString();
  const space = text.lastIndexOf(' ');
  const position = { at: text.slice(0, space), id: text.slice(space + 1) };
  if (isInstant(position.at) && isUuid(position.id)) return position;
  throw new DomainError('invalid', 'validation_failed', 'cursor is none that a list gave', {
    fields: [{ path: 'cursor', code: 'invalid_format', message: 'is none that a list gave' }],
  });
}

/** One that exists: PostgreSQL rejects the 30th of February too. */
function isInstant(at: string): boolean {
  if (!AT.test(at)) return false;
  const written = at.slice(0, 'YYYY-MM-DD HH:MM:SS'.length).replace(' ', 'T');
  const parsed = new Date(`${written}Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(written);
}
