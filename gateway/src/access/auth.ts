import { DomainError } from '@estampa/kernel/errors';
import type { Caller, Role } from '@estampa/kit/rpc/call';
import type { Clients } from '../clients/clients.ts';
import type { Config } from '../config.ts';
import { CurrentCallers } from './current-callers.ts';
import type { AuthClass } from '../routes/route.ts';
import { createSessionOf, unauthenticated } from './session-token.ts';

/** The user behind a token; whether they may do what they request is a separate question. */
export type Authenticate = (auth: AuthClass, authorization: string | undefined) => Promise<Caller | null>;

/** Verifies the token, then queries identity for the user behind its session now: the roles in a token are only a hint. */
export function createAuthenticate(config: Config, clients: Clients): Authenticate {
  const sessionOf = createSessionOf(config, clients);
  const callers = new CurrentCallers(({ sessionIds }) => clients.auth.listCallers({ sessionIds }));

  return async (auth, authorization) => {
    if (auth === 'none') return null;
    if (authorization === undefined) {
      if (auth === 'optional') return null;
      throw unauthenticated('Send a bearer token');
    }
    const caller = await callers.behind(await sessionOf(authorization));
    if (!caller) throw unauthenticated('The session has ended; sign in again');
    return caller;
  };
}

const NEEDS: Readonly<Record<AuthClass, readonly Role[]>> = {
  none: [],
  optional: [],
  user: [],
  seller: ['seller', 'admin'],
  admin: ['admin'],
};

export function mustBeAllowed(auth: AuthClass, caller: Caller | null): void {
  const needed = NEEDS[auth];
  if (needed.length > 0 && !needed.some((role) => caller?.roles.includes(role)))
    throw new DomainError('forbidden', 'forbidden', 'You may not do this');
}
