import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { metric } from '@estampa/testing/metric';
import type { ServiceUnderTest } from '@estampa/testing/start-service';
import { SLOWEST_MS } from '../src/domain/rate-limits.ts';
import { rejectionsOf } from './locked-row.ts';
import { callerOf, PASSWORD, type People } from './people.ts';

const OTHER_PASSWORD = 'another-password-2';

export type Attempt = () => Promise<unknown>;

type Ground = () => {
  identity: ServiceUnderTest;
  people: People;
  from(clientAddress: string): { auth: ReturnType<People['auth']> };
  attemptTimes(times: number, request: Attempt): Promise<PromiseSettledResult<unknown>[]>;
};

export const limitedAmong = (outcomes: readonly PromiseSettledResult<unknown>[]): number =>
  rejectionsOf(outcomes).filter((reason) => reason === 'rate_limited').length;

/** Who is shut out by wrong passwords, and who is not. */
export function describeLogInLimits(ground: Ground): void {
  const identity = () => ground().identity;
  const people = () => ground().people;

  it('log-ins that go well are not counted', async () => {
    const { email } = await people().signUp();

    const outcomes = await ground().attemptTimes(24, () => people().auth().logIn({ email, password: PASSWORD }));

    expect(limitedAmong(outcomes)).toBe(0);
  });

  it('attempts that were rejected are no failed ones', async () => {
    const { email } = await people().signUp();
    const logIn = (password: string) => ground().from('198.51.104.1').auth.logIn({ email, password });

    await Promise.allSettled(Array.from({ length: 24 }, () => logIn(PASSWORD)));

    await expect(logIn(PASSWORD)).resolves.toBeDefined();
    await ground().attemptTimes(24, () => logIn('wrong'));
    const bucket = `logInOfAccount:${createHash('sha256').update(email.toLowerCase()).digest('base64url')}`;
    const { rows } = await identity().database.query('select asked as requested from rate_count where bucket = $1', [
      bucket,
    ]);
    expect(rows).toEqual([{ requested: 10 }]);
  });

  it('wrong passwords that others try shut out no device that logged in before', async () => {
    const email = people().anEmail();
    const { device } = await people().auth().signUp({ email, password: PASSWORD, name: 'Demo' });
    const { device: another } = await people()
      .auth()
      .signUp({ email: people().anEmail(), password: PASSWORD, name: 'Demo' });
    const logIn = (own?: string) => people().auth().logIn({ email, password: PASSWORD, device: own });
    await ground().attemptTimes(11, () => people().auth().logIn({ email, password: 'wrong' }));

    const again = await logIn(device);

    expect(callerOf(again.tokens!).sessionId).toEqual(expect.any(String));
    for (const unknown of [undefined, another, 'x'.repeat(80)])
      await expect(logIn(unknown)).rejects.toMatchObject({ reason: 'rate_limited' });
    await expect(logIn(again.device)).resolves.toBeDefined();
  });

  it('a device is not known any more once the password that it came with was changed', async () => {
    const { email, caller } = await people().signUp();
    const { device } = await people().auth().logIn({ email, password: PASSWORD });
    await people().auth(caller).changePassword({ currentPassword: PASSWORD, newPassword: OTHER_PASSWORD });
    await ground().attemptTimes(11, () => people().auth().logIn({ email, password: 'wrong' }));

    const logIn = people().auth().logIn({ email, password: OTHER_PASSWORD, device });

    await expect(logIn).rejects.toMatchObject({ reason: 'rate_limited' });
  });

  it('a known device may not try passwords without end either', async () => {
    const email = people().anEmail();
    const { device } = await people().auth().signUp({ email, password: PASSWORD, name: 'Demo' });

    const wrong = () => people().auth().logIn({ email, password: 'wrong', device });
    await ground().attemptTimes(10, wrong);

    await expect(wrong()).rejects.toMatchObject({ reason: 'rate_limited' });
    await expect(people().auth().logIn({ email, password: PASSWORD })).resolves.toBeDefined();
  });

  it('an account that is tried from everywhere is slow, and rejects no log-in', async () => {
    const { email } = await people().signUp();
    await ground().attemptTimes(1, () => ground().from('198.51.102.1').auth.logIn({ email, password: 'wrong' }));
    await identity().database.query(`update rate_count set asked = 100000 where bucket like 'logInOfAccount:%'`);

    const start = performance.now();
    await expect(ground().from('198.51.103.1').auth.logIn({ email, password: PASSWORD })).resolves.toBeDefined();

    expect(performance.now() - start).toBeGreaterThan(SLOWEST_MS - 100);
  });

  it('failed, slowed and rejected log-ins are logged and counted', async () => {
    const { email, caller } = await people().signUp();
    const outcome = (name: string) => metric(identity().opsUrl, 'log_ins_total', { outcome: name });
    const [wrong, limited] = [await outcome('wrong'), await outcome('limited')];

    await ground().attemptTimes(12, () => people().auth().logIn({ email, password: 'wrong' }));

    expect([(await outcome('wrong')) - wrong, (await outcome('limited')) - limited]).toEqual([10, 2]);
    expect(identity().process.log()).toContain(caller.userId);
    expect(identity().process.log()).toMatch(/log-ins rejected: too many failed/);
    expect(identity().process.log()).not.toContain(email);
  });

  it('trying one’s current password is counted by session, and does not lock the owner out', async () => {
    const { email, caller } = await people().signUp();
    const change = () =>
      people().auth(caller).changePassword({ currentPassword: 'wrong', newPassword: 'another-password-2' });
    await ground().attemptTimes(10, change);

    await expect(change()).rejects.toMatchObject({ reason: 'rate_limited' });
    await expect(people().auth().logIn({ email, password: PASSWORD })).resolves.toBeDefined();
  });
}
