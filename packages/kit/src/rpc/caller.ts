import { DomainError } from '@estampa/kernel/errors';
import type { Caller } from './call.ts';

/** The caller; anonymous calls are rejected. */
export function someone(caller: Caller | null): Caller {
  if (!caller) throw new DomainError('unauthenticated', 'unauthenticated', 'Sign in first');
  return caller;
}

/** Admins and the services themselves reach every record. */
export const reachesAll = (caller: Caller): boolean =>
  caller.roles.includes('admin') || caller.roles.includes('service');

/** For admins, and for services that act for themselves. */
export function mustReachAll(caller: Caller | null): Caller {
  if (!reachesAll(someone(caller))) throw forbidden();
  return someone(caller);
}

/** For calls between services, which no user may make. */
export function mustBeService(caller: Caller | null): void {
  if (!someone(caller).roles.includes('service')) throw forbidden();
}

/** The record of one user: that user, or an admin. */
export function mustBeUser(caller: Caller | null, userId: string): Caller {
  const { userId: own } = someone(caller);
  if (own !== userId && !reachesAll(someone(caller))) throw forbidden();
  return someone(caller);
}

/** The record of one seller: that seller, or an admin. */
export function mustBeSeller(caller: Caller | null, sellerProfileId: string): Caller {
  const { sellerProfileId: own } = someone(caller);
  if (own !== sellerProfileId && !reachesAll(someone(caller))) throw forbidden();
  return someone(caller);
}

const forbidden = () => new DomainError('forbidden', 'forbidden', 'You may not do this');
