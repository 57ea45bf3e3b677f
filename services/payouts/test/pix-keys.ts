import { randomUUID } from 'node:crypto';
import { PixKeyServiceClient } from '@estampa/contracts/payouts/v1/pix_key';
import type { Caller } from '@estampa/kit/rpc/call';
import { auditOf } from '@estampa/testing/audit';
import { describe, expect, it } from 'vitest';
import { ADMIN, sellerCaller, type Stage } from './stage.ts';

const CPF = { kind: 'cpf', pixKey: '529.982.247-25' };
const EMAIL = { kind: 'email', pixKey: 'somebody@example.com' };
const DAY_MS = 24 * 60 * 60_000;

/** Where sellers want their money. */
export function describePixKeys(given: () => Stage): void {
  const as = (caller: Caller) => given().service.client(PixKeyServiceClient, { caller });
  const query = async (sql: string, ...values: unknown[]) => (await given().service.database.query(sql, values)).rows;
  const rowsOf = (seller: Caller) =>
    query(
      `select kind, key, set_by, ended_at is not null as ended from pix_key where seller_profile_id = $1 order by id`,
      seller.sellerProfileId,
    );

  describe('the Pix key of a seller', () => {
    it('is shown masked, to be used a day after it was set, and the same again changes nothing', async () => {
      const keys = as(sellerCaller(randomUUID()));

      const { pixKey } = await keys.setPixKey(CPF);

      expect(pixKey).toMatchObject({ kind: 'cpf', maskedKey: '*********25' });
      expect(pixKey!.usableFrom!.getTime() - pixKey!.setAt!.getTime()).toBe(DAY_MS);
      expect(await keys.setPixKey({ ...CPF, pixKey: '52998224725' })).toEqual({ pixKey });
      expect(await keys.getPixKey({})).toEqual({ pixKey });
    });

    it('is replaced by another one, with all that were there before in its history', async () => {
      const seller = sellerCaller(randomUUID());
      await as(seller).setPixKey(CPF);
      await as(seller).setPixKey(EMAIL);
      await as(seller).deletePixKey({});
      await as(seller).deletePixKey({});

      await expect(as(seller).getPixKey({})).rejects.toMatchObject({ kind: 'not_found' });
      expect(await rowsOf(seller)).toEqual([
        { kind: 'cpf', key: '52998224725', set_by: seller.userId, ended: true },
        { kind: 'email', key: EMAIL.pixKey, set_by: seller.userId, ended: true },
      ]);
      const subject = `seller_profile:${seller.sellerProfileId}`;
      const actions = (await auditOf(given().service, subject)).map(([action, role]) => [action, role]);
      expect(actions).toEqual([
        ['pix_key_set', 'seller'],
        ['pix_key_set', 'seller'],
        ['pix_key_deleted', 'seller'],
      ]);
      expect(JSON.stringify(await auditOf(given().service, subject))).not.toMatch(/52998224725|somebody/);
    });

    it('is one, however many are set at one instant', async () => {
      const seller = sellerCaller(randomUUID());

      await Promise.all([CPF, EMAIL, CPF, EMAIL].map((key) => as(seller).setPixKey(key)));

      expect((await rowsOf(seller)).filter(({ ended }) => !ended)).toHaveLength(1);
    });

    it('is the own one of whoever asks', async () => {
      const seller = sellerCaller(randomUUID());
      await as(seller).setPixKey(CPF);

      await expect(as(ADMIN).getPixKey({})).rejects.toMatchObject({ kind: 'forbidden' });
      await expect(as(ADMIN).setPixKey(EMAIL)).rejects.toMatchObject({ kind: 'forbidden' });
      await expect(as(ADMIN).deletePixKey({})).rejects.toMatchObject({ kind: 'forbidden' });
      await expect(as(sellerCaller(randomUUID())).getPixKey({})).rejects.toMatchObject({ kind: 'not_found' });
      await expect(as(seller).setPixKey({ ...CPF, kind: 'cnpj' })).rejects.toMatchObject({
        details: { fields: [{ path: 'key', code: 'invalid_pix_key' }] },
      });
      expect(await rowsOf(seller)).toHaveLength(1);
    });

    it.each([
      ['changes its key', `update pix_key set key = 'a@b.example' where seller_profile_id = $1`],
      ['may be used earlier', `update pix_key set usable_from = set_at + interval '1 s' where seller_profile_id = $1`],
      ['is deleted', 'delete from pix_key where seller_profile_id = $1'],
    ])('never %s, whatever is executed', async (_what, sql) => {
      const seller = sellerCaller(randomUUID());
      await as(seller).setPixKey(CPF);

      await expect(query(sql, seller.sellerProfileId)).rejects.toMatchObject({ code: '23001' });
    });

    it('is erased with the account, as are those before it', async () => {
      const seller = sellerCaller(randomUUID());
      await as(seller).setPixKey(CPF);
      await as(seller).setPixKey(EMAIL);
      const { userId, sellerProfileId } = seller;
      const value = { userId, sellerProfileId, deletedAt: new Date().toISOString(), version: 1 };

      await given().emit({ type: 'user_deleted', key: `deleted_user:${userId}`, value });

      expect(await rowsOf(seller)).toEqual([
        { kind: 'cpf', key: null, set_by: userId, ended: true },
        { kind: 'email', key: null, set_by: userId, ended: true },
      ]);
      await expect(as(seller).getPixKey({})).rejects.toMatchObject({ kind: 'not_found' });
    });
  });
}
