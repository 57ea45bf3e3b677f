import { afterAll, beforeAll, expect, it } from 'vitest';
import { hash } from '@node-rs/argon2';
import { metric } from '@estampa/testing/metric';
import { type ServiceUnderTest, startService } from '@estampa/testing/start-service';
import { USER_ROW, whileLocked } from './locked-row.ts';
import { callerOf, PASSWORD, type People, peopleOf } from './people.ts';

const COST = { IDENTITY_ARGON2_MEMORY_KIB: '2048', IDENTITY_ARGON2_PASSES: '3' };

let identity: ServiceUnderTest;
let people: People;
beforeAll(async () => {
  identity = await startService('identity', COST);
  people = peopleOf(identity);
});
afterAll(() => identity?.stop());

it('a password hashed at another cost is hashed anew at a log-in, once, and no session ends', async () => {
  const { email, caller } = await people.signUp();
  const other = await people.signUp();
  const hashOf = async (userId: string): Promise<string> => {
    const { rows } = await identity.database.query('select password_hash from user_account where id = $1', [userId]);
    return rows[0].password_hash;
  };
  expect(await hashOf(caller.userId)).toContain('$m=2048,t=3,p=1$');
  // Of the same password, at the cost that OWASP recommends.
  await identity.database.query('update user_account set password_hash = $1 where id = $2', [
    await hash(PASSWORD),
    caller.userId,
  ]);
  const logIn = () => people.auth().logIn({ email, password: PASSWORD });

  await expect(people.auth().logIn({ email, password: 'wrong-password' })).rejects.toBeDefined();
  expect(await hashOf(caller.userId)).toContain('$m=19456,t=2,p=1$');

  const logIns = await whileLocked(identity, { lock: USER_ROW, id: caller.userId, waiting: 2 }, () =>
    Promise.allSettled([logIn(), logIn()]),
  );
  const rehashed = await hashOf(caller.userId);
  expect(rehashed).toContain('$m=2048,t=3,p=1$');
  const opened = logIns.flatMap((outcome) => (outcome.status === 'fulfilled' ? [callerOf(outcome.value.tokens!)] : []));
  expect(await Promise.all(opened.map(people.isActive))).toEqual([true, true]);
  expect([await people.isActive(caller), await people.isActive(other.caller)]).toEqual([true, true]);

  await logIn();
  expect(await hashOf(caller.userId)).toBe(rehashed);
});

it('a wrong token of an invitation is rejected before the password is hashed', async () => {
  const hashesMade = () => metric(identity.opsUrl, 'password_hashing_seconds_count', { work: 'hash' });
  const before = await hashesMade();

  const rejected = people.auth().signUpSeller({ token: '1'.repeat(64), password: PASSWORD });

  await expect(rejected).rejects.toMatchObject({ reason: 'invalid_token' });
  expect(await hashesMade()).toBe(before);
  await people.joinAndSignUp();
  expect(await hashesMade()).toBe(before + 1);
});
