import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maskedUpdate } from '@estampa/kit/rpc/update-mask';
import { eventually } from '@estampa/testing/eventually';
import { type ServiceUnderTest, startSharedService } from '@estampa/testing/start-service';
import { rejectionsOf, WAITLIST_ROW, whileLocked } from './locked-row.ts';
import { type People, peopleOf, PASSWORD } from './people.ts';

let identity: ServiceUnderTest;
let people: People;
beforeAll(async () => {
  identity = await startSharedService('identity');
  people = peopleOf(identity);
});
afterAll(() => identity?.stop());

describe('a seller’s sign-up', () => {
  it('makes account, store and conversion in one transaction', async () => {
    const { caller, entryId } = await people.joinAndSignUp('Ateliê Demonstração');

    const { entry } = await people.waitlist().getWaitlistEntry({ id: entryId });
    expect(entry).toMatchObject({ status: 'converted', userId: caller.userId, convertedAt: expect.any(Date) });
    const { user } = await people.users(caller).getUser({ id: caller.userId });
    expect(user).toMatchObject({
      roles: ['seller'],
      name: 'Ateliê Demonstração',
      emailVerifiedAt: user!.createdAt,
      sellerProfileId: caller.sellerProfileId,
    });
    const { profile } = await people.profiles(caller).getSellerProfile({ userId: caller.userId });
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

  it('accepts a token once, also of concurrent requests', async () => {
    const { id } = await people.join();
    const { inviteToken } = await people.waitlist().inviteWaitlistEntry({ id });
    const use = () => people.auth().signUpSeller({ token: inviteToken, password: PASSWORD });

    const outcomes = await Promise.allSettled([use(), use(), use()]);

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(use()).rejects.toMatchObject({ kind: 'invalid', reason: 'invalid_token' });
  });

  it('gives all concurrent requests that lose an invitation the same error', async () => {
    const { id } = await people.join();
    const { inviteToken: token } = await people.waitlist().inviteWaitlistEntry({ id });
    const use = () => people.auth().signUpSeller({ token, password: PASSWORD });

    const outcomes = await whileLocked(identity, { lock: WAITLIST_ROW, id, waiting: 3 }, () =>
      Promise.allSettled([use(), use(), use()]),
    );

    expect(rejectionsOf(outcomes)).toEqual(['invalid_token', 'invalid_token']);
  });

  it('opens no account when the invitation is blocked concurrently', async () => {
    const { id, email } = await people.join();
    const { inviteToken: token } = await people.waitlist().inviteWaitlistEntry({ id });
    const block = `update waitlist_entry set status = 'blocked', invite_token_hash = null where id = $1`;

    const signUp = () => people.auth().signUpSeller({ token, password: PASSWORD });
    const [outcome] = await whileLocked(identity, { lock: WAITLIST_ROW, id, waiting: 1, meanwhile: block }, () =>
      Promise.allSettled([signUp()]),
    );

    expect(outcome).toMatchObject({ status: 'rejected', reason: { reason: 'invalid_token' } });
    const { rows } = await identity.database.query('select 1 from user_account where email = $1', [email]);
    expect(rows).toEqual([]);
  });

  it('rejects wrong and expired tokens', async () => {
    const { id } = await people.join();
    const { inviteToken } = await people.waitlist().inviteWaitlistEntry({ id });
    const expire = `update waitlist_entry set invite_expires_at = now() - interval '1 minute' where id = $1`;
    await identity.database.query(expire, [id]);

    for (const token of [inviteToken, '0'.repeat(64), ''])
      await expect(people.auth().signUpSeller({ token, password: PASSWORD })).rejects.toMatchObject({
        reason: 'invalid_token',
      });
  });

  it('rejects an e-mail that has an account, and leaves the invitation open', async () => {
    const { id, email } = await people.join();
    await people.auth().signUp({ email: email.toUpperCase(), password: PASSWORD, name: 'Demo' });
    const { inviteToken } = await people.waitlist().inviteWaitlistEntry({ id });

    await expect(people.auth().signUpSeller({ token: inviteToken, password: PASSWORD })).rejects.toMatchObject({
      reason: 'already_exists',
    });

    expect(await people.waitlist().validateInvite({ token: inviteToken })).toMatchObject({ valid: true });
  });

  it('gives stores of one name addresses of their own, also concurrently', async () => {
    const sellers = await Promise.all([1, 2, 3].map(() => people.joinAndSignUp('Same name')));

    const slugs = sellers.map(async ({ caller }) => {
      const { profile } = await people.profiles(caller).getSellerProfile({ id: caller.sellerProfileId! });
      return profile!.storeSlug;
    });

    expect((await Promise.all(slugs)).toSorted()).toEqual(['same-name', 'same-name-2', 'same-name-3']);
  });
});

describe('a seller profile', () => {
  it('changes what is named', async () => {
    const { caller } = await people.joinAndSignUp();
    const { userId } = caller;
    const socialLinks = [{ platform: 'site', url: 'https://demo.example' }];
    const change = { storeName: 'Renamed', storeSlug: `renamed-${Date.now()}`, bio: 'Hello', socialLinks };

    await people.profiles(caller).updateSellerProfile({ userId, ...maskedUpdate(change) });
    const { profile } = await people
      .profiles(caller)
      .updateSellerProfile({ userId, updateMask: ['bio'], socialLinks: [] });

    expect(profile).toMatchObject({ ...change, bio: undefined });
  });

  it('rejects to change what it does not know', async () => {
    const { caller } = await people.joinAndSignUp();
    const change = { userId: caller.userId, updateMask: ['bio', 'storeName'], storeName: 'Renamed', socialLinks: [] };

    await expect(people.profiles(caller).updateSellerProfile(change)).rejects.toMatchObject({
      kind: 'invalid',
      reason: 'validation_failed',
      details: { fields: [{ path: 'storeName', code: 'unknown_field' }] },
    });
  });

  it('rejects an address that is taken', async () => {
    const [first, second] = [await people.joinAndSignUp(), await people.joinAndSignUp()];
    const { profile } = await people.profiles(first.caller).getSellerProfile({ userId: first.caller.userId });
    const change = {
      userId: second.caller.userId,
      updateMask: ['store_slug'],
      storeSlug: profile!.storeSlug,
      socialLinks: [],
    };

    await expect(people.profiles(second.caller).updateSellerProfile(change)).rejects.toMatchObject({
      kind: 'conflict',
      reason: 'already_exists',
    });
  });

  it('is published by its first product, and stays closed when its owner closes it', async () => {
    const { caller } = await people.joinAndSignUp();
    const { userId, sellerProfileId } = caller;
    const publish = async () => {
      await people.profiles(caller).publishStore({ sellerProfileId: sellerProfileId! });
      return (await people.profiles(caller).getSellerProfile({ userId })).profile!.storeStatus;
    };

    expect(await publish()).toBe('published');
    expect(await publish()).toBe('published');
    await people.profiles(caller).updateSellerProfile({
      userId,
      updateMask: ['store_status'],
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
    const [first, second] = [await people.joinAndSignUp(), await people.joinAndSignUp()];
    const { userId, sellerProfileId } = first.caller;
    const other = people.profiles(second.caller);

    for (const call of [
      other.getSellerProfile({ userId }),
      other.getSellerProfile({ id: sellerProfileId! }),
      other.updateSellerProfile({ userId, updateMask: ['bio'], socialLinks: [] }),
      other.publishStore({ sellerProfileId: sellerProfileId! }),
    ])
      await expect(call).rejects.toMatchObject({ kind: 'forbidden' });
  });
});
