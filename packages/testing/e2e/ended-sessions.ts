import { expect, it } from 'vitest';
import { Api } from '@estampa/stack/demo/api';

type Ground = {
  /** Of all replicas of the gateway. */
  gatewayUrls(): string[];
  newCustomer(): Promise<{ email: string; own: Api }>;
  password: string;
};

/** The status of one user's token at each gateway, by bare requests, as the client would refresh it. */
export const statusesAt = (gatewayUrls: readonly string[], own: Api, path = '/auth/me'): Promise<number[]> =>
  Promise.all(gatewayUrls.map(async (url) => (await own.at(url).send('GET', path)).status));

const [OPEN, OVER] = [
  [200, 200],
  [401, 401],
];

/** Each session has been used at every gateway before, so that all of them have it cached. */
export function describeEndedSessions({ gatewayUrls, newCustomer, password }: Ground): void {
  const api = () => new Api(gatewayUrls()[0]!);
  const statusesOf = (own: Api) => statusesAt(gatewayUrls(), own);
  const loggedIn = async (email: string): Promise<{ own: Api; refreshToken: string }> => {
    const { accessToken, refreshToken } = await api().client.logIn({ body: { email, password } });
    return { own: api().as(accessToken), refreshToken };
  };

  it('that its owner ends is over at every gateway, and no other is', async () => {
    const { email, own } = await newCustomer();
    const { own: other } = await loggedIn(email);
    expect([await statusesOf(own), await statusesOf(other)]).toEqual([OPEN, OPEN]);

    expect((await own.client.exchange('logOut')).status).toBe(204);

    expect([await statusesOf(own), await statusesOf(other)]).toEqual([OVER, OPEN]);
  });

  it('that its owner ends from another is over at every gateway, and both are listed', async () => {
    const { email, own } = await newCustomer();
    const { own: other } = await loggedIn(email);
    expect([await statusesOf(own), await statusesOf(other)]).toEqual([OPEN, OPEN]);
    const { sessions, total } = await own.client.listSessions();
    expect([sessions.map(({ current }) => current), total]).toEqual([[false, true], 2]);
    const sessionId = sessions[0]!.id;

    expect((await own.client.exchange('endSession', { sessionId })).status).toBe(204);

    expect([await statusesOf(own), await statusesOf(other)]).toEqual([OPEN, OVER]);
    const stranger = (await newCustomer()).own;
    expect((await stranger.client.exchange('endSession', { sessionId: sessions[1]!.id })).status).toBe(404);
  });

  it('whose response to a refresh was lost goes on with the same refresh token, at every gateway', async () => {
    const { refreshToken } = await loggedIn((await newCustomer()).email);

    const given = await Promise.all(
      gatewayUrls().map((url) => new Api(url).client.refreshSession({ body: { refreshToken } })),
    );

    expect(new Set(given.map((pair) => pair.refreshToken)).size).toBe(1);
    for (const { accessToken } of given) expect(await statusesOf(api().as(accessToken))).toEqual(OPEN);
  });

  it('whose used token is seen again is over at every gateway, also for who got the next one', async () => {
    const { own, refreshToken } = await loggedIn((await newCustomer()).email);
    const next = await api().client.refreshSession({ body: { refreshToken } });
    const refreshed = api().as(next.accessToken);
    expect([await statusesOf(own), await statusesOf(refreshed)]).toEqual([OPEN, OPEN]);
    await api().client.refreshSession({ body: { refreshToken: next.refreshToken } });

    expect((await api().client.exchange('refreshSession', { body: { refreshToken } })).status).toBe(401);

    expect([await statusesOf(own), await statusesOf(refreshed)]).toEqual([OVER, OVER]);
  });
}
