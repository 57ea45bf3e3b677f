import { eventually } from '@estampa/testing/eventually';
import type { ServiceUnderTest } from '@estampa/testing/start-service';
import { describe, expect, it } from 'vitest';
import { USER_ROW, whileLocked } from './locked-row.ts';
import { type Mail, mailsTo } from './mailbox.ts';
import { admin, customer, PASSWORD, type People } from './people.ts';

type Given = { identity: ServiceUnderTest; people: People };

const isNews = ({ subject }: Mail): boolean => subject.includes('Pix');

/** What comes before payouts changes the Pix key of a seller. */
export function describePixKeyChanges(given: () => Given): void {
  describe('confirming a change of the Pix key', () => {
    it('reports it to the owner by e-mail, and ends no session', async () => {
      const { identity, people } = given();
      const { email, caller } = await people.signUp();

      await people.auth(caller).confirmPixKeyChange({ currentPassword: PASSWORD });

      const news = await eventually(async () => (await mailsTo(identity, email)).find(isNews) ?? false);
      expect(news.text).toMatch(/foi confirmada com a sua senha.*\n[^]*was confirmed with your password/);
      expect(await people.isActive(caller)).toBe(true);
    });

    it('reports each by an e-mail of its own, also before the one about another has left', async () => {
      const { identity, people } = given();
      const { email, caller } = await people.signUp();
      const confirm = () => people.auth(caller).confirmPixKeyChange({ currentPassword: PASSWORD });

      await whileLocked(identity, { lock: USER_ROW, id: caller.userId, waiting: 2 }, () =>
        Promise.all([confirm(), confirm()]),
      );

      await eventually(async () => expect((await mailsTo(identity, email)).filter(isNews)).toHaveLength(2));
    });

    it('is for accounts that are active', async () => {
      const { people } = given();
      const { caller } = await people.signUp();
      await people.users(admin).suspendUser({ id: caller.userId });

      const confirmed = people.auth(caller).confirmPixKeyChange({ currentPassword: PASSWORD });

      await expect(confirmed).rejects.toMatchObject({ kind: 'invalid', reason: 'wrong_password' });
    });

    it('needs the password of the account', async () => {
      const { people } = given();
      const { caller } = await people.signUp();

      for (const [who, currentPassword] of [
        [caller, 'wrong-password'],
        [customer, PASSWORD],
      ] as const) {
        await expect(people.auth(who).confirmPixKeyChange({ currentPassword })).rejects.toMatchObject({
          kind: 'invalid',
          reason: 'wrong_password',
        });
      }
      const anonymous = people.auth(null).confirmPixKeyChange({ currentPassword: PASSWORD });
      await expect(anonymous).rejects.toMatchObject({ kind: 'unauthenticated' });
    });
  });
}
