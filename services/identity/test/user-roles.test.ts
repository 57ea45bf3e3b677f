import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@estampa/testing/eventually';
import { type ServiceUnderTest, startService } from '@estampa/testing/start-service';
import { refusalsOf, USER_ROW, whileHeld } from './held-row.ts';
import { admin, PASSWORD, type People, peopleOf } from './people.ts';

let identity: ServiceUnderTest;
let people: People;
beforeAll(async () => {
  identity = await startService('identity');
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
    const refused = { kind: 'invalid', reason: 'validation_failed' };

    await expect(asAdmin().addRole({ userId: caller.userId, role })).rejects.toMatchObject(refused);
    await expect(asAdmin().removeRole({ userId: caller.userId, role })).rejects.toMatchObject(refused);
  });

  it('never run out', async () => {
    const { caller } = await people.signUp();

    await expect(asAdmin().removeRole({ userId: caller.userId, role: 'customer' })).rejects.toMatchObject({
      kind: 'invalid',
      message: 'User must have at least one role',
    });
    expect(await rolesOf(caller.userId)).toEqual(['customer']);
  });

  it('never run out when two are taken at one moment', async () => {
    const { user } = await asAdmin().createUser(people.newUser({ roles: ['customer', 'admin'], password: PASSWORD }));
    const remove = (role: string) => asAdmin().removeRole({ userId: user!.id, role });

    const outcomes = await whileHeld(identity, { lock: USER_ROW, id: user!.id, waiting: 2 }, () =>
      Promise.allSettled([remove('customer'), remove('admin')]),
    );

    expect(refusalsOf(outcomes)).toEqual(['last_role']);
    expect(await rolesOf(user!.id)).toHaveLength(1);
  });

  it('of an admin stay with them, as far as they ask themself', async () => {
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
