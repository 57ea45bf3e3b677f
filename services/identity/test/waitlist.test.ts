import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  AuthServiceClient,
  SellerProfileServiceClient,
  UserServiceClient,
  WaitlistServiceClient,
} from '@estampa/contracts/identity/v1/identity';
import type { Caller } from '@estampa/kit/call';
import { eventually } from '@estampa/testing/eventually';
import { type ServiceUnderTest, startService } from '@estampa/testing/start-service';
import jsonwebtoken from 'jsonwebtoken';

const password = 'demo-password-1';
const admin: Caller = { userId: 'admin', roles: ['admin'], sellerProfileId: null, sessionId: null };
const customer: Caller = { ...admin, userId: 'customer', roles: ['customer'] };

let identity: ServiceUnderTest;
let counter = 0;
beforeAll(async () => {
  identity = await startService('identity');
});
afterAll(() => identity?.stop());

const auth = () => identity.client(AuthServiceClient);
const waitlist = (caller: Caller | null = admin) => identity.client(WaitlistServiceClient, { caller });
const profiles = (caller: Caller) => identity.client(SellerProfileServiceClient, { caller });

async function join(name = 'Demo artist') {
  const email = `artist-${(counter += 1)}-${process.pid}@demo.example`;
  return (await waitlist(null).joinWaitlist({ email, name, portfolioUrl: 'https://demo.example/' })).entry!;
}

async function joinAndSignUp(name?: string): Promise<{ caller: Caller; entryId: string }> {
  const { id } = await join(name);
  const { inviteToken } = await waitlist().inviteWaitlistEntry({ id });
  const { tokens } = await auth().signUpSeller({ token: inviteToken, password });
  const { sub, sid, roles } = jsonwebtoken.decode(tokens!.accessToken) as jsonwebtoken.JwtPayload;
  const { sellerProfileId = null } = await auth().getCaller({ sessionId: sid });
  return { caller: { userId: sub!, sessionId: sid, roles, sellerProfileId }, entryId: id };
}

