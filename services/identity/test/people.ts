import { AuthServiceClient, type TokenPair } from '@estampa/contracts/identity/v1/auth';
import { SellerProfileServiceClient } from '@estampa/contracts/identity/v1/seller_profile';
import { UserServiceClient } from '@estampa/contracts/identity/v1/user';
import { type WaitlistEntry, WaitlistServiceClient } from '@estampa/contracts/identity/v1/waitlist';
import type { Caller } from '@estampa/kit/rpc/call';
import type { ServiceUnderTest } from '@estampa/testing/start-service';
import jsonwebtoken from 'jsonwebtoken';

export const PASSWORD = 'demo-password-1';
export const NOBODY_ID = '00000000-0000-7000-8000-000000000000';

export const admin: Caller = { userId: 'admin', roles: ['admin'], sellerProfileId: null, sessionId: null };
export const customer: Caller = { ...admin, userId: 'customer', roles: ['customer'] };

type SignedUp = { email: string; tokens: TokenPair; caller: Caller };

/** Demo people of one running identity service. */
export function peopleOf(identity: Pick<ServiceUnderTest, 'client' | 'events'>) {
  let counter = 0;
  const anEmail = () => `person-${(counter += 1)}-${process.pid}-${Date.now()}@demo.example`;
  /** A service without a caller; null for no caller of any kind. */
  const auth = (caller?: Caller | null) =>
    identity.client(AuthServiceClient, caller === undefined ? undefined : { caller });
  const users = (caller?: Caller) => identity.client(UserServiceClient, caller && { caller });
  const profiles = (caller: Caller) => identity.client(SellerProfileServiceClient, { caller });
  const waitlist = (caller: Caller | null = admin) => identity.client(WaitlistServiceClient, { caller });

  async function signUp(email = anEmail()): Promise<SignedUp> {
    const { tokens } = await auth().signUp({ email, password: PASSWORD, name: 'Demo customer' });
    return { email, tokens: tokens!, caller: callerOf(tokens!) };
  }

  async function join(name = 'Demo artist'): Promise<WaitlistEntry> {
    const { entry } = await waitlist(null).joinWaitlist({
      email: anEmail(),
      name,
      portfolioUrl: 'https://demo.example/',
    });
    return entry!;
  }

  async function joinAndSignUp(name?: string): Promise<{ caller: Caller; entryId: string }> {
    const { id } = await join(name);
    const { inviteToken } = await waitlist().inviteWaitlistEntry({ id });
    const { tokens } = await auth().signUpSeller({ token: inviteToken, password: PASSWORD });
    const caller = callerOf(tokens!);
    const { sellerProfileId = null } = (await behind(caller))!;
    return { caller: { ...caller, sellerProfileId }, entryId: id };
  }

  const newUser = (more: object = {}) => ({
    email: anEmail(),
    name: 'Made by an admin',
    roles: ['customer'],
    status: 'active',
    ...more,
  });

  /** A user with an account who is an admin too. */
  async function anAdmin(): Promise<Caller> {
    const { caller } = await signUp();
    await users(admin).addRole({ userId: caller.userId, role: 'admin' });
    return { ...caller, roles: ['customer', 'admin'] };
  }

  const eventsOf = async (aggregateId: string) =>
    (await identity.events('identity.v1')).filter(({ key }) => key.endsWith(`:${aggregateId}`));
  /** Who is behind the session of a caller now. */
  const behind = async ({ sessionId }: Caller) => (await auth().listCallers({ sessionIds: [sessionId!] })).callers[0];
  const isActive = async (caller: Caller) => (await behind(caller)) !== undefined;
  return {
    anEmail,
    auth,
    users,
    profiles,
    waitlist,
    signUp,
    join,
    joinAndSignUp,
    newUser,
    anAdmin,
    eventsOf,
    behind,
    isActive,
  };
}

export type People = ReturnType<typeof peopleOf>;

export function callerOf(tokens: TokenPair): Caller {
  const { sub, sid, roles } = jsonwebtoken.decode(tokens.accessToken) as jsonwebtoken.JwtPayload;
  return { userId: sub!, sessionId: sid, roles, sellerProfileId: null };
}
