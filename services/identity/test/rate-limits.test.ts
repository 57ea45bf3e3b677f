import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuthServiceClient } from '@estampa/contracts/identity/v1/auth';
import { WaitlistServiceClient } from '@estampa/contracts/identity/v1/waitlist';
import { metric } from '@estampa/testing/metric';
import { type ServiceUnderTest, startService } from '@estampa/testing/start-service';
import { type Attempt, describeLogInLimits, limitedAmong } from './log-in-limits.ts';
import { customer, PASSWORD, type People, peopleOf } from './people.ts';

let identity: ServiceUnderTest;
let people: People;
beforeAll(async () => {
  identity = await startService('identity', { RATE_LIMITS: 'production' });
  people = peopleOf(identity);
});
afterAll(() => identity?.stop());

const AT_ONCE = 8;

const from = (clientAddress: string) => ({
  auth: identity.client(AuthServiceClient, { caller: null, clientAddress }),
  waitlist: identity.client(WaitlistServiceClient, { caller: null, clientAddress }),
});
const token = '0'.repeat(64);
const account = () => ({ email: people.anEmail(), password: PASSWORD, name: 'Demo' });

/** How often a request is permitted: `more` is as many again that are counted elsewhere. */
const LIMITS: [what: string, max: number, make: () => { request: Attempt; elsewhere: Attempt }][] = [
  [
    'failed log-ins to an account, known or not, from a network',
    10,
    () => {
      const email = people.anEmail();
      const spellings = [email, email.toUpperCase()];
      const places = [from('198.51.100.1'), from('198.51.100.201')];
      let times = 0;
      return {
        request: () => places[(times += 1) % 2]!.auth.logIn({ email: spellings[times % 2]!, password: PASSWORD }),
        elsewhere: () => from('198.51.101.1').auth.logIn({ email, password: PASSWORD }),
      };
    },
  ],
  [
    'failed log-ins to an account from a network of IPv6',
    10,
    () => {
      const email = people.anEmail();
      let times = 0;
      return {
        request: () => from(`2001:db8:7:7::${(times += 1)}`).auth.logIn({ email, password: PASSWORD }),
        elsewhere: () => from('2001:db8:7:8::1').auth.logIn({ email, password: PASSWORD }),
      };
    },
  ],
  [
    'log-ins from an address',
    60,
    () => ({
      request: () => from('203.0.113.1').auth.logIn(account()),
      elsewhere: () => from('203.0.113.2').auth.logIn(account()),
    }),
  ],
  [
    'sign-ups and waitlist entries from an address',
    20,
    () => {
      let times = 0;
      const { auth, waitlist } = from('2001:db8:1:2::3');
      const ways: Attempt[] = [
        () => auth.signUp(account()),
        () => waitlist.joinWaitlist(account()),
        () => auth.signUpSeller({ token, password: PASSWORD }),
        () => from('2001:db8:1:2:ffff::').auth.signUp(account()),
      ];
      return {
        request: () => ways[(times += 1) % ways.length]!(),
        elsewhere: () => from('2001:db8:1:3::3').auth.signUp(account()),
      };
    },
  ],
  [
    'resets of a password',
    5,
    () => {
      const email = people.anEmail();
      return {
        request: () => people.auth().requestPasswordReset({ email }),
        elsewhere: () => people.auth().requestPasswordReset({ email: people.anEmail() }),
      };
    },
  ],
  [
    'links that verify an address',
    5,
    () => {
      const of = (userId: string) => people.auth({ ...customer, userId });
      const userId = randomUUID();
      return {
        request: () => of(userId).requestEmailVerification({}),
        elsewhere: () => of(randomUUID()).requestEmailVerification({}),
      };
    },
  ],
  [
    'checks of tokens from an address',
    30,
    () => {
      let times = 0;
      const { auth, waitlist } = from('203.0.113.5');
      const ways: Attempt[] = [
        () => auth.validatePasswordReset({ token }),
        () => waitlist.validateInvite({ token }),
        () => auth.resetPassword({ token, newPassword: PASSWORD }),
        () => auth.verifyEmail({ token }),
      ];
      return {
        request: () => ways[(times += 1) % ways.length]!(),
        elsewhere: () => from('203.0.113.6').auth.validatePasswordReset({ token }),
      };
    },
  ],
];

