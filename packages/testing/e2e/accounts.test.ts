import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Exchange } from '@estampa/client';
import { Api } from '@estampa/stack/demo/api';
import { signIn, signUpCustomer } from '@estampa/stack/demo/people';
import { ADMIN } from '@estampa/stack/topology';
import { eventually } from '../src/eventually.ts';
import { startMarketplace, startSharedMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { describeAccountRaces } from './account-races.ts';
import { reported } from './responses.ts';
import { describeEndedSessions, statusesAt } from './ended-sessions.ts';
import { tokenSentTo } from './mails.ts';
import { describeVerifiedAddresses } from './verified-addresses.ts';
import { describeWaitlist } from './waitlist-walk.ts';

const BOOT_DEADLINE_MS = 180_000;
const PASSWORD = 'a-long-enough-password';
const OTHER_PASSWORD = 'another-long-password';

let marketplace: TestMarketplace;
let replica: TestMarketplace;
let api: Api;
let admin: Api;

beforeAll(async () => {
  marketplace = await startSharedMarketplace();
  replica = await startMarketplace({ replicasOf: marketplace, only: ['gateway'] });
  api = new Api(marketplace.gatewayUrl);
  admin = await signIn(api, ADMIN);
}, BOOT_DEADLINE_MS);

afterAll(async () => {
  await replica?.stop();
  await marketplace?.stop();
}, BOOT_DEADLINE_MS);

let counter = 0;
const anEmail = () => `account-${(counter += 1)}-${process.pid}@example.com`;

async function newCustomer(): Promise<{ email: string; id: string; own: Api }> {
  const email = anEmail();
  const own = await signUpCustomer(api, { email, password: PASSWORD, name: 'Test Customer' });
  return { email, own, id: (await own.client.getCurrentUser()).id };
}

describe('a password', () => {
  it('that is forgotten is reset by e-mail; responses for known and unknown accounts are the same', async () => {
    const { email, own } = await newCustomer();
    const forgot = (address: string) =>
      reported(api.client.exchange('requestPasswordReset', { body: { email: address } }));

    expect(await forgot(email)).toEqual([202, { status: 'accepted' }]);
    expect(await forgot(anEmail())).toEqual([202, { status: 'accepted' }]);
    const token = await eventually(() => tokenSentTo(marketplace.mailUrl, email, '/password/reset'));
    expect(await api.client.validatePasswordReset({ token })).toEqual({
      valid: true,
      expiresAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    });
    const reset = () =>
      reported(api.client.exchange('resetPassword', { body: { token, newPassword: OTHER_PASSWORD } }));
    expect(await reset()).toEqual([204, null]);

    expect(await reset()).toEqual([400, expect.objectContaining({ code: 'invalid_token' })]);
    expect(await api.client.validatePasswordReset({ token })).toEqual({ valid: false, expiresAt: null });
    expect(await statusesOf(own)).toEqual([401, 401]);
    await signIn(api, { email, password: OTHER_PASSWORD });
  });

  it('that is changed ends the other sessions, at every gateway', async () => {
    const { email, own } = await newCustomer();
    const other = await signIn(api, { email, password: PASSWORD });
    const change = (currentPassword: string) =>
      reported(own.client.exchange('changePassword', { body: { currentPassword, newPassword: OTHER_PASSWORD } }));
    expect([await statusesOf(own), await statusesOf(other)]).toEqual([
      [200, 200],
      [200, 200],
    ]);

    expect(await change('not-the-password')).toEqual([400, expect.objectContaining({ code: 'wrong_password' })]);
    expect(await change(PASSWORD)).toEqual([204, null]);

    expect([await statusesOf(own), await statusesOf(other)]).toEqual([
      [200, 200],
      [401, 401],
    ]);
  });
});

describeVerifiedAddresses(() => ({ api, admin, mailUrl: marketplace.mailUrl, newCustomer }));
describeWaitlist(() => ({ api, admin, mailUrl: marketplace.mailUrl, anEmail, password: PASSWORD }));
describeAccountRaces(() => ({ admin, gatewayUrls, anEmail, password: PASSWORD }));

describe('a session', () => {
  describeEndedSessions({ gatewayUrls, newCustomer, password: PASSWORD });
});

describe('an admin', () => {
  it('opens accounts, finds and reads them', async () => {
    const email = anEmail();
    const create = (name: string) => reported(admin.client.exchange('createUser', { body: { email, name } }));
    const [status, user] = await create('Made by an admin');

    expect([status, user]).toEqual([
      201,
      {
        id: expect.any(String),
        email,
        name: 'Made by an admin',
        status: 'active',
        roles: ['customer'],
        createdAt: expect.any(String),
        emailVerifiedAt: null,
        documentType: null,
        documentNumber: null,
        whatsapp: null,
        sellerProfileId: null,
      },
    ]);
    const listed = await admin.client.listUsers({ search: email, role: 'customer', status: 'active' });
    expect(listed).toEqual({ users: [user], total: 1, skip: 0, limit: 20, nextCursor: null });
    expect(await admin.client.getUser({ userId: user.id })).toEqual(user);
    expect(await create('Again')).toEqual([409, expect.objectContaining({ code: 'already_exists' })]);
    await eventually(() => tokenSentTo(marketplace.mailUrl, email, '/password/reset'));
  });

  it.each<[string, object]>([
    ['role', { roles: ['service'] }],
    ['list of roles', { roles: [] }],
    ['status', { status: 'asleep' }],
  ])('is rejected an account with a wrong %s', async (_what, more) => {
    expect(
      await reported(admin.client.exchange('createUser', { body: { email: anEmail(), name: 'Test', ...more } })),
    ).toEqual([400, expect.objectContaining({ code: 'validation_failed' })]);
  });

  it('rejects the next request of a suspended user at every gateway', async () => {
    const { own, id, email } = await newCustomer();
    expect(await statusesOf(own)).toEqual([200, 200]);

    expect(await reported(admin.client.exchange('suspendUser', { userId: id }))).toEqual([
      200,
      expect.objectContaining({ id }),
    ]);
    expect(await statusesOf(own)).toEqual([401, 401]);
    expect(await reported(api.as(null).client.exchange('logIn', { body: { email, password: PASSWORD } }))).toEqual([
      401,
      expect.objectContaining({ code: 'account_suspended' }),
    ]);

    expect(await reported(admin.client.exchange('activateUser', { userId: id }))).toEqual([
      200,
      expect.objectContaining({ status: 'active' }),
    ]);
    expect(await statusesOf(own)).toEqual([401, 401]);
    await signIn(api, { email, password: PASSWORD });
  });

  it('grants and removes roles, with effect from the next request at every gateway', async () => {
    const { own, id } = await newCustomer();
    const asAdmin = () => statusesOf(own, '/users');
    expect(await asAdmin()).toEqual([403, 403]);

    expect(await reported(admin.client.exchange('addUserRole', { userId: id, role: 'admin' }))).toEqual([
      200,
      expect.objectContaining({ roles: ['customer', 'admin'] }),
    ]);
    expect(await asAdmin()).toEqual([200, 200]);
    expect(await reported(admin.client.exchange('removeUserRole', { userId: id, role: 'admin' }))).toEqual([
      200,
      expect.objectContaining({ roles: ['customer'] }),
    ]);
    expect(await asAdmin()).toEqual([403, 403]);
  });

  type Ids = { self: string; other: string };
  it.each<[string, (ids: Ids) => Promise<Exchange<'suspendUser' | 'addUserRole' | 'removeUserRole'>>, string]>([
    [
      'suspend themself',
      ({ self }) => admin.client.exchange('suspendUser', { userId: self }),
      'Cannot suspend yourself',
    ],
    [
      'stop being one',
      ({ self }) => admin.client.exchange('removeUserRole', { userId: self, role: 'admin' }),
      'Cannot remove admin role from yourself',
    ],
    [
      'leave no role',
      ({ other }) => admin.client.exchange('removeUserRole', { userId: other, role: 'customer' }),
      'User must have at least one role',
    ],
    [
      'grant the role of a service',
      ({ other }) => admin.client.exchange('addUserRole', { userId: other, role: 'service' }),
      'role must be one of customer, seller, admin',
    ],
  ])('cannot %s', async (_what, act, message) => {
    const ids = { self: (await admin.client.getCurrentUser()).id, other: (await newCustomer()).id };

    expect(await reported(act(ids))).toEqual([400, expect.objectContaining({ detail: message, message })]);
  });
});

describe('profiles', () => {
  it('of a customer are made once, and given up with the role', async () => {
    const { own, id } = await newCustomer();
    const make = () => reported(own.client.exchange('createCustomerProfile'));

    const [status, profile] = await make();
    expect([status, profile]).toEqual([201, { id: expect.any(String), userId: id, createdAt: expect.any(String) }]);
    expect(await make()).toEqual([200, profile]);
    expect(await reported(own.client.exchange('deleteCustomerProfile'))).toEqual([
      400,
      expect.objectContaining({ message: 'User must have at least one role' }),
    ]);
    const isNoCustomer = expect.objectContaining({ code: 'not_found' });
    expect(await reported(admin.client.exchange('deleteCustomerProfile'))).toEqual([404, isNoCustomer]);
  });

  it('of a seller show and hide the store, with effect from the next request at every gateway', async () => {
    const { own } = await newCustomer();
    const storeSlug = `own-store-${counter}-${process.pid}`;
    expect((await own.client.exchange('getSellerProfile')).status).toBe(404);

    const [status, profile] = await reported(
      own.client.exchange('createSellerProfile', { body: { storeName: 'Own store', storeSlug } }),
    );
    expect([status, profile]).toEqual([
      201,
      expect.objectContaining({ onboarding_status: 'pending', storeStatus: 'unpublished', storeSlug }),
    ]);
    expect(await reported(own.client.exchange('createSellerProfile'))).toEqual([409, expect.anything()]);
    expect((await api.client.exchange('getStore', { store_slug: storeSlug })).status).toBe(200);
    expect(await own.client.getCurrentUser()).toMatchObject({ roles: ['customer', 'seller'] });

    expect(await reported(own.client.exchange('deleteSellerProfile'))).toEqual([204, null]);
    expect(await statusesOf(own, '/profiles/seller/me')).toEqual([404, 404]);
    expect(await reported(own.client.exchange('createSellerProfile'))).toEqual([201, profile]);
  });
});

function gatewayUrls(): string[] {
  return [marketplace, replica].map(({ gatewayUrl }) => gatewayUrl);
}

/** The status of one user's token at each gateway, by bare requests, as the client would refresh it. */
const statusesOf = (own: Api, path?: string): Promise<number[]> => statusesAt(gatewayUrls(), own, path);
