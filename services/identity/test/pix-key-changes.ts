import { eventually } from '@estampa/testing/eventually';
import type { ServiceUnderTest } from '@estampa/testing/start-service';
import { describe, expect, it } from 'vitest';
import { type Mail, mailsTo } from './mailbox.ts';
import { customer, PASSWORD, type People } from './people.ts';

type Given = { identity: ServiceUnderTest; people: People };

/** What comes before payouts changes the Pix key of a seller. */
export function describePixKeyChanges(given: () => Given): void {
  describe('confirming a change of the Pix key', () => {
    it('reports it to the owner by e-mail, and ends no session', async () => {
      const { identity, people } = given();
      const { email, caller } = await people.signUp();

      await people.auth(caller).confirmPixKeyChange({ currentPassword: PASSWORD });

      const isNews = ({ subject }: Mail) => subject.includes('Pix');
      const news = await eventually(async () => (await mailsTo(identity, email)).find(isNews) ?? false);
      expect(news.text).toMatch(/foi confirmada com a sua senha.*\n[^]*was confirmed with your password/);
      expect(await people.isActive(caller)).toBe(true);
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
