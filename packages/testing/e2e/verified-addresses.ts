import { describe, expect, it } from 'vitest';
import type { Api } from '@estampa/stack/demo/api';
import { eventually } from '../src/eventually.ts';
import { tokenSentTo } from './mails.ts';
import { reported } from './responses.ts';

type Ground = {
  api: Api;
  admin: Api;
  mailUrl: string;
  newCustomer(): Promise<{ email: string; id: string; own: Api }>;
};

export function describeVerifiedAddresses(ground: () => Ground): void {
  describe('an e-mail address', () => {
    it('is verified by the link that is sent at sign-up, and by following it again nothing changes', async () => {
      const { api, admin, mailUrl, newCustomer } = ground();
      const { email, id, own } = await newCustomer();
      const verify = (given: string) =>
        reported(api.as(null).client.exchange('verifyEmail', { body: { token: given } }));
      expect(await own.client.getCurrentUser()).toMatchObject({ emailVerifiedAt: null });
      const token = await eventually(() => tokenSentTo(mailUrl, email, '/email/verify'));

      expect(await verify('0'.repeat(64))).toEqual([400, expect.objectContaining({ code: 'invalid_token' })]);
      expect(await verify(token)).toEqual([204, null]);
      const { emailVerifiedAt } = await own.client.getCurrentUser();
      expect(emailVerifiedAt).toMatch(/^\d{4}-.*\.\d{3}Z$/);
      expect(await verify(token)).toEqual([204, null]);

      expect(await own.client.getOwnUser()).toMatchObject({ emailVerifiedAt });
      expect(await admin.client.getUser({ userId: id })).toMatchObject({ emailVerifiedAt });
      const another = () => reported(own.client.exchange('requestEmailVerification'));
      expect(await another()).toEqual([202, { status: 'accepted' }]);
      expect((await api.as(null).client.exchange('requestEmailVerification')).status).toBe(401);
    });
  });
}
