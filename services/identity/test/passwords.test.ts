import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '@estampa/kit/rpc/call';
import { eventually } from '@estampa/testing/eventually';
import { metric } from '@estampa/testing/metric';
import { type ServiceUnderTest, startService } from '@estampa/testing/start-service';
import { rejectionsOf, USER_ROW, whileLocked } from './locked-row.ts';
import { mailsTo, tokenSentTo as linkTokenSentTo } from './mailbox.ts';
import { admin, callerOf, customer, PASSWORD, type People, peopleOf } from './people.ts';
import { describePixKeyChanges } from './pix-key-changes.ts';

const OTHER_PASSWORD = 'another-password-2';
const HOUR_MS = 60 * 60_000;

let identity: ServiceUnderTest;
let people: People;
beforeAll(async () => {
  identity = await startService('identity');
  people = peopleOf(identity);
});
afterAll(() => identity?.stop());

const logIn = (email: string, password: string) => people.auth().logIn({ email, password });
const wrongCredentials = { kind: 'unauthenticated', reason: 'invalid_credentials' };

describePixKeyChanges(() => ({ identity, people }));

describe('changing one’s password', () => {
  it('ends all sessions but the current one', async () => {
    const { email, caller, tokens } = await people.signUp();
    const other = callerOf((await logIn(email, PASSWORD)).tokens!);

    await people.auth(caller).changePassword({ currentPassword: PASSWORD, newPassword: OTHER_PASSWORD });

    expect([await people.isActive(caller), await people.isActive(other)]).toEqual([true, false]);
    expect(await verifiedAt(caller)).toBeUndefined();
    await expect(logIn(email, PASSWORD)).rejects.toMatchObject(wrongCredentials);
    await expect(logIn(email, OTHER_PASSWORD)).resolves.toBeDefined();
    await expect(people.auth().refreshSession({ refreshToken: tokens.refreshToken })).resolves.toBeDefined();
    await eventually(async () =>
      expect((await people.eventsOf(caller.userId)).map(({ type }) => type)).toEqual([
        'user_signed_up',
        'password_changed',
      ]),
    );
  });

  it('rejects what is guessed first, wherever a password is chosen', async () => {
    const { email, caller } = await people.signUp();
    await people.auth().requestPasswordReset({ email });
    const token = await tokenSentTo(email);
    const { id } = await people.join();
    const { inviteToken } = await people.waitlist().inviteWaitlistEntry({ id });
    const bad = { password: '12345678', name: 'Demo customer' };
    const rejected = (path: string) => ({ details: { fields: [{ path, code: 'too_common' }] } });

    const anew = people.auth().signUp({ ...bad, email: people.anEmail() });
    await expect(anew).rejects.toMatchObject(rejected('password'));
    const invited = people.auth().signUpSeller({ token: inviteToken, password: 'Password1' });
    await expect(invited).rejects.toMatchObject(rejected('password'));
    const made = people.users(admin).createUser(people.newUser(bad));
    await expect(made).rejects.toMatchObject(rejected('password'));
    const change = { currentPassword: PASSWORD, newPassword: email };
    await expect(people.auth(caller).changePassword(change)).rejects.toMatchObject(rejected('newPassword'));
    const reset = people.auth().resetPassword({ token, newPassword: 'customer99' });
    await expect(reset).rejects.toMatchObject(rejected('newPassword'));
    await expect(logIn(email, PASSWORD)).resolves.toBeDefined();
  });

  it('is reported to the owner by e-mail, as is one that was reset', async () => {
    const { email, caller } = await people.signUp();
    await people.auth(caller).changePassword({ currentPassword: PASSWORD, newPassword: OTHER_PASSWORD });
    const news = async () => (await mailsTo(identity, email)).filter(({ subject }) => subject.includes('mudou'));
    await eventually(async () => expect(await news()).toHaveLength(1));

    await people.auth().requestPasswordReset({ email });
    await people.auth().resetPassword({ token: await tokenSentTo(email), newPassword: PASSWORD });

    await eventually(async () => expect(await news()).toHaveLength(2));
    expect((await news())[0]).toMatchObject({
      subject: expect.stringMatching(/senha.*mudou.*password was changed/),
      html: expect.any(String),
    });
  });

  it('needs the current one', async () => {
    const { email, caller } = await people.signUp();
    const change = { currentPassword: 'wrong-password', newPassword: OTHER_PASSWORD };

    for (const who of [caller, customer])
      await expect(people.auth(who).changePassword(change)).rejects.toMatchObject({
        kind: 'invalid',
        reason: 'wrong_password',
      });
    await expect(people.auth(null).changePassword(change)).rejects.toMatchObject({ kind: 'unauthenticated' });
    await expect(logIn(email, PASSWORD)).resolves.toBeDefined();
  });

  it('lets one of two concurrent changes win', async () => {
    const { email, caller } = await people.signUp();
    const change = (newPassword: string) =>
      people.auth(caller).changePassword({ currentPassword: PASSWORD, newPassword });

    const outcomes = await whileLocked(identity, { lock: USER_ROW, id: caller.userId, waiting: 2 }, () =>
      Promise.allSettled([change('first-password-1'), change('second-password-2')]),
    );

    expect(rejectionsOf(outcomes)).toEqual(['wrong_password']);
    const logIns = await Promise.allSettled([logIn(email, 'first-password-1'), logIn(email, 'second-password-2')]);
    expect(logIns.map(({ status }) => status)).toEqual(outcomes.map(({ status }) => status));
  });

  it('leaves no session to a concurrent log-in by the old password', async () => {
    const { email, caller } = await people.signUp();
    const change = () => people.auth(caller).changePassword({ currentPassword: PASSWORD, newPassword: OTHER_PASSWORD });

    const outcomes = await whileLocked(identity, { lock: USER_ROW, id: caller.userId, waiting: 2 }, () =>
      Promise.allSettled([change(), logIn(email, PASSWORD)]),
    );

    const [, loggedIn] = outcomes;
    const isIn = loggedIn?.status === 'fulfilled' && (await people.isActive(callerOf(loggedIn.value.tokens!)));
    expect([outcomes[0]?.status, isIn]).toEqual(['fulfilled', false]);
  });
});

