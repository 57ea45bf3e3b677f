import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Api, type Json } from '@estampa/stack/demo/api';
import { signIn, signUpCustomer } from '@estampa/stack/demo/people';
import { ADMIN } from '@estampa/stack/topology';
import { eventually } from '../src/eventually.ts';
import { startMarketplace, type TestMarketplace } from '../src/marketplace.ts';

const BOOT_DEADLINE_MS = 180_000;
const PASSWORD = 'a-long-enough-password';
const OTHER_PASSWORD = 'another-long-password';

let marketplace: TestMarketplace;
let replica: TestMarketplace;
let api: Api;
let admin: Api;

beforeAll(async () => {
  marketplace = await startMarketplace({ only: ['identity', 'storefront', 'gateway'] });
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
  return { email, own, id: (await own.get('/auth/me')).id };
}

/** Status and body of an exchange. */
async function told(by: Api, method: string, path: string, body?: object): Promise<[number, Json]> {
  const response = await by.send(method, path, body);
  const text = await response.text();
  return [response.status, text === '' ? null : JSON.parse(text)];
}

describe('a password', () => {
  it('that is forgotten is chosen anew by e-mail; known and unknown accounts are answered the same', async () => {
    const { email, own } = await newCustomer();
    const forgot = (address: string) => told(api, 'POST', '/auth/password/forgot', { email: address });

    expect(await forgot(email)).toEqual([202, { status: 'accepted' }]);
    expect(await forgot(anEmail())).toEqual([202, { status: 'accepted' }]);
    const token = await eventually(() => tokenSentTo(email));
    expect(await api.get(`/auth/password/reset/validate?token=${token}`)).toEqual({
      valid: true,
      expiresAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    });
    const reset = () => told(api, 'POST', '/auth/password/reset', { token, newPassword: OTHER_PASSWORD });
    expect(await reset()).toEqual([204, null]);

    expect(await reset()).toEqual([400, expect.objectContaining({ code: 'invalid_token' })]);
    expect(await api.get(`/auth/password/reset/validate?token=${token}`)).toEqual({ valid: false, expiresAt: null });
    expect(await statusesOf(own)).toEqual([401, 401]);
    await signIn(api, { email, password: OTHER_PASSWORD });
  });

  it('that is changed ends the other sessions, at every gateway', async () => {
    const { email, own } = await newCustomer();
    const other = await signIn(api, { email, password: PASSWORD });
    const change = (currentPassword: string) =>
      told(own, 'POST', '/auth/change-password', { currentPassword, newPassword: OTHER_PASSWORD });
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

describe('an admin', () => {
  it('opens accounts, finds and reads them', async () => {
    const email = anEmail();
    const [status, user] = await told(admin, 'POST', '/users', { email, name: 'Made by an admin' });

    expect([status, user]).toEqual([
      201,
      {
        id: expect.any(String),
        email,
        name: 'Made by an admin',
        status: 'active',
        roles: ['customer'],
        createdAt: expect.any(String),
        documentType: null,
        documentNumber: null,
        whatsapp: null,
        sellerProfileId: null,
      },
    ]);
    expect(await admin.get(`/users?search=${encodeURIComponent(email)}&role=customer&status=active`)).toEqual({
      users: [user],
      total: 1,
      skip: 0,
      limit: 20,
    });
    expect(await admin.get(`/users/${user.id}`)).toEqual(user);
    expect(await told(admin, 'POST', '/users', { email, name: 'Again' })).toEqual([
      409,
      expect.objectContaining({ code: 'already_exists' }),
    ]);
    await eventually(() => tokenSentTo(email));
  });

  it.each<[string, object]>([
    ['role', { roles: ['service'] }],
    ['list of roles', { roles: [] }],
    ['status', { status: 'asleep' }],
  ])('is refused an account with a wrong %s', async (_what, more) => {
    expect(await told(admin, 'POST', '/users', { email: anEmail(), name: 'Test', ...more })).toEqual([
      400,
      expect.objectContaining({ code: 'validation_failed' }),
    ]);
  });

  it('suspends somebody whose next request is refused at every gateway', async () => {
    const { own, id, email } = await newCustomer();
    expect(await statusesOf(own)).toEqual([200, 200]);

    expect(await told(admin, 'POST', `/users/${id}/suspend`)).toEqual([200, expect.objectContaining({ id })]);
    expect(await statusesOf(own)).toEqual([401, 401]);
    expect(await told(api, 'POST', '/auth/login', { email, password: PASSWORD })).toEqual([
      401,
      expect.objectContaining({ code: 'account_suspended' }),
    ]);

    expect(await told(admin, 'POST', `/users/${id}/activate`)).toEqual([
      200,
      expect.objectContaining({ status: 'active' }),
    ]);
    expect(await statusesOf(own)).toEqual([401, 401]);
    await signIn(api, { email, password: PASSWORD });
  });

  it('gives and takes roles, which hold from the next request at every gateway', async () => {
    const { own, id } = await newCustomer();
    const asAdmin = () => statusesOf(own, '/users');
    expect(await asAdmin()).toEqual([403, 403]);

    expect(await told(admin, 'POST', `/users/${id}/roles/admin`)).toEqual([
      200,
      expect.objectContaining({ roles: ['customer', 'admin'] }),
    ]);
    expect(await asAdmin()).toEqual([200, 200]);
    expect(await told(admin, 'DELETE', `/users/${id}/roles/admin`)).toEqual([
      200,
      expect.objectContaining({ roles: ['customer'] }),
    ]);
    expect(await asAdmin()).toEqual([403, 403]);
  });

  it.each<[string, string, (ids: { self: string; other: string }) => string, string]>([
    ['suspend themself', 'POST', ({ self }) => `/users/${self}/suspend`, 'Cannot suspend yourself'],
    ['stop being one', 'DELETE', ({ self }) => `/users/${self}/roles/admin`, 'Cannot remove admin role from yourself'],
    ['leave no role', 'DELETE', ({ other }) => `/users/${other}/roles/customer`, 'User must have at least one role'],
    [
      'make somebody a service',
      'POST',
      ({ other }) => `/users/${other}/roles/service`,
      'role must be one of customer, seller, admin',
    ],
  ])('cannot %s', async (_what, method, path, message) => {
    const ids = { self: (await admin.get('/auth/me')).id as string, other: (await newCustomer()).id };

    expect(await told(admin, method, path(ids))).toEqual([400, expect.objectContaining({ detail: message, message })]);
  });
});

describe('profiles', () => {
  it('of a customer are made once, and given up with the role', async () => {
    const { own, id } = await newCustomer();
    const make = () => told(own, 'POST', '/profiles/customer/me');

    const [status, profile] = await make();
    expect([status, profile]).toEqual([201, { id: expect.any(String), userId: id, createdAt: expect.any(String) }]);
    expect(await make()).toEqual([200, profile]);
    expect(await told(own, 'DELETE', '/profiles/customer/me')).toEqual([
      400,
      expect.objectContaining({ message: 'User must have at least one role' }),
    ]);
    const isNoCustomer = expect.objectContaining({ code: 'not_found' });
    expect(await told(admin, 'DELETE', '/profiles/customer/me')).toEqual([404, isNoCustomer]);
  });

  it('of a seller show and hide the store, and hold from the next request at every gateway', async () => {
    const { own } = await newCustomer();
    const storeSlug = `own-store-${counter}-${process.pid}`;
    expect((await own.send('GET', '/profiles/seller/me')).status).toBe(404);

    const [status, profile] = await told(own, 'POST', '/profiles/seller/me', { storeName: 'Own store', storeSlug });
    expect([status, profile]).toEqual([
      201,
      expect.objectContaining({ onboarding_status: 'pending', storeStatus: 'unpublished', storeSlug }),
    ]);
    expect(await told(own, 'POST', '/profiles/seller/me', {})).toEqual([409, expect.anything()]);
    expect((await api.send('GET', `/stores/${storeSlug}`)).status).toBe(200);
    expect(await own.get('/auth/me')).toMatchObject({ roles: ['customer', 'seller'] });

    expect(await told(own, 'DELETE', '/profiles/seller/me')).toEqual([204, null]);
    expect(await statusesOf(own, '/profiles/seller/me')).toEqual([404, 404]);
    expect(await told(own, 'POST', '/profiles/seller/me', {})).toEqual([201, profile]);
  });
});

/** What each gateway answers to the same request of one person. */
const statusesOf = (own: Api, path = '/auth/me'): Promise<number[]> =>
  Promise.all(
    [marketplace, replica].map(async ({ gatewayUrl }) => (await own.at(gatewayUrl).send('GET', path)).status),
  );

async function tokenSentTo(email: string): Promise<string> {
  const mails = (await (await fetch(`${marketplace.mailUrl}/email`)).json()) as Json[];
  const mail = mails.find(({ to }) => to.some(({ address }: Json) => address === email));
  const token = /token=([0-9a-f]{64})\b/.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error(`no token was sent to ${email} yet`);
  return token;
}
