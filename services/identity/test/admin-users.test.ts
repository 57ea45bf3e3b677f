import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '@estampa/kit/rpc/call';
import { eventually } from '@estampa/testing/eventually';
import { expectPageRule } from '@estampa/testing/page-rule';
import { type ServiceUnderTest, startSharedService } from '@estampa/testing/start-service';
import { USER_LIST } from '../src/db/user-repository.ts';
import { USER_ROW, whileLocked } from './locked-row.ts';
import { mailTo } from './mailbox.ts';
import { admin, callerOf, customer, NOBODY_ID, PASSWORD, type People, peopleOf } from './people.ts';

let identity: ServiceUnderTest;
let people: People;
beforeAll(async () => {
  identity = await startSharedService('identity');
  people = peopleOf(identity);
});
afterAll(() => identity?.stop());

const asAdmin = () => people.users(admin);
const newUser = (more: object = {}) => people.newUser(more);
const eventTypes = async (id: string) => (await people.eventsOf(id)).map(({ type }) => type);

describe('an account that an admin opens', () => {
  it('has the requested roles and status, each role once', async () => {
    const request = newUser({ password: PASSWORD, roles: ['admin', 'customer', 'admin'], status: 'inactive' });

    const { user } = await asAdmin().createUser(request);

    expect(user).toMatchObject({ email: request.email, name: request.name, roles: ['customer', 'admin'] });
    await expect(people.auth().logIn({ email: request.email, password: PASSWORD })).rejects.toMatchObject({
      reason: 'account_inactive',
    });
    await asAdmin().activateUser({ id: user!.id });
    await expect(people.auth().logIn({ email: request.email, password: PASSWORD })).resolves.toBeDefined();
    await eventually(async () => expect(await eventTypes(user!.id)).toEqual(['user_created', 'user_activated']));
  });

  it('without a password is for its owner to choose one, by e-mail', async () => {
    const { email } = (await asAdmin().createUser(newUser())).user!;
    await expect(people.auth().logIn({ email, password: PASSWORD })).rejects.toMatchObject({
      reason: 'invalid_credentials',
    });

    const { subject, text } = await eventually(() => mailTo(identity, email));
    const token = /token=([0-9a-f]{64})\b/.exec(text)![1]!;
    await people.auth().resetPassword({ token, newPassword: PASSWORD });

    expect(subject).toBe('Sua conta na Estampa / Your Estampa account');
    await expect(people.auth().logIn({ email, password: PASSWORD })).resolves.toBeDefined();
  });

  it.each([
    ['service', { roles: ['service'] }, 'roles'],
    ['no role', { roles: [] }, 'roles'],
    ['an unknown status', { status: 'asleep' }, 'status'],
  ])('cannot have %s', async (_what, more, path) => {
    const rejected = { reason: 'validation_failed', details: { fields: [expect.objectContaining({ path })] } };

    await expect(asAdmin().createUser(newUser(more))).rejects.toMatchObject(rejected);
  });

  it('is rejected for an e-mail that has one', async () => {
    const { email } = await people.signUp();

    await expect(asAdmin().createUser(newUser({ email: email.toUpperCase() }))).rejects.toMatchObject({
      kind: 'conflict',
      reason: 'already_exists',
    });
  });
});

