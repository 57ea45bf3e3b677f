import { createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  AuthServiceClient,
  SellerProfileServiceClient,
  type TokenPair,
  UserServiceClient,
} from '@estampa/contracts/identity/v1/identity';
import type { Caller } from '@estampa/kit/call';
import { eventually } from '@estampa/testing/eventually';
import { type ServiceUnderTest, startService } from '@estampa/testing/start-service';
import jsonwebtoken from 'jsonwebtoken';

const password = 'demo-password-1';
const ADMIN = { email: 'admin@estampa.local', password: 'estampa-admin-1' };

let identity: ServiceUnderTest;
let counter = 0;
beforeAll(async () => {
  identity = await startService('identity');
});
afterAll(() => identity?.stop());

const anEmail = () => `customer-${(counter += 1)}@demo.example`;
const auth = (caller?: Caller) => identity.client(AuthServiceClient, caller && { caller });
const users = (caller?: Caller) => identity.client(UserServiceClient, caller && { caller });
const signUp = async (email = anEmail()) => {
  const { tokens } = await auth().signUp({ email, password, name: 'Demo customer' });
  return { email, tokens: tokens!, caller: callerOf(tokens!) };
};
const eventsOf = async (userId: string) =>
  (await identity.events('identity.v1')).filter(({ key }) => key === `user:${userId}`);

