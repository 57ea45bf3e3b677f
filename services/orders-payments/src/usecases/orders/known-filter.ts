import { DomainError } from '@estampa/kernel/errors';

/** Validates a filter's value against the values that exist. */
export function knownFilter<T extends string>(
  name: string,
  values: readonly T[],
  value: string | undefined,
): T | undefined {
  const found = values.find((candidate) => candidate === value);
  if (found || value === undefined) return found;
  const message = `must be one of ${values.join(', ')}`;
  throw new DomainError('invalid', 'validation_failed', `${name} ${message}`, {
    fields: [{ path: name, code: 'invalid_value', message }],
  });
}