describe('in production', () => {
  it.each(LIMITS)('%s are let pass %d times in a window, however many ask at one moment', async (_what, max, make) => {
    const { request, elsewhere } = make();

    const within = await attemptTimes(max - 1, request);
    const beyond = await Promise.allSettled([request(), request(), request()]);
    const apart = await Promise.allSettled([elsewhere()]);

    expect(limitedAmong(within)).toBe(0);
    expect(limitedAmong(beyond)).toBe(2);
    expect(limitedAmong(apart)).toBe(0);
  });

  it('a rejection says when to come again, and then they are counted anew', async () => {
    const email = people.anEmail();
    const request = () => people.auth().requestPasswordReset({ email });
    await attemptTimes(5, request);

    const rejection = await request().catch((error: unknown) => error);
    expect(rejection).toMatchObject({
      kind: 'limited',
      reason: 'rate_limited',
      details: { rateLimit: 5, retryAfterSeconds: expect.any(Number) },
    });
    // The clock of a service may be some milliseconds behind that of PostgreSQL.
    await identity.database.query("update rate_count set ends_at = now() - interval '1 minute'");
    await expect(request()).resolves.toEqual({});
  });

  it('links that verify an address are twenty a day at most, also for an account that someone else opened', async () => {
    const userId = randomUUID();
    const request = () => people.auth({ ...customer, userId }).requestEmailVerification({});
    for (let hour = 0; hour < 4; hour += 1) {
      expect(limitedAmong(await attemptTimes(5, request))).toBe(0);
      await identity.database.query(`update rate_count set ends_at = ends_at - interval '1 hour'`);
    }

    await expect(request()).rejects.toMatchObject({ reason: 'rate_limited', details: { rateLimit: 20 } });
  });

  it('a password that may not be tried is not hashed', async () => {
    const email = people.anEmail();
    const request = () => people.auth().logIn({ email, password: PASSWORD });
    await attemptTimes(10, request);
    const before = await verified();

    await expect(request()).rejects.toMatchObject({ reason: 'rate_limited' });

    expect(await verified()).toBe(before);
  });

  describeLogInLimits(() => ({ identity, people, from, attemptTimes }));

  it('nothing personal is counted by', async () => {
    const email = people.anEmail();
    await attemptTimes(1, () => from('203.0.113.9').auth.logIn({ email, password: PASSWORD }));

    const { rows } = await identity.database.query('select bucket from rate_count');
    expect(rows.length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toMatch(/example|203\.0/);
  });
});

it('outside production the limits are a thousand times that, and switched off there are none', async () => {
  const counted: unknown[] = [];
  for (const environment of [{}, { RATE_LIMITS: 'off' }] as Record<string, string>[]) {
    await using service = await startService('identity', environment);
    const others = peopleOf(service);
    const email = others.anEmail();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () => others.auth().requestPasswordReset({ email })),
    );
    const { rows } = await service.database.query('select asked as requested from rate_count');
    counted.push({ rejected: limitedAmong(outcomes), rows });
  }

  expect(counted).toEqual([
    { rejected: 0, rows: [{ requested: 12 }] },
    { rejected: 0, rows: [] },
  ]);
});

/** Some at once, so that it ends within the window, and few enough that they do not queue for hashing. */
async function attemptTimes(times: number, request: Attempt): Promise<PromiseSettledResult<unknown>[]> {
  const outcomes: PromiseSettledResult<unknown>[] = [];
  while (outcomes.length < times) {
    const some = Array.from({ length: Math.min(AT_ONCE, times - outcomes.length) }, request);
    outcomes.push(...(await Promise.allSettled(some)));
  }
  return outcomes;
}

const verified = () => metric(identity.opsUrl, 'password_hashing_seconds_count', { work: 'verify' });