describe('the users', () => {
  it('are listed newest first, by role, status and part of name or e-mail, the document masked', async () => {
    const made = [];
    for (const [name, roles, status] of [
      ['50% Listed a', ['customer'], 'active'],
      ['50% Listed b', ['customer', 'seller'], 'active'],
      ['500 Listed', ['seller'], 'inactive'],
    ] as const)
      made.push((await asAdmin().createUser(newUser({ name, roles, status, password: PASSWORD }))).user!);
    const [first, second, third] = made.map(({ id }) => id);
    const document = { documentType: 'cpf', documentNumber: '52998224725' };
    await asAdmin().updateUser({ id: first!, updateMask: ['document_type', 'document_number'], ...document });
    const list = async (requested: Parameters<ReturnType<typeof asAdmin>['listUsers']>[0]) => {
      const { users, total } = await asAdmin().listUsers(requested);
      return { ids: users.map(({ id }) => id), total };
    };

    expect(await list({ search: 'LISTED' })).toEqual({ ids: [third, second, first], total: 3 });
    expect(await list({ search: '50%' })).toEqual({ ids: [second, first], total: 2 });
    expect(await list({ search: 'listed', role: 'seller' })).toEqual({ ids: [third, second], total: 2 });
    expect(await list({ search: 'listed', role: 'seller', status: 'active' })).toEqual({ ids: [second], total: 1 });
    expect(await list({ search: 'listed', page: { skip: 1, limit: 1 } })).toEqual({ ids: [second], total: 3 });
    const beginning = await asAdmin().listUsers({ search: 'listed', page: { limit: 2 } });
    const rest = { search: 'listed', page: { limit: 2, cursor: beginning.nextCursor } };
    expect(await list(rest)).toEqual({ ids: [first], total: 3 });
    expect((await asAdmin().listUsers(rest)).nextCursor).toBeUndefined();
    expect(await list({ search: made[0]!.email.toUpperCase() })).toEqual({ ids: [first], total: 1 });
    expect((await asAdmin().listUsers({ search: '50% listed a' })).users).toMatchObject([
      { maskedDocumentNumber: '*********25' },
    ]);
    for (const requested of [{ role: 'service' }, { status: 'lost' }])
      await expect(list(requested)).rejects.toMatchObject({ reason: 'validation_failed' });
    await expectPageRule((page) => asAdmin().listUsers({ page }));
  });

  it.each(['seller', 'admin'] as const)('who are %ss are read from an index of their own', async (role) => {
    const values = ['20', `'infinity'`, `'${NOBODY_ID}'`, '0'];
    const { text } = USER_LIST.statementsBy([role]).rows.with().query;
    const explained = `explain ${text.replaceAll(/\$(\d)/g, (_parameter, place) => values[place - 1]!)}`;

    const results = await identity.database.query(
      `begin; set local enable_seqscan = off; set local enable_sort = off; ${explained}; rollback`,
    );

    expect(JSON.stringify(results)).toContain(`using user_account_${role}s`);
  });

  it('show the profile of a seller', async () => {
    const { caller } = await people.joinAndSignUp();
    const { user } = await asAdmin().getUser({ id: caller.userId });

    const { users } = await asAdmin().listUsers({ search: user!.email });

    expect(users).toEqual([user]);
    expect(user!.sellerProfileId).toBe(caller.sellerProfileId);
  });

  it('are managed by admins only', async () => {
    const { caller } = await people.signUp();
    const id = caller.userId;
    const calls = (who: Caller) => {
      const users = people.users(who);
      return [
        users.createUser(newUser()),
        users.listUsers({}),
        users.suspendUser({ id }),
        users.activateUser({ id }),
        users.addRole({ userId: id, role: 'admin' }),
        users.removeRole({ userId: id, role: 'customer' }),
      ];
    };

    for (const who of [customer, caller])
      await Promise.all(calls(who).map((call) => expect(call).rejects.toMatchObject({ kind: 'forbidden' })));
  });

  it.each(['nonsense', NOBODY_ID])('do not include %s', async (id) => {
    const calls = [
      asAdmin().suspendUser({ id }),
      asAdmin().activateUser({ id }),
      asAdmin().addRole({ userId: id, role: 'admin' }),
      asAdmin().removeRole({ userId: id, role: 'admin' }),
    ];

    await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject({ kind: 'not_found' })));
  });
});

describe('suspending', () => {
  it('ends all sessions for good, and rejects log-ins until the user is activated', async () => {
    const { email, caller, tokens } = await people.signUp();
    const other = callerOf((await people.auth().logIn({ email, password: PASSWORD })).tokens!);

    expect((await asAdmin().suspendUser({ id: caller.userId })).user).toMatchObject({ status: 'suspended' });

    expect([await people.isActive(caller), await people.isActive(other)]).toEqual([false, false]);
    await expect(people.auth().logIn({ email, password: PASSWORD })).rejects.toMatchObject({
      kind: 'unauthenticated',
      reason: 'account_suspended',
    });
    expect((await asAdmin().activateUser({ id: caller.userId })).user).toMatchObject({ status: 'active' });
    expect(await people.isActive(caller)).toBe(false);
    await expect(people.auth().refreshSession({ refreshToken: tokens.refreshToken })).rejects.toMatchObject({
      reason: 'invalid_token',
    });
    await expect(people.auth().logIn({ email, password: PASSWORD })).resolves.toBeDefined();
  });

  it('and activating again change nothing', async () => {
    const { caller } = await people.signUp();
    const id = caller.userId;

    for (let times = 0; times < 2; times += 1) await asAdmin().suspendUser({ id });
    for (let times = 0; times < 2; times += 1) await asAdmin().activateUser({ id });

    await eventually(async () =>
      expect(await eventTypes(id)).toEqual(['user_signed_up', 'user_suspended', 'user_activated']),
    );
  });

  it('hides the store of a seller, and activating shows it again', async () => {
    const { caller } = await people.joinAndSignUp();
    const id = caller.userId;

    await asAdmin().suspendUser({ id });
    await asAdmin().activateUser({ id });

    const reported = async () =>
      (await people.eventsOf(caller.sellerProfileId!)).map(({ type, value }) => [
        type,
        value.version,
        value.profile.suspended ?? false,
      ]);
    await eventually(async () =>
      expect(await reported()).toEqual([
        ['seller_profile_created', 1, false],
        ['seller_profile_suspended', 2, true],
        ['seller_profile_resumed', 3, false],
      ]),
    );
  });

  it('leaves no session to a concurrent log-in', async () => {
    const { email, caller } = await people.signUp();

    const [, loggedIn] = await whileLocked(identity, { lock: USER_ROW, id: caller.userId, waiting: 2 }, () =>
      Promise.allSettled([
        asAdmin().suspendUser({ id: caller.userId }),
        people.auth().logIn({ email, password: PASSWORD }),
      ]),
    );

    const isIn = loggedIn.status === 'fulfilled' && (await people.isActive(callerOf(loggedIn.value.tokens!)));
    expect(isIn).toBe(false);
  });

  it('is nothing that an admin does to themself', async () => {
    const self = await people.anAdmin();

    await expect(people.users(self).suspendUser({ id: self.userId })).rejects.toMatchObject({
      kind: 'invalid',
      message: 'Cannot suspend yourself',
    });
  });
});
