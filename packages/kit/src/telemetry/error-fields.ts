import { DomainError } from '@estampa/kernel/errors';

type DatabaseError = Error & { code?: unknown; constraint?: unknown; table?: unknown };

/**
 * What may leave the process of an error. Messages of databases and parsers repeat the values they complain about, so
 * of those only the kind, the code and the place are shown.
 */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, stack = '', cause } = error;
  const { code, constraint, table } = error as DatabaseError;
  const isQuoting = isSqlState(code) || error instanceof SyntaxError || name === 'ZodError';
  return {
    name,
    ...(error instanceof DomainError ? { reason: error.reason } : !isQuoting && { message: error.message }),
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(typeof table === 'string' && { table }),
    stack: framesOf(stack),
    ...(cause !== undefined && cause !== error && { cause: errorFields(cause) }),
  };
}

/** Each has a digit; `EPIPE` of the network has none. */
const SQL_STATE = /^(?=\D*\d)[\dA-Z]{5}$/;
export const isSqlState = (code: unknown): code is string => typeof code === 'string' && SQL_STATE.test(code);

/** The code that PostgreSQL gave, of the error or of what caused it. */
export function sqlStateOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, cause } = error as Error & { code?: unknown };
  return isSqlState(code) ? code : cause === error ? null : sqlStateOf(cause);
}

/** A stack begins with the message. */
const framesOf = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .join('\n');
