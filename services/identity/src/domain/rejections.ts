import { DomainError } from '@estampa/kernel/errors';

/** One field that breaks a rule; `path` is the field's name in the public contract. */
export const invalidField = (path: string, code: string, message: string): DomainError =>
  new DomainError('invalid', 'validation_failed', `${path} ${message}`, { fields: [{ path, code, message }] });

/** The same response for an unknown e-mail and a wrong password. */
export const invalidCredentials = (): DomainError =>
  new DomainError('unauthenticated', 'invalid_credentials', 'The e-mail or the password is wrong');

export const wrongPassword = (): DomainError =>
  new DomainError('invalid', 'wrong_password', 'The current password is wrong');

export const sessionEnded = (): DomainError =>
  new DomainError('unauthenticated', 'invalid_token', 'The session has ended; log in again');

export const invalidToken = (): DomainError =>
  new DomainError('invalid', 'invalid_token', 'The token is wrong, used or expired');
