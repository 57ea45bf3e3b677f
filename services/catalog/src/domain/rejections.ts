import { DomainError, type FieldError } from '@estampa/kernel/errors';

/** Rejects when a field rule is broken, with every failing field. */
export function mustBeValid(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalidFields(errors);
}

export const invalidFields = (fields: readonly FieldError[]): DomainError =>
  new DomainError('invalid', 'validation_failed', fields.map(({ path, message }) => `${path} ${message}`).join('; '), {
    fields,
  });

export const limitReached = (message: string): DomainError => new DomainError('invalid', 'limit_reached', message);
