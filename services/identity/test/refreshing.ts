import { describe, expect, it } from 'vitest';
import { auditOf } from '@estampa/testing/audit';
import { eventually } from '@estampa/testing/eventually';
import type { ServiceUnderTest } from '@estampa/testing/start-service';
import { USER_ROW, whileLocked } from './locked-row.ts';
import { callerOf, type People } from './people.ts';

type Ground = () => { identity: ServiceUnderTest; people: People };

/** What a refresh token gives, and when it ends its session. */
export function describeRefreshing(ground: Ground): void {
  const identity = () => ground().identity;
  const people = () => ground().people;

  describe('refreshing', () => {
    it('gives a new pair of the same session', async () => {
      const { tokens, caller } = await people().signUp();

      const { tokens: next } = await people().auth().refreshSession({ refreshToken: tokens.refreshToken });

      expect(next!.refreshToken).not.toBe(tokens.refreshToken);
      expect(callerOf(next!)).toEqual(caller);
    });

    it('ends the session when a used token is seen again', async () => {
      const { tokens, caller } = await people().signUp();
      const { tokens: next } = await people().auth().refreshSession({ refreshToken: tokens.refreshToken });
      const { tokens: last } = await people().auth().refreshSession({ refreshToken: next!.refreshToken });

      const rejected = { kind: 'unauthenticated', reason: 'invalid_token' };
      await expect(people().auth().refreshSession({ refreshToken: tokens.refreshToken })).rejects.toMatchObject(
        rejected,
      );

      await expect(people().auth().refreshSession({ refreshToken: last!.refreshToken })).rejects.toMatchObject(
        rejected,
      );
      expect(await people().isActive(caller)).toBe(false);
      expect(await auditOf(identity(), `user:${caller.userId}`)).toContainEqual([
        'refresh_token_reused',
        'service',
        ['session', caller.sessionId, null],
      ]);
      await eventually(async () =>
        expect((await people().eventsOf(caller.userId)).map(({ type }) => type)).toEqual([
          'user_signed_up',
          'session_revoked',
        ]),
      );
    });

    it('ends the session when a token comes again too late', async () => {
      const { tokens, caller } = await people().signUp();
      await people().auth().refreshSession({ refreshToken: tokens.refreshToken });
      const query = `update refresh_token set used_at = used_at - interval '11 s' where session_id = $1`;
      await identity().database.query(query, [caller.sessionId]);

      await expect(people().auth().refreshSession({ refreshToken: tokens.refreshToken })).rejects.toMatchObject({
        reason: 'invalid_token',
      });
      expect(await people().isActive(caller)).toBe(false);
    });

    it('gives a client that lost the response the same refresh token again, which stays valid', async () => {
      const { tokens, caller } = await people().signUp();
      const refresh = (refreshToken: string) => people().auth().refreshSession({ refreshToken });
      const { tokens: first } = await refresh(tokens.refreshToken);

      const { tokens: again } = await refresh(tokens.refreshToken);

      expect(again!.refreshToken).toBe(first!.refreshToken);
      expect(callerOf(again!)).toEqual(caller);
      await expect(refresh(again!.refreshToken)).resolves.toBeDefined();
      expect(await people().isActive(caller)).toBe(true);
    });

    it('ends so long after the log-in, however often it was done', async () => {
      const { tokens, caller } = await people().signUp();
      const query = `update session set created_at = created_at - interval '90 days' + interval '1 hour' where id = $1`;
      await identity().database.query(query, [caller.sessionId]);

      await people().auth().refreshSession({ refreshToken: tokens.refreshToken });

      const { rows } = await identity().database.query(
        `select s.expires_at = s.created_at + interval '90 days' as "isLast", t.expires_at = s.expires_at as "isSame"
         from session s join refresh_token t on t.session_id = s.id and t.used_at is null where s.id = $1`,
        [caller.sessionId],
      );
      expect(rows).toEqual([{ isLast: true, isSame: true }]);
    });

    it('gives concurrent uses the same successor', async () => {
      const { tokens, caller } = await people().signUp();
      const refresh = () => people().auth().refreshSession({ refreshToken: tokens.refreshToken });

      const outcomes = await whileLocked(identity(), { lock: USER_ROW, id: caller.userId, waiting: 2 }, () =>
        Promise.all([refresh(), refresh()]),
      );

      expect(new Set(outcomes.map((outcome) => outcome.tokens!.refreshToken)).size).toBe(1);
      expect(await people().isActive(caller)).toBe(true);
    });

    it('rejects unknown and expired tokens, and suspended accounts', async () => {
      const { tokens, caller } = await people().signUp();
      const refresh = (refreshToken: string) => people().auth().refreshSession({ refreshToken });
      await expect(refresh('0'.repeat(64))).rejects.toMatchObject({ reason: 'invalid_token' });

      await identity().database.query(`update user_account set status = 'suspended' where id = $1`, [caller.userId]);
      await expect(refresh(tokens.refreshToken)).rejects.toMatchObject({ reason: 'account_suspended' });

      await identity().database.query(`update user_account set status = 'active' where id = $1`, [caller.userId]);
      await identity().database.query(
        `update refresh_token set expires_at = now() - interval '1 minute' where session_id = $1`,
        [caller.sessionId],
      );
      await expect(refresh(tokens.refreshToken)).rejects.toMatchObject({ reason: 'invalid_token' });
    });

    it('stores no token that could be read from the database', async () => {
      const { tokens, caller } = await people().signUp();
      const { tokens: next } = await people().auth().refreshSession({ refreshToken: tokens.refreshToken });

      const { rows } = await identity().database.query('select * from refresh_token where session_id = $1', [
        caller.sessionId,
      ]);

      expect(rows).toHaveLength(2);
      for (const { refreshToken } of [tokens, next!]) expect(JSON.stringify(rows)).not.toContain(refreshToken);
    });
  });
}
