import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maskedUpdate } from '@estampa/kit/rpc/update-mask';
import { eventually } from '@estampa/testing/eventually';
import { metric } from '@estampa/testing/metric';
import { type ServiceUnderTest, startSharedService } from '@estampa/testing/start-service';
import { expectPageRule } from '@estampa/testing/page-rule';
import { EXPORTED_SESSIONS_MAX } from '../src/db/session-repository.ts';
import { mailTo, tokenSentTo } from './mailbox.ts';
import { callerOf, type People, peopleOf, customer, NOBODY_ID, PASSWORD } from './people.ts';

let identity: ServiceUnderTest;
let people: People;
beforeAll(async () => {
  identity = await startSharedService('identity');
  people = peopleOf(identity);
});
afterAll(() => identity?.stop());

describe('the waitlist', () => {
  it('takes an e-mail once, ignoring case', async () => {
    const { email, status } = await people.join();

    expect(status).toBe('pending');
    await expect(
      people.waitlist(null).joinWaitlist({ email: email.toUpperCase(), name: 'Again' }),
    ).rejects.toMatchObject({
      kind: 'conflict',
      reason: 'already_exists',
    });
  });

  it('is listed newest first, by status and by part of name or e-mail', async () => {
    const [first, second, third] = [
      await people.join('100% Listed a'),
      await people.join('100% Listed b'),
      await people.join('1000 Listed'),
    ];
    await people.waitlist().inviteWaitlistEntry({ id: second.id });
    const list = async (filter: { status?: string; search?: string; page?: { skip: number; limit: number } }) => {
      const { entries, total } = await people.waitlist().listWaitlistEntries(filter);
      return { ids: entries.map(({ id }) => id), total };
    };

    expect(await list({ search: 'LISTED' })).toEqual({ ids: [third.id, second.id, first.id], total: 3 });
    expect(await list({ search: '100%' })).toEqual({ ids: [second.id, first.id], total: 2 });
    expect(await list({ search: 'listed', status: 'invited' })).toEqual({ ids: [second.id], total: 1 });
    expect(await list({ search: 'listed', page: { skip: 1, limit: 1 } })).toEqual({ ids: [second.id], total: 3 });
    expect(await list({ search: first.email.toUpperCase() })).toEqual({ ids: [first.id], total: 1 });
    await expect(list({ status: 'lost' })).rejects.toMatchObject({ reason: 'validation_failed' });
    await expectPageRule((page) => people.waitlist().listWaitlistEntries({ page }));
  });

  it('is for admins, except joining and checking an invitation', async () => {
    const { id } = await people.join();
    const waitlist = people.waitlist(customer);
    const calls = [
      waitlist.listWaitlistEntries({}),
      waitlist.getWaitlistEntry({ id }),
      waitlist.inviteWaitlistEntry({ id }),
      waitlist.rejectWaitlistEntry({ id }),
      waitlist.blockWaitlistEntry({ id }),
      waitlist.updateWaitlistEntry({ id, updateMask: ['notes'] }),
    ];

    await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject({ kind: 'forbidden' })));
  });

  it.each(['nonsense', NOBODY_ID])('has no entry %s', async (id) => {
    await expect(people.waitlist().getWaitlistEntry({ id })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(people.waitlist().inviteWaitlistEntry({ id })).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('an invitation', () => {
  it('opens for a week and reaches the artist by e-mail, after which the token is forgotten', async () => {
    const { id, email } = await people.join();

    const { entry, inviteToken, inviteUrl } = await people.waitlist().inviteWaitlistEntry({ id });

    expect(inviteToken).toMatch(/^[0-9a-f]{64}$/);
    expect(entry!.inviteExpiresAt!.getTime() - entry!.invitedAt!.getTime()).toBe(7 * 24 * 60 * 60_000);
    expect(await people.waitlist(null).validateInvite({ token: inviteToken })).toEqual({
      valid: true,
      email,
      name: 'Demo artist',
      expiresAt: entry!.inviteExpiresAt,
    });
    const mail = await eventually(() => mailTo(identity, email));
    expect(mail).toMatchObject({
      subject: expect.stringContaining('convite'),
      text: expect.stringContaining(inviteUrl),
      html: expect.stringContaining(`<a href="${inviteUrl}">`),
    });
    await eventually(async () => expect(await emailRows(id)).toMatchObject([{ body: null, sent: true }]));
    await eventually(async () =>
      expect(await metric(identity.opsUrl, 'emails_total', { outcome: 'sent' })).toBeGreaterThan(0),
    );
  });

  it('replaces the one before', async () => {
    const { id } = await people.join();
    const { inviteToken: old } = await people.waitlist().inviteWaitlistEntry({ id });
    const { inviteToken: young } = await people.waitlist().inviteWaitlistEntry({ id });

    expect(await people.waitlist().validateInvite({ token: old })).toMatchObject({
      valid: false,
      expiresAt: undefined,
    });
    expect(await people.waitlist().validateInvite({ token: young })).toMatchObject({ valid: true });
  });

  it('is rejected to an entry that is converted or blocked', async () => {
    const { entryId } = await people.joinAndSignUp();
    await expect(people.waitlist().inviteWaitlistEntry({ id: entryId })).rejects.toMatchObject({
      reason: 'wrong_state',
      message: expect.stringContaining('converted'),
    });

    const { id } = await people.join();
    await identity.database.query(`update waitlist_entry set status = 'blocked' where id = $1`, [id]);
    await expect(people.waitlist().inviteWaitlistEntry({ id })).rejects.toMatchObject({ reason: 'wrong_state' });
  });
});

describe('an entry', () => {
  it('is corrected and noted on, as far as is named', async () => {
    const { id } = await people.join();
    const change = { name: 'Corrected', whatsapp: '+5511900000000', notes: 'Asked twice' };

    const { entry } = await people.waitlist().updateWaitlistEntry({ id, ...maskedUpdate(change) });
    expect(entry).toMatchObject({ ...change, status: 'pending' });
    const { entry: cleared } = await people.waitlist().updateWaitlistEntry({ id, updateMask: ['notes', 'whatsapp'] });
    expect(cleared).toEqual({ ...entry, notes: undefined, whatsapp: undefined, updatedAt: cleared!.updatedAt });
    await expect(people.waitlist().updateWaitlistEntry({ id, updateMask: ['name'] })).rejects.toMatchObject({
      details: { fields: [{ path: 'name', code: 'required' }] },
    });
    await expect(people.waitlist().updateWaitlistEntry({ id, updateMask: ['status'] })).rejects.toMatchObject({
      details: { fields: [{ path: 'status', code: 'unknown_field' }] },
    });
  });

  it.each(['rejectWaitlistEntry', 'blockWaitlistEntry'] as const)('ends its invitation by %s', async (move) => {
    const { id } = await people.join();
    const { inviteToken } = await people.waitlist().inviteWaitlistEntry({ id });

    const { entry } = await people.waitlist()[move]({ id });

    expect(entry).toMatchObject({ status: move === 'rejectWaitlistEntry' ? 'rejected' : 'blocked' });
    expect(await people.waitlist().validateInvite({ token: inviteToken })).toMatchObject({ valid: false });
    await expect(people.auth().signUpSeller({ token: inviteToken, password: PASSWORD })).rejects.toMatchObject({
      reason: 'invalid_token',
    });
  });

  it('can be invited after it was rejected, but not rejected twice; blocking again changes nothing', async () => {
    const { id } = await people.join();
    const { rejectWaitlistEntry, inviteWaitlistEntry, blockWaitlistEntry } = people.waitlist();
    const wrongState = { kind: 'wrong_state', reason: 'wrong_state' };

    await rejectWaitlistEntry({ id });
    await expect(rejectWaitlistEntry({ id })).rejects.toMatchObject(wrongState);
    await expect(inviteWaitlistEntry({ id })).resolves.toMatchObject({ entry: { status: 'invited' } });
    const { entry: blocked } = await blockWaitlistEntry({ id });
    expect(await blockWaitlistEntry({ id })).toEqual({ entry: blocked });
    await expect(rejectWaitlistEntry({ id })).rejects.toMatchObject({
      ...wrongState,
      message: expect.stringContaining('blocked'),
    });
  });

  it('that became an account is neither rejected nor blocked', async () => {
    const { entryId: id } = await people.joinAndSignUp();

    for (const call of [people.waitlist().rejectWaitlistEntry({ id }), people.waitlist().blockWaitlistEntry({ id })])
      await expect(call).rejects.toMatchObject({
        reason: 'wrong_state',
        message: expect.stringContaining('converted'),
      });
  });
});

async function emailRows(entryId: string) {
  const about = `waitlist_entry:${entryId}`;
  const query = 'select body, sent_at is not null as sent from email where about = $1';
  return (await identity.database.query(query, [about])).rows;
}

describe('what an owner takes along', () => {
  it('is the account with its profiles, all its sessions, and a waitlist entry of its address once that is verified', async () => {
    const { email: joined, id: entryId } = await people.join();
    const { caller, email } = await people.signUp(joined.replace('person', 'Person'));
    const { tokens } = await people.auth().logIn({ email, password: PASSWORD });
    await people.auth(callerOf(tokens!)).logOut({});
    const store = await people.profiles(caller).createSellerProfile({ userId: caller.userId, socialLinks: [] });
    await people.profiles(caller).deleteSellerProfile({ userId: caller.userId });
    const take = () => people.users(caller).exportUser({ id: caller.userId });

    const before = await take();
    await people.auth(null).verifyEmail({ token: await tokenSentTo(identity, email, '/email/verify') });
    const after = await take();

    expect(before).toMatchObject({
      user: { id: caller.userId, email, roles: ['customer'] },
      sellerProfile: { id: store.profile!.id, active: false },
      sessions: [{ revokedAt: expect.any(Date) }, { id: caller.sessionId, revokedAt: undefined }],
      waitlistEntry: undefined,
    });
    expect(after.waitlistEntry).toMatchObject({ id: entryId });
    expect(JSON.stringify(after)).not.toMatch(/hash|argon/i);
    await expect(people.users(customer).exportUser({ id: caller.userId })).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('is the entry that the account came of, and no more sessions than a thousand', async () => {
    const { caller, entryId } = await people.joinAndSignUp();
    await identity.database.query('update user_account set email_verified_at = null where id = $1', [caller.userId]);
    const add = (sessions: number) =>
      identity.database.query(
        `insert into session (id, user_id, created_at, expires_at)
         select gen_random_uuid(), $1, now(), now() + interval '1 day' from generate_series(1, $2::int)`,
        [caller.userId, sessions],
      );
    const take = () => people.users(caller).exportUser({ id: caller.userId });

    await add(EXPORTED_SESSIONS_MAX - 1);
    expect(await take()).toMatchObject({ waitlistEntry: { id: entryId }, sessions: { length: EXPORTED_SESSIONS_MAX } });
    await add(1);
    expect((await take()).sessions).toHaveLength(EXPORTED_SESSIONS_MAX);
  });
});
