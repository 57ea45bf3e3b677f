import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPublicKey } from 'node:crypto';
import { eventually } from '@estampa/testing/eventually';
import { expectPageRule } from '@estampa/testing/page-rule';
import { type ServiceUnderTest, startService } from '@estampa/testing/start-service';
import jsonwebtoken from 'jsonwebtoken';
import { rejectionsOf, USER_ROW, whileLocked } from './locked-row.ts';
import { type People, peopleOf, callerOf, PASSWORD } from './people.ts';
import { describeRefreshing } from './refreshing.ts';

let identity: ServiceUnderTest;
let people: People;
beforeAll(async () => {
  identity = await startService('identity');
  people = peopleOf(identity);
});
afterAll(() => identity?.stop());

describe('access tokens', () => {
  it('are signed with a published key and carry the promised claims', async () => {
    const { tokens, caller } = await people.signUp();
    const { keys } = await people.auth().listSigningKeys({});

    const { kty, crv, x, y } = keys[0]!;
    const key = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
    const { header, payload } = jsonwebtoken.verify(tokens.accessToken, key, { complete: true, algorithms: ['ES256'] });

    expect(header.kid).toBe(keys[0]!.kid);
    expect(Object.keys(payload).toSorted()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'roles', 'sid', 'sub']);
    expect(payload).toMatchObject({ sub: caller.userId, roles: ['customer'] });
  });
});

describe('logging in', () => {
  it('waits for a change of its account, and no concurrent log-in to another account waits with it', async () => {
    const [locked, ...others] = await Promise.all([people.signUp(), people.signUp(), people.signUp(), people.signUp()]);
    const loggedIn: string[] = [];
    const logIn = async ({ email }: { email: string }) => {
      const caller = callerOf((await people.auth().logIn({ email, password: PASSWORD })).tokens!);
      loggedIn.push(caller.userId);
      return caller;
    };

    const sessions = await whileLocked(
      identity,
      {
        lock: USER_ROW,
        id: locked.caller.userId,
        waiting: 1,
        meanwhile: () =>
          eventually(() => expect(loggedIn.toSorted()).toEqual(others.map(({ caller }) => caller.userId).toSorted())),
      },
      () => Promise.all([locked, ...others].map(logIn)),
    );

    expect(loggedIn.at(-1)).toBe(locked.caller.userId);
    expect(await Promise.all(sessions.map(people.isActive))).toEqual([true, true, true, true]);
  });

  it('of one account from many places at once opens a session for each', async () => {
    const { email, caller } = await people.signUp();

    const sessions = await Promise.all(
      Array.from({ length: 6 }, async () =>
        callerOf((await people.auth().logIn({ email, password: PASSWORD })).tokens!),
      ),
    );

    expect(new Set([caller, ...sessions].map(({ sessionId }) => sessionId)).size).toBe(7);
    expect(await Promise.all(sessions.map(people.isActive))).toEqual(sessions.map(() => true));
  });
});

describeRefreshing(() => ({ identity, people }));

describe('a log-in during which the account changes', () => {
  it.each([
    ['is suspended', `update user_account set status = 'suspended' where id = $1`, 'account_suspended'],
    [
      'gets another password',
      `update user_account set password_hash = 'other', version = version + 1 where id = $1`,
      'invalid_credentials',
    ],
  ])('is rejected when it %s', async (_what, meanwhile, reason) => {
    const { email, caller } = await people.signUp();
    const logIn = () => Promise.allSettled([people.auth().logIn({ email, password: PASSWORD })]);

    const outcomes = await whileLocked(identity, { lock: USER_ROW, id: caller.userId, waiting: 1, meanwhile }, logIn);

    expect(rejectionsOf(outcomes)).toEqual([reason]);
    const { rows } = await identity.database.query('select 1 from session where user_id = $1', [caller.userId]);
    expect(rows).toHaveLength(1);
  });

  it('carries the roles of its end', async () => {
    const { email, caller } = await people.signUp();
    const meanwhile = `update user_account set roles = '{customer,admin}' where id = $1`;

    const { tokens } = await whileLocked(identity, { lock: USER_ROW, id: caller.userId, waiting: 1, meanwhile }, () =>
      people.auth().logIn({ email, password: PASSWORD }),
    );

    expect(jsonwebtoken.decode(tokens!.accessToken)).toMatchObject({
      sub: caller.userId,
      roles: ['customer', 'admin'],
    });
  });
});

describe('logging out', () => {
  it('ends the own session only', async () => {
    const { email, caller } = await people.signUp();
    const other = callerOf((await people.auth().logIn({ email, password: PASSWORD })).tokens!);

    await people.auth(caller).logOut({});
    await people.auth(caller).logOut({});

    expect(await people.isActive(caller)).toBe(false);
    expect(await people.isActive(other)).toBe(true);
  });

  it('ends the session of a refresh token, unless it is another user’s', async () => {
    const [first, second] = [await people.signUp(), await people.signUp()];

    await people.auth(first.caller).logOut({ refreshToken: second.tokens.refreshToken });
    expect(await people.isActive(second.caller)).toBe(true);

    await people.auth(first.caller).logOut({ refreshToken: first.tokens.refreshToken });
    expect(await people.isActive(first.caller)).toBe(false);
  });
});

describe('one’s own sessions', () => {
  it('are listed newest first, and end one by one', async () => {
    const { email, caller } = await people.signUp();
    const other = callerOf((await people.auth().logIn({ email, password: PASSWORD })).tokens!);
    const list = () => people.auth(caller).listSessions({});
    const { sessions, total } = await list();

    expect([sessions.map(({ id }) => id), total]).toEqual([[other.sessionId, caller.sessionId], 2]);
    expect(sessions[0]!.lastUsedAt!.getTime()).toBe(sessions[0]!.createdAt!.getTime());
    const id = other.sessionId!;
    await people.auth(caller).endSession({ id });
    await people.auth(caller).endSession({ id });

    expect([await people.isActive(caller), await people.isActive(other)]).toEqual([true, false]);
    expect((await list()).sessions.map((session) => session.id)).toEqual([caller.sessionId]);
    await expectPageRule((page) => people.auth(caller).listSessions({ page }));
  });

  it('cannot be seen or ended by other users', async () => {
    const [{ caller }, { caller: other }] = [await people.signUp(), await people.signUp()];

    for (const id of [other.sessionId!, 'x'])
      await expect(people.auth(caller).endSession({ id })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(people.auth(null).listSessions({})).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect(await people.isActive(other)).toBe(true);
  });
});

describe('what has ended', () => {
  it('is deleted in batches, and nothing else', async () => {
    const { caller } = await people.signUp();
    const { caller: other } = await people.signUp();
    const expire = `update session set expires_at = now() - interval '1 minute' where id = $1`;
    await identity.database.query(expire, [other.sessionId]);
    await identity.database.query(
      `insert into refresh_token (token_hash, session_id, created_at, expires_at)
       select md5(n::text), $1, now(), now() - interval '1 minute' from generate_series(1, 2100) as n`,
      [caller.sessionId],
    );

    await identity.process.restart();

    const left = async (sessionId: string) => {
      const query = `
        select (select count(*)::int from session where id = $1) as sessions,
          (select count(*)::int from refresh_token where session_id = $1) as tokens`;
      return (await identity.database.query(query, [sessionId])).rows[0];
    };
    await eventually(async () => expect(await left(other.sessionId!)).toEqual({ sessions: 0, tokens: 0 }));
    expect(await left(caller.sessionId!)).toEqual({ sessions: 1, tokens: 1 });
  });
});
