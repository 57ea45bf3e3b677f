import { createHash } from 'node:crypto';
import { DomainError } from './errors.ts';
import { isUuid } from './ids.ts';

/**
 * A row of a list in the order of a timestamp and an id, or of a number before both. The timestamp is as PostgreSQL writes it, to the
 * microsecond; the number is a price or a count, null for a row that has none.
 */
export type Position = { at: string; id: string; rank?: number | null | undefined };

/** No year 0 and no zone further away than there are: PostgreSQL rejects either, with an error of its own. */
const AT = /^(?!0000)\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-](?:0\d|1[0-5])(?::[0-5]\d)?$/;
const RANK = /^(?:-|\d{1,15})$/;
const NO_RANK = '-';
const MARK_CHARACTERS = 12;

/** A mark of a list, its order and filters: a cursor continues only the list that gave it. */
export function markOf(list: string, filter: object): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  const sorted = given.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const text = JSON.stringify([list, ...sorted]);
  return createHash('sha256').update(text).digest('base64url').slice(0, MARK_CHARACTERS);
}

/** What a client sends back to continue after a row of the list with this mark; it is not for reading. */
export function toCursor({ at, id, rank }: Position, mark: string): string {
  const ranked = rank === undefined ? [] : [rank ?? NO_RANK];
  return Buffer.from([at, id, mark, ...ranked].join(' ')).toString('base64url');
}

/** The position of a row whose timestamp is to the millisecond. */
export const positionAt = (at: Date, id: string): Position => ({
  at: at.toISOString().replace('T', ' ').replace('Z', '+00'),
  id,
});

/** The timestamp of a position, to the millisecond. */
export const dateOf = ({ at }: Position): Date => new Date(at.replace(' ', 'T').replace(/[+-]\d\d$/, '$&:00'));

/** The position of a cursor that the list with this mark gave; what is none is rejected. */
export function fromCursor(cursor: string, mark: string): Position {
  const [day, time, id = '', of, rank, ...more] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const at = `${day} ${time}`;
  if (isInstant(at) && isUuid(id) && of === mark && more.length === 0) {
    if (rank === undefined) return { at, id };
    if (RANK.test(rank)) return { at, id, rank: rank === NO_RANK ? null : Number(rank) };
  }
  throw new DomainError('invalid', 'validation_failed', 'cursor is none that this list gave with these filters', {
    fields: [{ path: 'cursor', code: 'invalid_format', message: 'is none that this list gave with these filters' }],
  });
}

/** One that exists: PostgreSQL rejects the 30th of February too. */
function isInstant(at: string): boolean {
  if (!AT.test(at)) return false;
  const written = at.slice(0, 'YYYY-MM-DD HH:MM:SS'.length).replace(' ', 'T');
  const parsed = new Date(`${written}Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(written);
}
