import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuthServiceClient } from '@estampa/contracts/identity/v1/auth';
import type { Caller } from '@estampa/kit/rpc/call';
import { maskedUpdate } from '@estampa/kit/rpc/update-mask';
import { eventually } from '@estampa/testing/eventually';
import { type ServiceUnderTest, startSharedService } from '@estampa/testing/start-service';
import { rejectionsOf, USER_ROW, whileLocked } from './locked-row.ts';
import { tokenSentTo, tokensSentTo } from './mailbox.ts';
import { admin, type People, peopleOf, PASSWORD } from './people.ts';

let identity: ServiceUnderTest;
let people: People;
beforeAll(async () => {
  identity = await startSharedService('identity');
  people = peopleOf(identity);
});
afterAll(() => identity?.stop());

describe('signing up', () => {
  it('opens an active customer account and publishes it', async () => {
    const { email, caller } = await people.signUp();

    const { user } = await people.users(caller).getUser({ id: caller.userId });
    expect(user).toMatchObject({ email, name: 'Demo customer', status: 'active', roles: ['customer'] });
    const [event] = await eventually(async () => {
      const events = await people.eventsOf(caller.userId);
      expect(events).toHaveLength(1);
      return events;
    });
    expect(event).toMatchObject({ type: 'user_signed_up', value: { roles: ['customer'], version: 1 } });
    expect(JSON.stringify(event)).not.toContain(email);
  });

  it('rejects an e-mail that has an account, ignoring case', async () => {
    const { email } = await people.signUp();

    await expect(people.signUp(email.toUpperCase())).rejects.toMatchObject({
      kind: 'conflict',
      reason: 'already_exists',
    });
  });

  it('opens one account for concurrent requests', async () => {
    const email = people.anEmail();
    const lock = `insert into user_account (id, email, name, status, roles, version, created_at, updated_at)
      values (gen_random_uuid(), $1, 'Holder', 'active', '{customer}', 1, now(), now())`;

    const outcomes = await whileLocked(identity, { lock, id: email, waiting: 3, end: 'rollback' }, () =>
      Promise.allSettled([people.signUp(email), people.signUp(email.toUpperCase()), people.signUp(email)]),
    );

    expect(rejectionsOf(outcomes)).toEqual(['already_exists', 'already_exists']);
  });

  it('repeats the first response for a repeated key', async () => {
    const idempotency = { key: 'sign-up-1', scope: 'demo POST /auth/signup', bodyDigest: 'digest' };
    const client = identity.client(AuthServiceClient, { idempotency });
    const request = { email: people.anEmail(), password: PASSWORD, name: 'Demo customer' };
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
    const { email } = await people.signUp();

    const { tokens } = await people.auth().logIn({ email: email.toUpperCase(), password: PASSWORD });

    expect(tokens).toMatchObject({ expiresInSeconds: 900, refreshToken: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it('knows a password however its accents are composed', async () => {
    const [email, other] = [people.anEmail(), people.anEmail()];
    const password = 'maçã-é-doce-1';
    await people.auth().signUp({ email, name: 'Demo', password: password.normalize('NFD') });
    await people.auth().signUp({ email: other, name: 'Demo', password: password.normalize('NFC') });

    const logIns = [
      people.auth().logIn({ email, password: password.normalize('NFC') }),
      people.auth().logIn({ email: other, password: password.normalize('NFD') }),
    ];
    await expect(Promise.all(logIns)).resolves.toHaveLength(2);
  });

  it('responds the same for an unknown e-mail and a wrong password', async () => {
    const { email } = await people.signUp();
    const rejection = { kind: 'unauthenticated', reason: 'invalid_credentials', message: expect.any(String) };

    const wrong = await people
      .auth()
      .logIn({ email, password: 'wrong-password' })
      .catch((error: Error) => error);
    const unknown = await people
      .auth()
      .logIn({ email: people.anEmail(), password: PASSWORD })
      .catch((error: Error) => error);

    expect(wrong).toMatchObject(rejection);
    expect(unknown).toMatchObject({ ...rejection, message: (wrong as Error).message });
  });

  it.each([
    ['suspended', 'account_suspended'],
    ['inactive', 'account_inactive'],
  ])('rejects an account that is %s, but says so only to who knows the password', async (status, reason) => {
    const { email, caller } = await people.signUp();
    await identity.database.query('update user_account set status = $1 where id = $2', [status, caller.userId]);

    await expect(people.auth().logIn({ email, password: PASSWORD })).rejects.toMatchObject({
      kind: 'unauthenticated',
      reason,
    });
    await expect(people.auth().logIn({ email, password: 'wrong-password' })).rejects.toMatchObject({
      reason: 'invalid_credentials',
    });
  });
});

describe('an e-mail address', () => {
  const VERIFY = '/email/verify';
  const record = async ({ userId: id }: Caller) => (await people.users(admin).getUser({ id })).user!;

  it('is verified by the link that sign-up sends, which does nothing more when it is followed again', async () => {
    const { email, caller } = await people.signUp();
    expect((await record(caller)).emailVerifiedAt).toBeUndefined();
    const token = await tokenSentTo(identity, email, VERIFY);
    const follow = () => people.auth(null).verifyEmail({ token });

    const outcomes = await whileLocked(identity, { lock: USER_ROW, id: caller.userId, waiting: 2 }, () =>
      Promise.allSettled([follow(), follow()]),
    );

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    const { emailVerifiedAt } = await record(caller);
    expect(emailVerifiedAt).toEqual(expect.any(Date));
    expect(await follow()).toEqual({});
    const { users } = await people.auth().listCurrentUsers({ userIds: [caller.userId] });
    expect(users).toMatchObject([{ email, emailVerifiedAt }]);
    const events = await eventually(async () => {
      const published = await people.eventsOf(caller.userId);
      expect(published.map(({ type }) => type)).toEqual(['user_signed_up', 'email_verified']);
      return published;
    });
    expect(JSON.stringify(events)).not.toContain(token);
  });

  it.each([
    ['has expired', `update email_verification set expires_at = now() - interval '1 minute' where user_id = $1`],
    ['was sent to a former address', `update user_account set email = 'new-' || email where id = $1`],
  ])('is not verified by a link that %s, nor by one that was never sent', async (_what, change) => {
    const { email, caller } = await people.signUp();
    const token = await tokenSentTo(identity, email, VERIFY);
    await identity.database.query(change, [caller.userId]);

    for (const presented of [token, '0'.repeat(64), ''])
      await expect(people.auth(null).verifyEmail({ token: presented })).rejects.toMatchObject({
        kind: 'invalid',
        reason: 'invalid_token',
      });
    expect((await record(caller)).emailVerifiedAt).toBeUndefined();
  });

  it('is sent another link on request, while it is not verified', async () => {
    const { email, caller } = await people.signUp();
    const first = await tokenSentTo(identity, email, VERIFY);
    const request = () => people.auth(caller).requestEmailVerification({});
    await request();
    const tokens = await eventually(async () => {
      const all = await tokensSentTo(identity, email, VERIFY);
      expect(all).toHaveLength(2);
      return all;
    });

    for (const token of [tokens.find((sent) => sent !== first)!, first]) await people.auth(null).verifyEmail({ token });
    await request();

    // Of the messages themselves, one that is just being sent may have gone.
    expect(await linksOf(caller)).toBe(2);
    await expect(people.auth(null).requestEmailVerification({})).rejects.toMatchObject({ kind: 'unauthenticated' });
  });

  const linksOf = async ({ userId }: Caller) =>
    (await identity.database.query('select 1 from email_verification where user_id = $1', [userId])).rows.length;
});

describe('one’s own record', () => {
  it('changes what is named, and hides most of the document', async () => {
    const { caller } = await people.signUp();
    const change = {
      id: caller.userId,
      updateMask: ['name', 'document_type', 'document_number', 'whatsapp'],
      name: 'Other name',
      documentType: 'cpf',
      documentNumber: '529.982.247-25',
      whatsapp: '+5511900000000',
    };

    const { user } = await people.users(caller).updateUser(change);
    const { user: cleared } = await people.users(caller).updateUser({ id: caller.userId, updateMask: ['whatsapp'] });

    expect(user).toMatchObject({ name: 'Other name', documentType: 'cpf', maskedDocumentNumber: '*********25' });
    expect(cleared).toEqual({ ...user, whatsapp: undefined });
    const { buyer } = await people.users(caller).getBuyer({ userId: caller.userId });
    expect(buyer).toMatchObject({ documentType: 'cpf', documentNumber: '52998224725' });
  });

  it('rejects a wrong document and changes nothing', async () => {
    const { caller } = await people.signUp();
    const change = { name: 'Other', documentType: 'cpf', documentNumber: '11111111111' };

    await expect(people.users(caller).updateUser({ id: caller.userId, ...maskedUpdate(change) })).rejects.toMatchObject(
      {
        reason: 'validation_failed',
        details: { fields: [{ path: 'documentNumber', code: 'invalid_document' }] },
      },
    );
    expect((await people.users(caller).getUser({ id: caller.userId })).user).toMatchObject({ name: 'Demo customer' });
  });

  it('is closed to others, open to services', async () => {
    const [first, second] = [await people.signUp(), await people.signUp()];
    const id = first.caller.userId;

    await expect(people.users(second.caller).getUser({ id })).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(people.users(second.caller).getBuyer({ userId: id })).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(people.users(second.caller).updateUser({ id, updateMask: ['name'], name: 'X' })).rejects.toMatchObject(
      {
        kind: 'forbidden',
      },
    );
    expect((await people.users().getUser({ id })).user).toMatchObject({ id });
  });

  it('has no seller profile for a customer', async () => {
    const { caller } = await people.signUp();
    await expect(people.profiles(caller).getSellerProfile({ userId: caller.userId })).rejects.toMatchObject({
      kind: 'not_found',
    });
  });
});
