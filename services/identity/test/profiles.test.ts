import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CustomerProfileServiceClient } from '@estampa/contracts/identity/v1/customer_profile';
import type { Caller } from '@estampa/kit/rpc/call';
import { type ServiceUnderTest, startService, startSharedService } from '@estampa/testing/start-service';
import { rejectionsOf, USER_ROW, whileLocked } from './locked-row.ts';
import { admin, type People, peopleOf } from './people.ts';

let identity: ServiceUnderTest;
let people: People;
beforeAll(async () => {
  identity = await startSharedService('identity');
  people = peopleOf(identity);
});
afterAll(() => identity?.stop());

const openStore = (caller: Caller, { userId }: { userId: string } = caller, store: object = {}) =>
  people.profiles(caller).createSellerProfile({ userId, socialLinks: [], ...store });
const asCustomer = (caller: Caller) => identity.client(CustomerProfileServiceClient, { caller });
const rolesOf = async ({ userId }: Caller) => (await people.users(admin).getUser({ id: userId })).user!.roles;
const lastRole = { kind: 'invalid', message: 'User must have at least one role' };

describe('a customer profile', () => {
  it('gives the role, is there once, and takes the role along', async () => {
    const { caller } = await people.joinAndSignUp();
    const { userId } = caller;

    const first = await asCustomer(caller).createCustomerProfile({ userId });
    const again = await asCustomer(caller).createCustomerProfile({ userId });
    expect(first).toMatchObject({ created: true, profile: { userId, createdAt: expect.any(Date) } });
    expect(again).toEqual({ ...first, created: false });
    expect(await rolesOf(caller)).toEqual(['customer', 'seller']);

    await asCustomer(caller).deleteCustomerProfile({ userId });
    expect(await rolesOf(caller)).toEqual(['seller']);
    await expect(asCustomer(caller).deleteCustomerProfile({ userId })).rejects.toMatchObject({ kind: 'not_found' });

    expect(await asCustomer(caller).createCustomerProfile({ userId })).toEqual(first);
  });

  it('can be made by who signed up as a customer, and is not given up with the last role', async () => {
    const { caller } = await people.signUp();
    const { userId } = caller;

    expect(await asCustomer(caller).createCustomerProfile({ userId })).toMatchObject({ created: true });
    await expect(asCustomer(caller).deleteCustomerProfile({ userId })).rejects.toMatchObject(lastRole);

    expect(await asCustomer(caller).createCustomerProfile({ userId })).toMatchObject({ created: false });
  });

  it('goes with the role when an admin takes it', async () => {
    const { caller } = await people.joinAndSignUp();
    const of = { userId: caller.userId, role: 'customer' };
    const { profile } = await asCustomer(caller).createCustomerProfile(of);

    await people.users(admin).removeRole(of);
    await people.users(admin).addRole(of);

    expect(await asCustomer(caller).createCustomerProfile(of)).toEqual({ profile, created: false });
  });

  it('is closed to others', async () => {
    const [{ caller }, other] = [await people.signUp(), await people.signUp()];
    const { userId } = caller;

    for (const call of [
      asCustomer(other.caller).createCustomerProfile({ userId }),
      asCustomer(other.caller).deleteCustomerProfile({ userId }),
      openStore(other.caller, caller),
      people.profiles(other.caller).deleteSellerProfile({ userId }),
    ])
      await expect(call).rejects.toMatchObject({ kind: 'forbidden' });
  });
});