describe('signing up', () => {
  it('opens an active customer account and tells of it', async () => {
    const { email, caller } = await signUp();

    const { user } = await users(caller).getUser({ id: caller.userId });
    expect(user).toMatchObject({ email, name: 'Demo customer', status: 'active', roles: ['customer'] });
    const [event] = await eventually(async () => {
      const events = await eventsOf(caller.userId);
      expect(events).toHaveLength(1);
      return events;
    });
    expect(event).toMatchObject({ type: 'user_signed_up', value: { roles: ['customer'], version: 1 } });
    expect(JSON.stringify(event)).not.toContain(email);
  });

  it('refuses an e-mail that has an account, ignoring case', async () => {
    const { email } = await signUp();

    await expect(signUp(email.toUpperCase())).rejects.toMatchObject({ kind: 'conflict', reason: 'already_exists' });
  });

  it('opens one account when two ask at one moment', async () => {
    const email = anEmail();

    const outcomes = await Promise.allSettled([signUp(email), signUp(email), signUp(email)]);

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('answers a repeated key with the first answer', async () => {
    const idempotency = { key: 'sign-up-1', scope: 'demo POST /auth/signup', bodyDigest: 'digest' };
    const client = identity.client(AuthServiceClient, { idempotency });
    const request = { email: anEmail(), password, name: 'Demo customer' };
    let replays = 0;
    const options = { withIdempotencyKey: true, onReplay: () => (replays += 1) };

    const first = await client.signUp(request, options);
    const second = await client.signUp(request, options);

    expect(second).toEqual(first);
    expect(replays).toBe(1);
  });
});

describe('logging in', () => {
  it('takes the e-mail in any case', async () => {
    const { email } = await signUp();

    const { tokens } = await auth().logIn({ email: email.toUpperCase(), password });

    expect(tokens).toMatchObject({ expiresInSeconds: 900, refreshToken: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it('answers the same for an unknown e-mail and a wrong password', async () => {
    const { email } = await signUp();
    const refusal = { kind: 'unauthenticated', reason: 'invalid_credentials', message: expect.any(String) };

    const wrong = await auth()
      .logIn({ email, password: 'wrong-password' })
      .catch((error: Error) => error);
    const unknown = await auth()
      .logIn({ email: anEmail(), password })
      .catch((error: Error) => error);

    expect(wrong).toMatchObject(refusal);
    expect(unknown).toMatchObject({ ...refusal, message: (wrong as Error).message });
  });

  it.each([
    ['suspended', 'account_suspended'],
    ['inactive', 'account_inactive'],
  ])('refuses an account that is %s, but says so only to who knows the password', async (status, reason) => {
    const { email, caller } = await signUp();
    await identity.database.query('update users set status = $1 where id = $2', [status, caller.userId]);

    await expect(auth().logIn({ email, password })).rejects.toMatchObject({ kind: 'unauthenticated', reason });
    await expect(auth().logIn({ email, password: 'wrong-password' })).rejects.toMatchObject({
      reason: 'invalid_credentials',
    });
  });

  it('works for the configured first admin', async () => {
    const { tokens } = await auth().logIn(ADMIN);

    expect(jsonwebtoken.decode(tokens!.accessToken)).toMatchObject({ roles: ['admin'] });
  });
});

describe('access tokens', () => {
  it('are signed with a published key and carry the promised claims', async () => {
    const { tokens, caller } = await signUp();
    const { keys } = await auth().listSigningKeys({});

    const { kty, crv, x, y } = keys[0]!;
    const key = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
    const { header, payload } = jsonwebtoken.verify(tokens.accessToken, key, { complete: true, algorithms: ['ES256'] });

    expect(header.kid).toBe(keys[0]!.kid);
    expect(Object.keys(payload).toSorted()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'roles', 'sid', 'sub']);
    expect(payload).toMatchObject({ sub: caller.userId, roles: ['customer'] });
  });
});

describe('refreshing', () => {
  it('gives a new pair of the same session', async () => {
    const { tokens, caller } = await signUp();

    const { tokens: next } = await auth().refreshSession({ refreshToken: tokens.refreshToken });

    expect(next!.refreshToken).not.toBe(tokens.refreshToken);
    expect(callerOf(next!)).toEqual(caller);
  });

  it('ends the session when a used token is seen again', async () => {
    const { tokens, caller } = await signUp();
    const { tokens: next } = await auth().refreshSession({ refreshToken: tokens.refreshToken });

    const refused = { kind: 'unauthenticated', reason: 'invalid_token' };
    await expect(auth().refreshSession({ refreshToken: tokens.refreshToken })).rejects.toMatchObject(refused);

    await expect(auth().refreshSession({ refreshToken: next!.refreshToken })).rejects.toMatchObject(refused);
    expect(await auth().getCaller({ sessionId: caller.sessionId! })).toMatchObject({ sessionActive: false });
    await eventually(async () =>
      expect((await eventsOf(caller.userId)).map(({ type }) => type)).toEqual(['user_signed_up', 'session_revoked']),
    );
  });

  it('lets one of two uses at one moment win, and then ends the session', async () => {
    const { tokens, caller } = await signUp();
    const refresh = () => auth().refreshSession({ refreshToken: tokens.refreshToken });

    const outcomes = await Promise.allSettled([refresh(), refresh()]);

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await auth().getCaller({ sessionId: caller.sessionId! })).toMatchObject({ sessionActive: false });
  });

  it('refuses unknown and expired tokens, and suspended accounts', async () => {
    const { tokens, caller } = await signUp();
    const refresh = (refreshToken: string) => auth().refreshSession({ refreshToken });
    await expect(refresh('0'.repeat(64))).rejects.toMatchObject({ reason: 'invalid_token' });

    await identity.database.query(`update users set status = 'suspended' where id = $1`, [caller.userId]);
    await expect(refresh(tokens.refreshToken)).rejects.toMatchObject({ reason: 'account_suspended' });

    await identity.database.query(`update users set status = 'active' where id = $1`, [caller.userId]);
    await identity.database.query(`update refresh_tokens set expires_at = now() where session_id = $1`, [
      caller.sessionId,
    ]);
    await expect(refresh(tokens.refreshToken)).rejects.toMatchObject({ reason: 'invalid_token' });
  });

  it('keeps no token that could be read from the database', async () => {
    const { tokens, caller } = await signUp();

    const { rows } = await identity.database.query('select * from refresh_tokens where session_id = $1', [
      caller.sessionId,
    ]);

    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(tokens.refreshToken);
  });
});

describe('logging out', () => {
  it('ends the own session only', async () => {
    const { email, caller } = await signUp();
    const other = callerOf((await auth().logIn({ email, password })).tokens!);

    await auth(caller).logOut({});
    await auth(caller).logOut({});

    expect(await auth().getCaller({ sessionId: caller.sessionId! })).toMatchObject({ sessionActive: false });
    expect(await auth().getCaller({ sessionId: other.sessionId! })).toMatchObject({ sessionActive: true });
  });

  it('ends the session of a refresh token, unless it is somebody else’s', async () => {
    const [first, second] = [await signUp(), await signUp()];

    await auth(first.caller).logOut({ refreshToken: second.tokens.refreshToken });
    expect(await auth().getCaller({ sessionId: second.caller.sessionId! })).toMatchObject({ sessionActive: true });

    await auth(first.caller).logOut({ refreshToken: first.tokens.refreshToken });
    expect(await auth().getCaller({ sessionId: first.caller.sessionId! })).toMatchObject({ sessionActive: false });
  });
});

describe('the caller of a session', () => {
  it('is answered as it is now', async () => {
    const { caller } = await signUp();
    await identity.database.query(`update users set status = 'suspended', roles = '{customer,admin}' where id = $1`, [
      caller.userId,
    ]);

    expect(await auth().getCaller({ sessionId: caller.sessionId! })).toEqual({
      userId: caller.userId,
      status: 'suspended',
      roles: ['customer', 'admin'],
      sellerProfileId: undefined,
      sessionActive: true,
    });
  });

  it.each(['nonsense', '00000000-0000-7000-8000-000000000000'])('is nobody for %s', async (sessionId) => {
    expect(await auth().getCaller({ sessionId })).toMatchObject({ userId: '', roles: [], sessionActive: false });
  });
});

describe('one’s own record', () => {
  it('changes what is named, and hides most of the document', async () => {
    const { caller } = await signUp();
    const change = {
      id: caller.userId,
      updateMask: ['name', 'documentType', 'documentNumber', 'whatsapp'],
      name: 'Other name',
      documentType: 'cpf',
      documentNumber: '529.982.247-25',
      whatsapp: '+5511900000000',
    };

    const { user } = await users(caller).updateUser(change);
    const { user: cleared } = await users(caller).updateUser({ id: caller.userId, updateMask: ['whatsapp'] });

    expect(user).toMatchObject({ name: 'Other name', documentType: 'cpf', maskedDocumentNumber: '*********25' });
    expect(cleared).toEqual({ ...user, whatsapp: undefined });
    const { buyer } = await users(caller).getBuyer({ userId: caller.userId });
    expect(buyer).toMatchObject({ documentType: 'cpf', documentNumber: '52998224725' });
  });

  it('refuses a wrong document and changes nothing', async () => {
    const { caller } = await signUp();
    const change = { name: 'Other', documentType: 'cpf', documentNumber: '11111111111' };

    await expect(
      users(caller).updateUser({ id: caller.userId, updateMask: Object.keys(change), ...change }),
    ).rejects.toMatchObject({
      reason: 'validation_failed',
      details: { fields: [{ path: 'documentNumber', code: 'invalid_document' }] },
    });
    expect((await users(caller).getUser({ id: caller.userId })).user).toMatchObject({ name: 'Demo customer' });
  });

  it('is closed to others, open to services', async () => {
    const [first, second] = [await signUp(), await signUp()];
    const id = first.caller.userId;

    await expect(users(second.caller).getUser({ id })).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(users(second.caller).getBuyer({ userId: id })).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(users(second.caller).updateUser({ id, updateMask: ['name'], name: 'X' })).rejects.toMatchObject({
      kind: 'forbidden',
    });
    expect((await users().getUser({ id })).user).toMatchObject({ id });
  });

  it('has no seller profile for a customer', async () => {
    const { caller } = await signUp();
    const profiles = identity.client(SellerProfileServiceClient, { caller });

    await expect(profiles.getSellerProfile({ userId: caller.userId })).rejects.toMatchObject({ kind: 'not_found' });
  });
});

function callerOf(tokens: TokenPair): Caller {
  const { sub, sid, roles } = jsonwebtoken.decode(tokens.accessToken) as jsonwebtoken.JwtPayload;
  return { userId: sub!, sessionId: sid, roles, sellerProfileId: null };
}
