import { DomainError } from '@estampa/kernel/errors';
import { isSqlState } from './error-facts.ts';

/** Classes and codes of PostgreSQL that speak of the moment, not of the data: connections, locks, conflicts, resources, restarts. */
const PASSING_CLASSES = ['08', '40', '53', '57P', '58'];
const PASSING_STATES = ['55P03', '25006', '25P03', '25P04'];
const PASSING_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** What the PostgreSQL client says without a code. */
const LOST_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection)/;

/** True when the same event may well be applied later: it says nothing against the event. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DomainError) return error.kind === 'unavailable';
  const { code } = error as { code?: unknown };
  if (isSqlState(code)) {
    return PASSING_STATES.includes(code) || PASSING_CLASSES.some((start) => code.startsWith(start));
  }
  if (typeof code === 'string' && PASSING_CODES.has(code)) return true;
  return LOST_CONNECTION.test(error.message) || isPassing(error.cause);
}