describe('a seller profile of one’s own making', () => {
  it('gives the role, and is named after its owner', async () => {
    const { caller } = await people.signUp();

    const { profile } = await openStore(caller);

    expect(profile).toMatchObject({
      storeName: 'Demo customer',
      storeSlug: expect.stringMatching(/^demo-customer/),
      onboardingStatus: 'pending',
      storeStatus: 'unpublished',
      active: true,
    });
    expect(await rolesOf(caller)).toEqual(['customer', 'seller']);
    expect(await people.behind(caller)).toMatchObject({ sellerProfileId: profile!.id });
    await expect(openStore(caller)).rejects.toMatchObject({
      kind: 'conflict',
      reason: 'already_exists',
    });
  });

  it('is what its owner says', async () => {
    const { caller } = await people.signUp();
    const store = {
      storeName: 'Own store',
      storeSlug: `own-store-${Date.now()}`,
      displayName: 'Own',
      bio: 'Hello',
      socialLinks: [{ platform: 'site', url: 'https://demo.example' }],
    };

    const { profile } = await openStore(caller, caller, store);

    expect(profile).toMatchObject(store);
    const { caller: other } = await people.signUp();
    const taken = openStore(other, other, { storeSlug: store.storeSlug });
    await expect(taken).rejects.toMatchObject({ kind: 'conflict', reason: 'already_exists' });
    const reserved = openStore(other, other, { storeSlug: 'admin' });
    await expect(reserved).rejects.toMatchObject({ reason: 'validation_failed' });
    expect(await rolesOf(other)).toEqual(['customer']);
  });

  it('takes the role along when it is given up, and comes back under its id', async () => {
    const { caller } = await people.signUp();
    const { userId } = caller;
    const profiles = people.profiles(caller);
    const { profile: first } = await openStore(caller, caller, { bio: 'Kept' });

    await profiles.deleteSellerProfile({ userId });
    expect(await rolesOf(caller)).toEqual(['customer']);
    await expect(profiles.getSellerProfile({ userId })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(profiles.deleteSellerProfile({ userId })).rejects.toMatchObject({ kind: 'not_found' });

    const { profile: second } = await openStore(caller, caller, { storeName: 'Renamed' });
    expect(second).toEqual({ ...first, storeName: 'Renamed', updatedAt: second!.updatedAt });
    expect(await rolesOf(caller)).toEqual(['customer', 'seller']);
  });

  it('is not given up with the last role', async () => {
    const { caller } = await people.joinAndSignUp();
    const { userId } = caller;

    await expect(people.profiles(caller).deleteSellerProfile({ userId })).rejects.toMatchObject(lastRole);

    expect(await people.profiles(caller).getSellerProfile({ userId })).toMatchObject({ profile: { active: true } });
  });

  it('is made once by concurrent requests', async () => {
    const { caller } = await people.signUp();
    const make = () => openStore(caller);

    const outcomes = await whileLocked(identity, { lock: USER_ROW, id: caller.userId, waiting: 2 }, () =>
      Promise.allSettled([make(), make()]),
    );

    expect(rejectionsOf(outcomes)).toEqual(['already_exists']);
  });
});

it('is for who was invited alone where sellers are, and for whom an admin made one', async () => {
  await using closed = await startService('identity', { IDENTITY_SELLERS: 'invited' });
  const theirs = peopleOf(closed);
  const open = (caller: Caller) =>
    theirs.profiles(caller).createSellerProfile({ userId: caller.userId, socialLinks: [] });
  const entry = await theirs.join();
  await theirs.waitlist().blockWaitlistEntry({ id: entry.id });
  const { caller: blocked } = await theirs.signUp(entry.email);
  const { caller: anybody } = await theirs.signUp();
  const { caller: made } = await theirs.signUp();
  const { caller: invited } = await theirs.joinAndSignUp();
  await theirs.users(admin).addRole({ userId: made.userId, role: 'seller' });

  for (const caller of [blocked, anybody])
    await expect(open(caller)).rejects.toMatchObject({ kind: 'forbidden', reason: 'invitation_required' });
  expect((await open(made)).profile).toMatchObject({ active: true });
  await theirs.users(admin).addRole({ userId: invited.userId, role: 'customer' });
  await theirs.profiles(invited).deleteSellerProfile({ userId: invited.userId });
  expect((await open(invited)).profile).toMatchObject({ active: true });
});
