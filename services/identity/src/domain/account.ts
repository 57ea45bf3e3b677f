import { DomainError } from '@estampa/kernel/errors';
import { invalidField } from './rejections.ts';

export const USER_STATUSES = ['active', 'inactive', 'suspended'] as const;
export const USER_ROLES = ['customer', 'seller', 'admin'] as const;

export type UserStatus = (typeof USER_STATUSES)[number];
export type UserRole = (typeof USER_ROLES)[number];

/** Words from outside, which may be any; `service` is none of them. */
export const readRole = (word: string, path = 'role'): UserRole => readWord(path, USER_ROLES, word);
export const readStatus = (word: string): UserStatus => readWord('status', USER_STATUSES, word);

function readWord<T extends string>(path: string, known: readonly T[], word: string): T {
  const found = known.find((candidate) => candidate === word);
  if (found === undefined) throw invalidField(path, 'invalid_value', `must be one of ${known.join(', ')}`);
  return found;
}

/** In the order of all roles, each once. */
export const withRole = (roles: readonly UserRole[], role: UserRole): UserRole[] =>
  USER_ROLES.filter((known) => known === role || roles.includes(known));

export function withoutRole(roles: readonly UserRole[], role: UserRole): UserRole[] {
  const left = roles.filter((known) => known !== role);
  if (left.length === 0) throw new DomainError('invalid', 'last_role', 'User must have at least one role');
  return left;
}

/** Admins cannot lock themselves out. */
export function mustNotSuspendSelf(callerId: string, userId: string): void {
  if (callerId === userId) throw new DomainError('invalid', 'own_account', 'Cannot suspend yourself');
}

export function mustNotRemoveOwnAdmin(callerId: string, userId: string, role: UserRole): void {
  if (callerId === userId && role === 'admin')
    throw new DomainError('invalid', 'own_account', 'Cannot remove admin role from yourself');
}

type Secret = { passwordHash?: string | null; version: number };

/** Hashing anew at another cost changes nothing that has a version; a new password does. */
export const hasSamePassword = (one: Secret, other: Secret): boolean =>
  one.passwordHash === other.passwordHash || one.version === other.version;

/** Only active accounts open sessions. */
export function mustBeActive(status: UserStatus): void {
  if (status === 'suspended')
    throw new DomainError('unauthenticated', 'account_suspended', 'This account is suspended');
  if (status === 'inactive') throw new DomainError('unauthenticated', 'account_inactive', 'This account is not active');
}
