import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditServiceClient } from '@estampa/contracts/common/v1/audit';
import { UserServiceClient } from '@estampa/contracts/identity/v1/user';
import { eventually } from '@estampa/testing/eventually';
import { type ServiceUnderTest, startSharedService } from '@estampa/testing/start-service';
import { rejectionsOf, USER_ROW, whileLocked } from './locked-row.ts';
import { tokenSentTo } from './mailbox.ts';
import { admin, customer, PASSWORD, type People, peopleOf } from './people.ts';

let identity: ServiceUnderTest;
let people: People;
beforeAll(async () => {
  identity = await startSharedService('identity');
  people = peopleOf(identity);
});
afterAll(() => identity?.stop());

const asAdmin = () => people.users(admin);
const rolesOf = async (id: string) => (await asAdmin().getUser({ id })).user!.roles;
const eventTypes = async (id: string) => (await people.eventsOf(id)).map(({ type }) => type);

describe('roles', () => {
  it('are given and taken, and doing so again changes nothing', async () => {
    const { caller } = await people.signUp();
    const of = (role: string) => ({ userId: caller.userId, role });

    expect((await asAdmin().addRole(of('admin'))).user!.roles).toEqual(['customer', 'admin']);
    expect((await asAdmin().addRole(of('admin'))).user!.roles).toEqual(['customer', 'admin']);
    expect((await asAdmin().removeRole(of('admin'))).user!.roles).toEqual(['customer']);
    expect((await asAdmin().removeRole(of('admin'))).user!.roles).toEqual(['customer']);
    await eventually(async () =>
      expect(await eventTypes(caller.userId)).toEqual(['user_signed_up', 'user_roles_changed', 'user_roles_changed']),
    );
  });

  it.each(['service', 'owner', ''])('do not include %j', async (role) => {
    const { caller } = await people.signUp();
    const rejected = { kind: 'invalid', reason: 'validation_failed' };

    await expect(asAdmin().addRole({ userId: caller.userId, role })).rejects.toMatchObject(rejected);
    await expect(asAdmin().removeRole({ userId: caller.userId, role })).rejects.toMatchObject(rejected);
  });

  it('never run out', async () => {
    const { caller } = await people.signUp();

    await expect(asAdmin().removeRole({ userId: caller.userId, role: 'customer' })).rejects.toMatchObject({
      kind: 'invalid',
      message: 'User must have at least one role',
    });
    expect(await rolesOf(caller.userId)).toEqual(['customer']);
  });

  it('always leave one when two are removed concurrently', async () => {
    const { user } = await asAdmin().createUser(people.newUser({ roles: ['customer', 'admin'], password: PASSWORD }));
    const remove = (role: string) => asAdmin().removeRole({ userId: user!.id, role });

    const outcomes = await whileLocked(identity, { lock: USER_ROW, id: user!.id, waiting: 2 }, () =>
      Promise.allSettled([remove('customer'), remove('admin')]),
    );

    expect(rejectionsOf(outcomes)).toEqual(['last_role']);
    expect(await rolesOf(user!.id)).toHaveLength(1);
  });

  it('of an admin cannot be removed by that admin', async () => {
    const self = await people.anAdmin();

    await expect(people.users(self).removeRole({ userId: self.userId, role: 'admin' })).rejects.toMatchObject({
      kind: 'invalid',
      message: 'Cannot remove admin role from yourself',
    });
  });

  it('of a seller take the profile along, and bring it back', async () => {
    const { caller } = await people.joinAndSignUp();
    const of = (role: string) => ({ userId: caller.userId, role });
    await asAdmin().addRole(of('customer'));

    expect((await asAdmin().removeRole(of('seller'))).user!.sellerProfileId).toBeUndefined();
    expect(await people.behind(caller)).toMatchObject({ roles: ['customer'] });
    const { profile } = await people.profiles(admin).getSellerProfile({ id: caller.sellerProfileId! });
    expect(profile!.active).toBe(false);

    expect((await asAdmin().addRole(of('seller'))).user!.sellerProfileId).toBe(caller.sellerProfileId);
    await eventually(async () =>
      expect(await eventTypes(caller.sellerProfileId!)).toEqual([
        'seller_profile_created',
        'seller_profile_closed',
        'seller_profile_reopened',
      ]),
    );
  });

  it('of a seller may be there before a profile', async () => {
    const { caller } = await people.signUp();

    const { user } = await asAdmin().addRole({ userId: caller.userId, role: 'seller' });

    expect([user!.roles, user!.sellerProfileId]).toEqual([['customer', 'seller'], undefined]);
  });
});

