import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { type Reply, json, order, problem, scriptedApi, signedIn } from './scripted-api.ts';

const api = scriptedApi();

describe('a session', () => {
  /** Tokens as identity gives them: a refresh token works once, and a second time ends all. */
  const identity = () => {
    let generation = 1;
    let isRevoked = false;
    const respond: Reply = (response, one) => {
      if (one.url === '/auth/refresh') {
        const { refreshToken } = JSON.parse(one.body) as { refreshToken: string };
        isRevoked ||= refreshToken !== `refresh-${generation}`;
        if (isRevoked) return problem(401, 'invalid_token')(response, one);
        generation += 1;
        return json(pair())(response, one);
      }
      const isFresh = one.headers.authorization === `Bearer access-${generation}` && generation > 1;
      return (isFresh ? json({ id: 'u' }) : problem(401, 'unauthenticated'))(response, one);
    };
    const pair = () => ({
      accessToken: `access-${generation}`,
      refreshToken: `refresh-${generation}`,
      tokenType: 'bearer',
      expiresIn: 900,
    });
    return respond;
  };
  const refreshes = () => api.requested.filter(({ url }) => url === '/auth/refresh').length;

  it('is refreshed once for all calls that found their token ended, whatever they do', async () => {
    api.script = [identity()];
    const { client, stored } = signedIn(api.baseUrl);
    const calls = [client.getOwnUser(), client.getOwnUser(), client.placeOrder({ body: order }), client.listOrders()];

    expect(await Promise.all(calls)).toEqual(calls.map(() => ({ id: 'u' })));
    expect([refreshes(), stored()]).toMatchObject([1, { accessToken: 'access-2', refreshToken: 'refresh-2' }]);
    expect(await client.as({ accessToken: 'access-2' }).getOwnUser()).toEqual({ id: 'u' });
  });

  it('is refreshed before its token ends on the way', async () => {
    api.script = [identity()];
    const { client } = signedIn(api.baseUrl, { expiresAt: Date.now() + 1_000 });

    await Promise.all([client.getOwnUser(), client.getOwnUser()]);
    expect(api.requested.map(({ url }) => url)).toEqual(['/auth/refresh', '/users/me', '/users/me']);
  });

  it('takes tokens from the store that another client has refreshed', async () => {
    api.script = [identity()];
    const { client } = signedIn(api.baseUrl);
    await client.getOwnUser();
    const rejected = api.requested.length;
    await client.getOwnUser();

    expect([refreshes(), api.requested.length - rejected]).toEqual([1, 1]);
  });

  it('is signed out when its session has ended', async () => {
    api.script = [problem(401, 'invalid_token'), problem(401, 'unauthenticated')];
    const { client, stored } = signedIn(api.baseUrl, { expiresAt: Date.now() });

    await expect(client.getOwnUser()).rejects.toMatchObject({ status: 401 });
    expect(stored()).toBeNull();
  });

  it('begins with a log-in and ends with a log-out', async () => {
    const tokens = { accessToken: 'new', refreshToken: 'r', tokenType: 'bearer', expiresIn: 900 };
    api.script = [json(tokens), json({ id: 'u' }), (response) => response.writeHead(204).end(), json({})];
    const client = createClient({ baseUrl: api.baseUrl });
    await client.logIn({ body: { email: 'a@example.com', password: 'p' } });
    await client.getOwnUser();
    await client.logOut();
    await client.getHome();

    expect(api.requested.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      'Bearer new',
      'Bearer new',
      undefined,
    ]);
  });
});
