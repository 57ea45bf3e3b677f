import { isNativeError } from 'node:util/types';
import { DomainError } from '@estampa/kernel/errors';
import { isSqlState, sqlStateOf } from '../telemetry/error-fields.ts';

/** Codes of PostgreSQL that say it is away: lost connections, starting, stopping, ended sessions, a read-only server, a disk that is full or fails. */
const AWAY = ['08', '57P', '25P03', '25P04', '25006', '53100', '58030'];
/** Codes of passing conditions, not of the data: conflicts, resources, locks, a read-only server. */
const TRANSIENT = ['40', '53', '58', '55P03', '25006'];
const NETWORK_CODES = new Set([
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

/** What PostgreSQL says of a statement that waited too long for a lock, took too long, or waited in a circle. */
export const LOCK_NOT_AVAILABLE = '55P03';
const QUERY_CANCELED = '57014';
export const DEADLOCK_DETECTED = '40P01';

/** True when a statement exceeded its time limit, or was cancelled by its caller. */
export const isQueryCanceled = (error: unknown): boolean => sqlStateOf(error) === QUERY_CANCELED;

const FEATURE_NOT_SUPPORTED = '0A000';
/** Where PostgreSQL checks whether a plan still fits. The routine's name does not depend on the language, unlike its message (`lc_messages`). */
const REVALIDATION = 'RevalidateCachedQuery';

/** True when a migration has changed the type of a column since a statement was prepared: on a new connection it works. */
export function isOutdatedPlan(error: unknown): boolean {
  if (!isNativeError(error)) return false;
  const { code, routine } = error as { code?: unknown; routine?: unknown };
  return (code === FEATURE_NOT_SUPPORTED && routine === REVALIDATION) || isOutdatedPlan(error.cause);
}

/** True when PostgreSQL cannot be reached or ended the session. */
export function isAway(error: unknown): boolean {
  if (!isNativeError(error)) return false;
  const { code } = error as { code?: unknown };
  if (isSqlState(code)) return AWAY.some((start) => code.startsWith(start));
  if (typeof code === 'string' && NETWORK_CODES.has(code)) return true;
  return LOST_CONNECTION.test(error.message) || isAway(error.cause);
}

/** True when the same event may well be applied later: it says nothing against the event. */
export function isTransient(error: unknown): boolean {
  if (!isNativeError(error)) return false;
  if (error instanceof DomainError) return error.kind === 'unavailable';
  const { code } = error as { code?: unknown };
  if (isSqlState(code) && TRANSIENT.some((start) => code.startsWith(start))) return true;
  if (isOutdatedPlan(error)) return true;
  return isAway(error) || isTransient(error.cause);
}