describe('the audit', () => {
  const audit = (caller = admin) => identity.client(AuditServiceClient, { caller, requestId: 'a-request' });
  const entriesOf = async (subject: string) =>
    (await audit().listAuditEntries({ subject, limit: 100 })).entries.toReversed();
  const value = (bytes: Uint8Array | undefined) => bytes && JSON.parse(Buffer.from(bytes).toString());

  it('records who changed an account, by which request, and from what to what', async () => {
    const [self, { caller, email }] = [await people.anAdmin(), await people.signUp()];
    const { userId } = caller;
    const asSelf = identity.client(UserServiceClient, { caller: self, requestId: 'a-request' });
    await asSelf.addRole({ userId, role: 'admin' });
    await asSelf.addRole({ userId, role: 'admin' });
    await asSelf.suspendUser({ id: userId });
    await asSelf.activateUser({ id: userId });
    await people.users(caller).updateUser({ id: userId, name: 'Another name', updateMask: ['name'] });
    await people.auth().requestPasswordReset({ email });

    const entries = await entriesOf(`user:${userId}`);

    expect(
      entries.map(({ action, actorId, actorRole, changes }) => [
        action,
        actorId,
        actorRole,
        ...changes.map(({ field, before, after }) => [field, value(before), value(after)]),
      ]),
    ).toEqual([
      ['user_signed_up', 'test', 'service', ['status', null, 'active'], ['roles', null, ['customer']]],
      ['user_roles_changed', self.userId, 'admin', ['roles', ['customer'], ['customer', 'admin']]],
      ['user_suspended', self.userId, 'admin', ['status', 'active', 'suspended']],
      ['user_activated', self.userId, 'admin', ['status', 'suspended', 'active']],
      ['user_updated', userId, 'customer', ['name', undefined, undefined]],
    ]);
    expect(entries.slice(1, 4).map(({ requestId }) => requestId)).toEqual(Array(3).fill('a-request'));
  });

  it('records passwords, addresses and sessions without what is secret', async () => {
    const { email, caller, tokens } = await people.signUp();
    const token = await tokenSentTo(identity, email, '/email/verify');
    for (let times = 0; times < 2; times += 1) await people.auth(null).verifyEmail({ token });
    const newPassword = 'another-password-2';
    await people.auth(caller).changePassword({ currentPassword: PASSWORD, newPassword });
    await people.auth(caller).logOut({ refreshToken: tokens.refreshToken });

    const [, ...entries] = await entriesOf(`user:${caller.userId}`);

    expect(entries.map(({ action, changes }) => [action, ...changes.map(({ field }) => field)])).toEqual([
      ['email_verified', 'emailVerifiedAt'],
      ['password_changed', 'passwordHash'],
      ['session_revoked', 'session'],
    ]);
    const { rows } = await identity.database.query('select * from audit');
    expect(JSON.stringify(rows)).not.toMatch(/argon2|demo\.example|Demo/);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('records what was done to an entry of the waitlist', async () => {
    const { id } = await people.join();
    await people.waitlist().updateWaitlistEntry({ id, notes: 'Promising', updateMask: ['notes'] });
    await people.waitlist().inviteWaitlistEntry({ id });
    await people.waitlist().rejectWaitlistEntry({ id });
    await people.waitlist().blockWaitlistEntry({ id });
    await people.waitlist().blockWaitlistEntry({ id });

    const entries = await entriesOf(`waitlist_entry:${id}`);

    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['waitlist_entry_updated', 'admin'],
      ['waitlist_entry_invited', 'admin'],
      ['waitlist_entry_rejected', 'admin'],
      ['waitlist_entry_blocked', 'admin'],
    ]);
  });

  it('says nothing of what was rejected', async () => {
    const { caller } = await people.signUp();
    await expect(asAdmin().removeRole({ userId: caller.userId, role: 'customer' })).rejects.toBeDefined();

    expect(await entriesOf(`user:${caller.userId}`)).toHaveLength(1);
  });

  it('is read by page and filter, by admins alone', async () => {
    const actor = await people.anAdmin();
    const { userId } = (await people.signUp()).caller;
    for (const role of ['admin', 'seller']) await people.users(actor).addRole({ userId, role });
    const requested = { actorId: actor.userId, action: 'user_roles_changed' };

    const { entries } = await audit().listAuditEntries({ ...requested, limit: 100 });
    const [newest, oldest] = entries;
    const list = async (more: object) =>
      (await audit().listAuditEntries({ ...requested, limit: 1, ...more })).entries.map(({ id }) => id);

    expect(entries).toHaveLength(2);
    expect(await list({})).toEqual([newest!.id]);
    expect(await list({ after: newest })).toEqual([oldest!.id]);
    expect(await list({ after: oldest })).toEqual([]);
    expect(await list({ from: new Date(newest!.occurredAt!.getTime() + 1) })).toEqual([]);
    expect(await list({ before: oldest!.occurredAt })).toEqual([]);
    for (const limit of [0, 102])
      await expect(audit().listAuditEntries({ limit })).rejects.toMatchObject({ reason: 'validation_failed' });
    await expect(audit(customer).listAuditEntries({ limit: 1 })).rejects.toMatchObject({ kind: 'forbidden' });
  });
});
