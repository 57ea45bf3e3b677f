import type { Caller, Role } from '@estampa/kit/rpc/call';
import { expect, it } from 'vitest';
import type { AuthClass } from '../routes/route.ts';
import { createAuthenticate, mustBeAllowed } from './auth.ts';
import { sellerProfileOf } from './seller-profile-of.ts';

const FORBIDDEN = { kind: 'forbidden', reason: 'forbidden' };
const callerWith = (...roles: Role[]): Caller => ({ userId: 'u', roles, sellerProfileId: null, sessionId: 's' });

it.each<[AuthClass, Role[], boolean]>([
  ['none', [], true],
  ['optional', [], true],
  ['user', [], true],
  ['seller', [], false],
  ['seller', ['customer'], false],
  ['seller', ['customer', 'seller'], true],
  ['seller', ['admin'], true],
  ['admin', ['customer', 'seller'], false],
  ['admin', ['customer', 'admin'], true],
])('a route for %s with the roles %j: %s', (auth, roles, isAllowed) => {
  const enter = () => mustBeAllowed(auth, callerWith(...roles));

  if (isAllowed) expect(enter).not.toThrow();
  else expect(enter).toThrow(expect.objectContaining(FORBIDDEN));
});

it('nobody is allowed only where no role is needed', () => {
  expect(() => mustBeAllowed('optional', null)).not.toThrow();
  expect(() => mustBeAllowed('seller', null)).toThrow(expect.objectContaining(FORBIDDEN));
});

it('a token is not looked at where none is read, and is missing only where it is required', async () => {
  const authenticate = createAuthenticate({} as never, {} as never);

  expect(await authenticate('none', 'Bearer anything')).toBeNull();
  expect(await authenticate('optional', undefined)).toBeNull();
  const rejection = { status: 401, code: 'unauthenticated' };
  await expect(authenticate('user', undefined)).rejects.toMatchObject({
    ...rejection,
    message: 'Send a bearer token',
  });
  await expect(authenticate('optional', 'Bearer anything')).rejects.toMatchObject(rejection);
});

it('a seller has a profile', () => {
  expect(sellerProfileOf({ ...callerWith('seller'), sellerProfileId: 'p' })).toBe('p');
  expect(() => sellerProfileOf(callerWith('seller'))).toThrow(
    expect.objectContaining({ kind: 'invalid', reason: 'seller_profile_required' }),
  );
});
