import { describe, expect, it } from 'vitest';
import {
  hasSamePassword,
  mustBeActive,
  mustNotRemoveOwnAdmin,
  mustNotSuspendSelf,
  readRole,
  readStatus,
  USER_ROLES,
  USER_STATUSES,
  type UserRole,
  withoutRole,
  withRole,
} from './account.ts';

describe('mustBeActive', () => {
  it('lets an active account in', () => {
    expect(() => mustBeActive('active')).not.toThrow();
  });

  it.each([
    ['suspended', 'account_suspended'],
    ['inactive', 'account_inactive'],
  ] as const)('rejects an account that is %s', (status, reason) => {
    expect(() => mustBeActive(status)).toThrow(expect.objectContaining({ kind: 'unauthenticated', reason }));
  });
});

describe('words from outside', () => {
  it.each(USER_ROLES)('%s is a role', (role) => {
    expect(readRole(role)).toBe(role);
  });

  it.each(USER_STATUSES)('%s is a status', (status) => {
    expect(readStatus(status)).toBe(status);
  });

  it.each([
    ['role', 'service', () => readRole('service')],
    ['role', 'none', () => readRole('')],
    ['roles', 'a role under another path', () => readRole('owner', 'roles')],
    ['status', 'deleted', () => readStatus('deleted')],
  ])('are rejected by the name of their field: %s, %s', (path, _what, read) => {
    const details = { fields: [expect.objectContaining({ path, code: 'invalid_value' })] };

    expect(read).toThrow(expect.objectContaining({ kind: 'invalid', reason: 'validation_failed', details }));
  });
});

describe('roles of an account', () => {
  it.each<[UserRole[], UserRole, UserRole[]]>([
    [['customer'], 'admin', ['customer', 'admin']],
    [['admin'], 'customer', ['customer', 'admin']],
    [['seller'], 'seller', ['seller']],
  ])('%j with %s are %j', (roles, role, expected) => {
    expect(withRole(roles, role)).toEqual(expected);
  });

  it.each<[UserRole[], UserRole, UserRole[]]>([
    [['customer', 'seller'], 'seller', ['customer']],
    [['customer'], 'seller', ['customer']],
  ])('%j without %s are %j', (roles, role, expected) => {
    expect(withoutRole(roles, role)).toEqual(expected);
  });

  it('are never none', () => {
    expect(() => withoutRole(['seller'], 'seller')).toThrow(
      expect.objectContaining({ kind: 'invalid', reason: 'last_role' }),
    );
  });
});

describe('an admin', () => {
  const ownAccount = expect.objectContaining({ kind: 'invalid', reason: 'own_account' });

  it('suspends others only', () => {
    expect(() => mustNotSuspendSelf('me', 'me')).toThrow(ownAccount);
    expect(() => mustNotSuspendSelf('me', 'you')).not.toThrow();
  });

  it('gives up any role but that of an admin', () => {
    expect(() => mustNotRemoveOwnAdmin('me', 'me', 'admin')).toThrow(ownAccount);
    expect(() => mustNotRemoveOwnAdmin('me', 'me', 'seller')).not.toThrow();
    expect(() => mustNotRemoveOwnAdmin('me', 'you', 'admin')).not.toThrow();
  });
});

it.each([
  ['the same hash', { passwordHash: 'a', version: 1 }, { passwordHash: 'a', version: 2 }, true],
  ['another hash of the same version', { passwordHash: 'a', version: 1 }, { passwordHash: 'b', version: 1 }, true],
  ['another hash of another version', { passwordHash: 'a', version: 1 }, { passwordHash: 'b', version: 2 }, false],
])('%s is the same password: %j, %j, %s', (_what, one, other, isSame) => {
  expect(hasSamePassword(one, other)).toBe(isSame);
});