describe('the waitlist', () => {
  it('takes an e-mail once, ignoring case', async () => {
    const { email, status } = await join();

    expect(status).toBe('pending');
    await expect(waitlist(null).joinWaitlist({ email: email.toUpperCase(), name: 'Again' })).rejects.toMatchObject({
      kind: 'conflict',
      reason: 'already_exists',
    });
  });

  it('is listed newest first, by status and by part of name or e-mail', async () => {
    const [first, second, third] = [
      await join('100% Listed a'),
      await join('100% Listed b'),
      await join('1000 Listed'),
    ];
    await waitlist().inviteWaitlistEntry({ id: second.id });
    const list = async (filter: { status?: string; search?: string; page?: { skip: number; limit: number } }) => {
      const { entries, total } = await waitlist().listWaitlistEntries(filter);
      return { ids: entries.map(({ id }) => id), total };
    };

    expect(await list({ search: 'LISTED' })).toEqual({ ids: [third.id, second.id, first.id], total: 3 });
    expect(await list({ search: '100%' })).toEqual({ ids: [second.id, first.id], total: 2 });
    expect(await list({ search: 'listed', status: 'invited' })).toEqual({ ids: [second.id], total: 1 });
    expect(await list({ search: 'listed', page: { skip: 1, limit: 1 } })).toEqual({ ids: [second.id], total: 3 });
    expect(await list({ search: first.email.toUpperCase() })).toEqual({ ids: [first.id], total: 1 });
    await expect(list({ status: 'lost' })).rejects.toMatchObject({ reason: 'validation_failed' });
  });

  it('is for admins, except joining and checking an invitation', async () => {
    const { id } = await join();
    const { listWaitlistEntries, getWaitlistEntry, inviteWaitlistEntry } = waitlist(customer);
    const calls = [listWaitlistEntries({}), getWaitlistEntry({ id }), inviteWaitlistEntry({ id })];

    for (const call of calls) await expect(call).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it.each(['nonsense', '00000000-0000-7000-8000-000000000000'])('has no entry %s', async (id) => {
    await expect(waitlist().getWaitlistEntry({ id })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(waitlist().inviteWaitlistEntry({ id })).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('an invitation', () => {
  it('opens for a week and reaches the artist by e-mail, after which the token is forgotten', async () => {
    const { id, email } = await join();

    const { entry, inviteToken, inviteUrl } = await waitlist().inviteWaitlistEntry({ id });

    expect(inviteToken).toMatch(/^[0-9a-f]{64}$/);
    expect(entry!.inviteExpiresAt!.getTime() - entry!.invitedAt!.getTime()).toBe(7 * 24 * 60 * 60_000);
    expect(await waitlist(null).validateInvite({ token: inviteToken })).toEqual({
      valid: true,
      email,
      name: 'Demo artist',
      expiresAt: entry!.inviteExpiresAt,
    });
    const mail = await eventually(() => mailTo(email));
    expect(mail).toMatchObject({
      subject: expect.stringContaining('convite'),
      text: expect.stringContaining(inviteUrl),
    });
    await eventually(async () => expect(await emailRows(id)).toMatchObject([{ body: null, sent: true }]));
  });

  it('replaces the one before', async () => {
    const { id } = await join();
    const { inviteToken: old } = await waitlist().inviteWaitlistEntry({ id });
    const { inviteToken: young } = await waitlist().inviteWaitlistEntry({ id });

    expect(await waitlist().validateInvite({ token: old })).toMatchObject({ valid: false, expiresAt: undefined });
    expect(await waitlist().validateInvite({ token: young })).toMatchObject({ valid: true });
  });

  it('is refused to an entry that is converted or blocked', async () => {
    const { entryId } = await joinAndSignUp();
    await expect(waitlist().inviteWaitlistEntry({ id: entryId })).rejects.toMatchObject({
      reason: 'wrong_state',
      message: expect.stringContaining('converted'),
    });

    const { id } = await join();
    await identity.database.query(`update waitlist_entries set status = 'blocked' where id = $1`, [id]);
    await expect(waitlist().inviteWaitlistEntry({ id })).rejects.toMatchObject({ reason: 'wrong_state' });
  });
});

describe('a seller’s sign-up', () => {
  it('makes account, store and conversion together', async () => {
    const { caller, entryId } = await joinAndSignUp('Ateliê Demonstração');

    const { entry } = await waitlist().getWaitlistEntry({ id: entryId });
    expect(entry).toMatchObject({ status: 'converted', userId: caller.userId, convertedAt: expect.any(Date) });
    const { user } = await identity.client(UserServiceClient, { caller }).getUser({ id: caller.userId });
    expect(user).toMatchObject({
      roles: ['seller'],
      name: 'Ateliê Demonstração',
      sellerProfileId: caller.sellerProfileId,
    });
    const { profile } = await profiles(caller).getSellerProfile({ userId: caller.userId });
    expect(profile).toMatchObject({
      id: caller.sellerProfileId,
      onboardingStatus: 'pending',
      storeStatus: 'unpublished',
      storeName: 'Ateliê Demonstração',
      storeSlug: 'atelie-demonstracao',
      socialLinks: [],
      active: true,
    });
    await eventually(async () => {
      const events = await identity.events('identity.v1');
      const ours = events.filter(({ key }) => key.endsWith(caller.userId) || key.endsWith(caller.sellerProfileId!));
      expect(ours.map(({ type }) => type).toSorted()).toEqual(['seller_profile_created', 'user_signed_up']);
    });
  });

  it('takes a token once, also at one moment', async () => {
    const { id } = await join();
    const { inviteToken } = await waitlist().inviteWaitlistEntry({ id });
    const use = () => auth().signUpSeller({ token: inviteToken, password });

    const outcomes = await Promise.allSettled([use(), use(), use()]);

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(use()).rejects.toMatchObject({ kind: 'invalid', reason: 'invalid_token' });
  });

  it('refuses wrong and expired tokens', async () => {
    const { id } = await join();
    const { inviteToken } = await waitlist().inviteWaitlistEntry({ id });
    await identity.database.query('update waitlist_entries set invite_expires_at = now() where id = $1', [id]);

    for (const token of [inviteToken, '0'.repeat(64), ''])
      await expect(auth().signUpSeller({ token, password })).rejects.toMatchObject({ reason: 'invalid_token' });
  });

  it('refuses an e-mail that has an account, and leaves the invitation open', async () => {
    const { id, email } = await join();
    await auth().signUp({ email: email.toUpperCase(), password, name: 'Demo' });
    const { inviteToken } = await waitlist().inviteWaitlistEntry({ id });

    await expect(auth().signUpSeller({ token: inviteToken, password })).rejects.toMatchObject({
      reason: 'already_exists',
    });

    expect(await waitlist().validateInvite({ token: inviteToken })).toMatchObject({ valid: true });
  });

  it('gives stores of one name addresses of their own, also at one moment', async () => {
    const sellers = await Promise.all([1, 2, 3].map(() => joinAndSignUp('Same name')));

    const slugs = sellers.map(async ({ caller }) => {
      const { profile } = await profiles(caller).getSellerProfile({ id: caller.sellerProfileId! });
      return profile!.storeSlug;
    });

    expect((await Promise.all(slugs)).toSorted()).toEqual(['same-name', 'same-name-2', 'same-name-3']);
  });
});

describe('a seller profile', () => {
  it('changes what is named', async () => {
    const { caller } = await joinAndSignUp();
    const { userId } = caller;
    const socialLinks = [{ platform: 'site', url: 'https://demo.example' }];
    const change = { storeName: 'Renamed', storeSlug: `renamed-${process.pid}`, bio: 'Hello', socialLinks };

    await profiles(caller).updateSellerProfile({ userId, updateMask: Object.keys(change), ...change });
    const { profile } = await profiles(caller).updateSellerProfile({ userId, updateMask: ['bio'], socialLinks: [] });

    expect(profile).toMatchObject({ ...change, bio: undefined });
  });

  it('refuses an address that is taken', async () => {
    const [first, second] = [await joinAndSignUp(), await joinAndSignUp()];
    const { profile } = await profiles(first.caller).getSellerProfile({ userId: first.caller.userId });
    const change = {
      userId: second.caller.userId,
      updateMask: ['storeSlug'],
      storeSlug: profile!.storeSlug,
      socialLinks: [],
    };

    await expect(profiles(second.caller).updateSellerProfile(change)).rejects.toMatchObject({
      kind: 'conflict',
      reason: 'already_exists',
    });
  });

  it('is published by its first product, and stays closed when its owner closes it', async () => {
    const { caller } = await joinAndSignUp();
    const { userId, sellerProfileId } = caller;
    const publish = async () => {
      await profiles(caller).publishStore({ sellerProfileId: sellerProfileId! });
      return (await profiles(caller).getSellerProfile({ userId })).profile!.storeStatus;
    };

    expect(await publish()).toBe('published');
    expect(await publish()).toBe('published');
    await profiles(caller).updateSellerProfile({
      userId,
      updateMask: ['storeStatus'],
      storeStatus: 'unpublished',
      socialLinks: [],
    });
    expect(await publish()).toBe('unpublished');
    await eventually(async () => {
      const events = await identity.events('identity.v1');
      const ours = events.filter(({ key }) => key === `seller_profile:${sellerProfileId}`);
      expect(ours.map(({ type, value }) => [type, value.version])).toEqual([
        ['seller_profile_created', 1],
        ['seller_profile_published', 2],
        ['seller_profile_updated', 3],
      ]);
    });
  });

  it('is closed to others', async () => {
    const [first, second] = [await joinAndSignUp(), await joinAndSignUp()];
    const { userId, sellerProfileId } = first.caller;
    const other = profiles(second.caller);

    for (const call of [
      other.getSellerProfile({ userId }),
      other.getSellerProfile({ id: sellerProfileId! }),
      other.updateSellerProfile({ userId, updateMask: ['bio'], socialLinks: [] }),
      other.publishStore({ sellerProfileId: sellerProfileId! }),
    ])
      await expect(call).rejects.toMatchObject({ kind: 'forbidden' });
  });
});

async function mailTo(address: string): Promise<{ subject: string; text: string }> {
  const mails = (await (await fetch(`${identity.mailUrl}/email`)).json()) as {
    subject: string;
    text: string;
    to: { address: string }[];
  }[];
  const found = mails.find(({ to }) => to.some((recipient) => recipient.address === address));
  if (!found) throw new Error(`no e-mail to ${address} yet`);
  return found;
}

async function emailRows(entryId: string) {
  const about = `waitlist_entry:${entryId}`;
  const query = 'select body, sent_at is not null as sent from emails where about = $1';
  return (await identity.database.query(query, [about])).rows;
}