describe('a forgotten password', () => {
  it('is chosen anew by the token that comes by e-mail, once, and ends all sessions', async () => {
    const { email, caller } = await people.signUp();
    await people.auth().requestPasswordReset({ email: email.toUpperCase() });
    const token = await tokenSentTo(email);

    const { valid, expiresAt } = await people.auth().validatePasswordReset({ token });
    expect([valid, expiresAt!.getTime() - Date.now() <= HOUR_MS]).toEqual([true, true]);
    await people.auth().resetPassword({ token, newPassword: OTHER_PASSWORD });

    expect(await people.isActive(caller)).toBe(false);
    expect(await verifiedAt(caller)).toEqual(expect.any(Date));
    await expect(logIn(email, PASSWORD)).rejects.toMatchObject(wrongCredentials);
    await expect(logIn(email, OTHER_PASSWORD)).resolves.toBeDefined();
    expect(await people.auth().validatePasswordReset({ token })).toEqual({ valid: false, expiresAt: undefined });
    await expect(people.auth().resetPassword({ token, newPassword: PASSWORD })).rejects.toMatchObject({
      kind: 'invalid',
      reason: 'invalid_token',
    });
  });

  it('is written of in both languages, as text and as HTML, and not stored anywhere', async () => {
    const email = people.anEmail();
    await people.auth().signUp({ email, password: PASSWORD, name: '<b>Ana</b> & Bia' });
    await people.auth().requestPasswordReset({ email });
    const token = await tokenSentTo(email);

    const mails = await mailsTo(identity, email);
    const { subject, text, html } = mails.find((mail) => mail.text.includes(token))!;
    expect([subject, text, html]).toEqual([
      'Redefina a sua senha da Estampa / Reset your Estampa password',
      expect.stringMatching(/Olá[^]*senha[^]*Hello[^]*password/),
      expect.stringMatching(new RegExp(`<a href="[^"]+token=${token}">[^]*<hr>[^]*Hello`)),
    ]);
    expect(html).not.toContain('<b>');
    const other = await linkTokenSentTo(identity, email, '/email/verify');
    await people.auth().verifyEmail({ token: other });
    for (const secret of [token, other]) {
      await eventually(async () => expect(await rowsWith(secret)).toBe(0));
      expect(identity.process.log()).not.toContain(secret);
    }
  });

  it('responds and writes the same for an e-mail without an account, and sends nothing', async () => {
    const { email } = await people.signUp();
    const nobody = people.anEmail();
    const before = await counts();

    expect(await people.auth().requestPasswordReset({ email: nobody })).toEqual({});
    const between = await counts();
    expect(await people.auth().requestPasswordReset({ email })).toEqual({});

    expect(growth(before, between)).toEqual({ resets: 1, emails: 1 });
    expect(growth(between, await counts())).toEqual({ resets: 1, emails: 1 });
    await tokenSentTo(email);
    expect(await mailsTo(identity, nobody)).toEqual([]);
    const { rows } = await identity.database.query('select * from email where recipient = $1', [nobody]);
    expect(rows).toEqual([]);
  });

  it('is not chosen by a token that expired or was never given, and nothing is hashed for it', async () => {
    const { email, caller } = await people.signUp();
    await people.auth().requestPasswordReset({ email });
    const token = await tokenSentTo(email);
    const expire = `update password_reset set expires_at = now() - interval '1 minute' where user_id = $1`;
    await identity.database.query(expire, [caller.userId]);
    const before = await hashesMade();

    for (const presented of [token, '0'.repeat(64)]) {
      expect(await people.auth().validatePasswordReset({ token: presented })).toMatchObject({ valid: false });
      const reset = people.auth().resetPassword({ token: presented, newPassword: OTHER_PASSWORD });
      await expect(reset).rejects.toMatchObject({ reason: 'invalid_token' });
    }

    expect(await hashesMade()).toBe(before);
  });

  it('is chosen by one of two concurrent uses', async () => {
    const { email, caller } = await people.signUp();
    await people.auth().requestPasswordReset({ email });
    const token = await tokenSentTo(email);
    const reset = (newPassword: string) => people.auth().resetPassword({ token, newPassword });

    const outcomes = await whileLocked(identity, { lock: USER_ROW, id: caller.userId, waiting: 2 }, () =>
      Promise.allSettled([reset('first-password-1'), reset('second-password-2')]),
    );

    expect(rejectionsOf(outcomes)).toEqual(['invalid_token']);
  });

  it('is offered no more once the password was changed', async () => {
    const { email, caller } = await people.signUp();
    await people.auth().requestPasswordReset({ email });
    const token = await tokenSentTo(email);

    await people.auth(caller).changePassword({ currentPassword: PASSWORD, newPassword: OTHER_PASSWORD });

    expect(await people.auth().validatePasswordReset({ token })).toMatchObject({ valid: false });
  });
});

const tokenSentTo = (email: string): Promise<string> => linkTokenSentTo(identity, email, '/password/reset');

const count = async (query: string, values: unknown[] = []): Promise<number> =>
  (await identity.database.query(`select count(*)::int as count from ${query}`, values)).rows[0].count;

/** Rows that would give a token away. */
const rowsWith = async (token: string): Promise<number> =>
  (await count('email where body like $1', [`%${token}%`])) +
  (await count('password_reset where token_hash = $1', [token])) +
  (await count('email_verification where token_hash = $1', [token]));

const counts = async () => ({ resets: await count('password_reset'), emails: await count('email') });
type Counts = Awaited<ReturnType<typeof counts>>;
const growth = (from: Counts, to: Counts) => ({ resets: to.resets - from.resets, emails: to.emails - from.emails });

const hashesMade = () => metric(identity.opsUrl, 'password_hashing_seconds_count', { work: 'hash' });
const verifiedAt = async (caller: Caller) =>
  (await people.users(caller).getUser({ id: caller.userId })).user!.emailVerifiedAt;
