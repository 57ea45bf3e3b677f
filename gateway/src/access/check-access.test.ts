import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError } from '@estampa/kernel/errors';
import { newCall, type Caller } from '@estampa/kit/rpc/call';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Config } from '../config.ts';
import { startRequest } from '../http/start-request.ts';
import { unauthenticated } from './session-token.ts';
import { accessCheckOf, checkAccess, countRequest, countShared } from './check-access.ts';

const MAX = 2;
const ANY = { auth: 'optional' } as const;
const ADDRESS = '203.0.113.7';

const callerOf = (userId: string): Caller => ({ userId, roles: ['customer'], sellerProfileId: null, sessionId: 's' });

const WRONG = unauthenticated('no such user');
const AWAY = new DomainError('unavailable', 'away', 'Try again later');

/** Who sends a token is the user of that name; no user is called `wrong`, and nobody can tell who `unknown` is. */
const checkOf = (config: Partial<Config> = { RATE_LIMITS: 'production' }) =>
  accessCheckOf(
    { TRUST_PROXY: false, NODE_ENV: 'development', ...config } as Config,
    async (_auth, authorization) => {
      if (authorization === 'wrong') throw WRONG;
      if (authorization === 'unknown') throw AWAY;
      return authorization === undefined ? null : callerOf(authorization);
    },
    MAX,
  );

const requestOf = (authorization?: string, remoteAddress: string | undefined = ADDRESS) =>
  ({ socket: { remoteAddress }, headers: { authorization } }) as unknown as IncomingMessage;

function newResponse(): ServerResponse {
  const response = {} as ServerResponse;
  startRequest(requestOf(), response, {} as never);
  return response;
}

type Check = ReturnType<typeof checkOf>;
type Permitted = Parameters<typeof checkAccess>[1];

/** The outcomes of so many requests: who was let in, or why not. */
async function outcomes(check: Check, count: number, permitted: Permitted, request = requestOf()): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let times = 0; times < count; times += 1) {
    const entering = checkAccess(check, permitted, request, newResponse());
    found.push(
      await entering.then(
        ({ caller, tokenOutage }) => tokenOutage ?? caller?.userId ?? null,
        (error: unknown) => error,
      ),
    );
  }
  return found;
}

const limitedTo = (rateLimit: number, retryAfterSeconds: unknown = expect.any(Number)) =>
  expect.objectContaining({ kind: 'limited', reason: 'rate_limited', details: { rateLimit, retryAfterSeconds } });

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

describe('callers', () => {
  it('without a token are counted as their network, and learn when to come again', async () => {
    const check = checkOf();

    expect(await outcomes(check, MAX + 1, ANY)).toEqual([null, null, limitedTo(MAX, 90)]);
    vi.advanceTimersByTime(89_500);
    expect(await outcomes(check, 1, ANY)).toEqual([limitedTo(MAX, 1)]);
    expect(await outcomes(check, 1, ANY, requestOf(undefined, '203.0.113.8'))).toEqual([null]);
  });

  it('with a token are counted as users, and with a wrong one as their network', async () => {
    const check = checkOf();

    expect(await outcomes(check, MAX + 1, ANY, requestOf('one'))).toEqual(['one', 'one', limitedTo(MAX)]);
    expect(await outcomes(check, 1, ANY, requestOf('other'))).toEqual(['other']);
    expect(await outcomes(check, MAX + 1, ANY, requestOf('wrong'))).toEqual([WRONG, WRONG, limitedTo(MAX)]);
    expect(await outcomes(check, 1, ANY)).toEqual([limitedTo(MAX)]);
  });

  it('with a token where everybody may call are counted as users, and with a wrong one as if they had sent none', async () => {
    const check = checkOf();
    const route = { auth: 'none', readsToken: true } as const;

    expect(await outcomes(check, 1, route, requestOf('one'))).toEqual(['one']);
    expect(await outcomes(check, MAX + 1, route, requestOf('wrong'))).toEqual([null, null, limitedTo(MAX)]);
  });

  it('whose token cannot be checked are rejected where it is needed, and let in with the reason where it is only read', async () => {
    const entering = outcomes(checkOf(), MAX + 1, ANY, requestOf('unknown'));
    expect(await entering).toEqual([AWAY, AWAY, limitedTo(MAX)]);

    const check = checkOf();
    const unknown = requestOf('unknown');
    await expect(checkAccess(check, { auth: 'none', readsToken: true }, unknown, newResponse())).resolves.toEqual({
      caller: null,
      tokenOutage: AWAY,
    });
    expect(await outcomes(check, MAX, ANY)).toEqual([null, limitedTo(MAX)]);
  });

  it('are counted once for each response', async () => {
    const check = checkOf();
    for (let times = 0; times < MAX; times += 1) {
      const response = newResponse();
      countRequest(check, null, requestOf(), response);
      await checkAccess(check, ANY, requestOf(), response);
    }

    expect(await outcomes(check, 1, ANY)).toEqual([limitedTo(MAX)]);
  });

  it('are not counted once they have disconnected, on routes that say why, and where the limits are off', async () => {
    const away = requestOf(undefined, 'no address');
    const uncounted = { ...ANY, limit: { none: 'providers repeat what is rejected' } };

    expect(await outcomes(checkOf(), MAX + 1, ANY, away)).toEqual([null, null, null]);
    expect(await outcomes(checkOf(), MAX + 1, uncounted)).toEqual([null, null, null]);
    expect(await outcomes(checkOf({ RATE_LIMITS: 'off' }), 2, { ...ANY, limit: { perMinute: 1 } })).toEqual([
      null,
      null,
    ]);
  });

  it('are named before they are rejected', async () => {
    const call = newCall({ requestId: 'r' });
    const entering = checkAccess(checkOf(), { auth: 'admin' }, requestOf('one'), newResponse(), call);

    await expect(entering).rejects.toMatchObject({ kind: 'forbidden' });
    expect(call.caller?.userId).toBe('one');
  });
});

describe('a limit of a route', () => {
  const [low, lower] = [
    { ...ANY, limit: { perMinute: 0.002 } },
    { ...ANY, limit: { perMinute: 0.001 } },
  ];

  it('is shared with routes of the same limit, and grows with that of all routes', async () => {
    const check = checkOf({ RATE_LIMITS: undefined });

    expect(await outcomes(check, 1, lower)).toEqual([null]);
    expect(await outcomes(check, 1, { ...lower })).toEqual([limitedTo(1)]);
    expect(await outcomes(check, 3, low)).toEqual([null, null, limitedTo(2)]);
    expect(await outcomes(check, 1, low, requestOf('one'))).toEqual(['one']);
  });

  it('is for all callers together where they share a subject', () => {
    const check = checkOf({ RATE_LIMITS: 'production' });
    const rejects = (subject: string) => {
      try {
        countShared(check, subject, 2);
        return false;
      } catch {
        return true;
      }
    };

    expect(['a', 'a', 'b', 'a', 'b', 'b'].map(rejects)).toEqual([false, false, false, true, false, true]);
    expect(() => countShared(checkOf({ RATE_LIMITS: 'off' }), 'a', 0)).not.toThrow();
  });

  it('stands beside that of all routes', async () => {
    expect(await outcomes(checkOf(), MAX + 1, { ...ANY, limit: { perMinute: 100 } })).toEqual([
      null,
      null,
      limitedTo(MAX),
    ]);
  });
});
