import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AuthServiceClient } from '@estampa/contracts/identity/v1/auth';
import { UpdateSellerProfileRequest } from '@estampa/contracts/identity/v1/seller_profile';
import type { Caller } from '@estampa/kit/rpc/call';
import { maskedUpdate } from '@estampa/kit/rpc/update-mask';
import { ADMIN } from '@estampa/stack/topology';
import { eventually } from '@estampa/testing/eventually';
import type { ServiceView } from '@estampa/testing/service-view';
import type { OpenMattersStandIn } from './open-matters.ts';
import { admin, callerOf, PASSWORD, type People } from './people.ts';

type Stage = { identity: ServiceView; people: People; openMatters: OpenMattersStandIn; restart(): Promise<void> };

const CPF = '52998224725';
const WHATSAPP = '+5511987650000';

/** Of a process of its own, which deletes accounts at once. */
export function describeAccountDeletion(stage: () => Stage): void {
  const remove = (caller: Caller, currentPassword = PASSWORD) =>
    stage().people.users(caller).deleteUser({ id: caller.userId, currentPassword });
  const account = async ({ userId }: Caller) => (await stage().people.users(admin).getUser({ id: userId })).user!;
  const erased = (caller: Caller) =>
    eventually(async () => expect(await account(caller)).toMatchObject({ name: 'Deleted user' }));
  const query = async (sql: string, ...values: unknown[]) =>
    (await stage().identity.database.query(sql, values)).rows as Record<string, unknown>[];

  /** An artist of an invitation, with all that an account can have. */
  async function anArtist() {
    const { people } = stage();
    const name = `Artist ${randomUUID()}`;
    const { caller } = await people.joinAndSignUp(name);
    const document = { documentType: 'cpf', documentNumber: CPF, whatsapp: WHATSAPP };
    const { user } = await people.users(caller).updateUser({ id: caller.userId, ...maskedUpdate(document) });
    const update = { userId: caller.userId, bio: `I am ${name}`, updateMask: ['bio'] };
    await people.profiles(caller).updateSellerProfile(UpdateSellerProfileRequest.fromPartial(update));
    return { caller, name, email: user!.email };
  }

  /** Tables with a row that names it, but for the e-mail that reports the deletion. */
  async function tablesNaming(text: string): Promise<string[]> {
    const tables = await query(`select relname as name from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`);
    const found: string[] = [];
    for (const { name } of tables) {
      const rest = name === 'email' ? `and about not like 'user_deletion:%'` : '';
      const [row] = await query(`select from "${String(name)}" t where strpos(t::text, $1) > 0 ${rest} limit 1`, text);
      if (row) found.push(String(name));
    }
    return found;
  }

  describe('an account that its owner deletes', () => {
    it('closes at once, is erased, and can be opened anew with the same e-mail', async () => {
      const { people } = stage();
      const { caller, name, email } = await anArtist();
      expect(await tablesNaming(email)).not.toEqual([]);

      await remove(caller);

      expect(await people.isActive(caller)).toBe(false);
      await expect(people.auth().logIn({ email, password: PASSWORD })).rejects.toMatchObject({
        kind: 'unauthenticated',
      });
      await erased(caller);
      expect(await account(caller)).toMatchObject({
        email: expect.stringMatching(/@deleted[.]invalid$/),
        status: 'inactive',
        roles: ['customer'],
        maskedDocumentNumber: undefined,
        whatsapp: undefined,
      });
      for (const personal of [email, CPF, WHATSAPP])
        expect([personal, await tablesNaming(personal)]).toEqual([personal, []]);
      // Events published what was public of the store; the outbox drops them after two days.
      expect(await tablesNaming(name)).toEqual(['outbox']);
      const events = await eventually(async () => {
        const published = await people.eventsOf(caller.userId);
        expect(published.at(-1)?.key).toMatch(/^deleted_user:/);
        return published;
      });
      const types = events.map(({ type }) => type);
      expect(types.slice(-3)).toEqual(['user_deletion_requested', 'user_deleted', 'user_deleted']);
      const { userId, sellerProfileId } = caller;
      expect(events.at(-1)!.value).toEqual({
        userId,
        sellerProfileId,
        deletedAt: expect.any(String),
        version: expect.any(Number),
      });
      const audit = await query('select action from audit where subject = $1 order by id', `user:${caller.userId}`);
      expect(audit.slice(-2)).toEqual([{ action: 'user_deletion_requested' }, { action: 'user_deleted' }]);
      const { caller: again } = await people.signUp(email);
      expect(again.userId).not.toBe(caller.userId);
    });

    it('stays as it is while something is under way, which is named', async () => {
      const { people, openMatters } = stage();
      const { caller } = await anArtist();
      openMatters.orders.set(caller.userId, [{ underWay: 1, refunding: 2, sales: 3 }]);
      openMatters.earnings.set(caller.sellerProfileId!, { releasableCents: 1_200, pendingPayouts: 1 });

      await expect(remove(caller)).rejects.toMatchObject({
        kind: 'conflict',
        reason: 'account_in_use',
        details: {
          fields: [
            { path: 'orders', code: 'orders_under_way' },
            { path: 'refunds', code: 'refunds_pending' },
            { path: 'sales', code: 'sales_under_way' },
            { path: 'earnings', code: 'earnings_unpaid' },
            { path: 'payouts', code: 'payouts_pending' },
          ],
        },
      });

      expect(await people.isActive(caller)).toBe(true);
      expect(await account(caller)).toMatchObject({ status: 'active' });
    });

    it('is unchanged by requests without its password, or of another user', async () => {
      const { people } = stage();
      const { caller } = await people.signUp();
      const { caller: other } = await people.signUp();

      await expect(remove(caller, 'not-the-password')).rejects.toMatchObject({ reason: 'wrong_password' });
      const foreign = people.users(other).deleteUser({ id: caller.userId, currentPassword: PASSWORD });
      await expect(foreign).rejects.toMatchObject({ kind: 'forbidden' });

      expect(await account(caller)).toMatchObject({ status: 'active' });
    });

    it('is erased only when an order is over that was placed concurrently', async () => {
      const { people, openMatters } = stage();
      const { caller, email } = await people.signUp();
      openMatters.orders.set(caller.userId, [{}, { unpaid: 1 }]);

      await remove(caller);

      const anHourOn = Date.now() + 50 * 60_000;
      await eventually(async () => {
        const [row] = await query('select erase_at as due from user_account where id = $1', caller.userId);
        expect((row!.due as Date).getTime()).toBeGreaterThan(anHourOn);
      });
      expect(await account(caller)).toMatchObject({ email, status: 'inactive' });
      openMatters.orders.delete(caller.userId);
      await query('update user_account set erase_at = now() where id = $1', caller.userId);

      await erased(caller);
    });

    it('is published as deleted once more, when replicas that may have ignored it are gone', async () => {
      const { people } = stage();
      const { caller } = await people.signUp();
      await remove(caller);
      await erased(caller);
      const deletions = async () =>
        (await people.eventsOf(caller.userId)).filter(({ key }) => key === `deleted_user:${caller.userId}`);
      const [first] = await eventually(async () => {
        const found = await deletions();
        expect(found).toHaveLength(1);
        return found;
      });
      const [row] = await query(
        'select erase_at as again, deleted_at as at from user_account where id = $1',
        caller.userId,
      );
      expect((row!.again as Date).getTime() - (row!.at as Date).getTime()).toBe(24 * 60 * 60_000);

      await query('update user_account set erase_at = now() where id = $1', caller.userId);

      await eventually(async () => expect(await deletions()).toHaveLength(2));
      const second = (await deletions())[1]!;
      expect(second.value).toEqual(first!.value);
      expect(await query('select erase_at from user_account where id = $1', caller.userId)).toEqual([
        { erase_at: null },
      ]);
    });

    it('is erased although the process was killed after it closed', async () => {
      const { people, identity, restart } = stage();
      const { caller } = await people.signUp();
      // Nothing erases it before the process ends.
      const client = await identity.database.connect();
      await client.query('begin');
      await client.query('lock table waitlist_entry in share mode');
      await remove(caller);
      await identity.process.kill('SIGKILL');
      await query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity
        where datname = current_database() and application_name = 'estampa'`);
      await client.query('rollback');
      client.release();
      expect(await query('select name from user_account where id = $1', caller.userId)).toEqual([
        { name: 'Demo customer' },
      ]);

      await restart();
      // What the process had claimed is due again later than a test can wait.
      await query('update user_account set erase_at = now() where id = $1', caller.userId);

      await erased(caller);
    });

    it('can no longer be changed', async () => {
      const { people } = stage();
      const { caller } = await people.signUp();
      await remove(caller);
      const [users, id] = [people.users(admin), caller.userId];

      const changes = [
        users.activateUser({ id }),
        users.suspendUser({ id }),
        users.addRole({ userId: id, role: 'admin' }),
        users.removeRole({ userId: id, role: 'customer' }),
      ];

      for (const change of changes) await expect(change).rejects.toMatchObject({ kind: 'wrong_state' });
    });

    it('is not the last admin, nor are two concurrent deletions of the last two', async () => {
      const { people, identity } = stage();
      const { tokens } = await identity.client(AuthServiceClient, { caller: null }).logIn(ADMIN);
      const first = callerOf(tokens!);
      await expect(remove(first, ADMIN.password)).rejects.toMatchObject({
        reason: 'account_in_use',
        details: { fields: [{ code: 'last_admin' }] },
      });
      const second = await people.anAdmin();

      const outcomes = await Promise.allSettled([remove(first, ADMIN.password), remove(second)]);

      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    });
  });
}
