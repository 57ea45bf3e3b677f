import { expect, it } from 'vitest';
import type { Api } from '@estampa/stack/demo/api';

type Ground = { admin: Api; gatewayUrls(): string[]; anEmail(): string; password: string };
type Race = { request(api: Api): Promise<{ status: number }>; email: string };

/** Pairs of concurrent requests on one account, each at its own gateway. */
const RACES: readonly [string, [number, number], (ground: Ground) => Promise<Race>][] = [
  [
    'sign-ups with one e-mail',
    [201, 409],
    async ({ anEmail, password }) => {
      const body = { email: anEmail(), password, name: 'Test' };
      return { request: ({ client }) => client.exchange('signUp', { body }), email: body.email };
    },
  ],
  [
    'conversions of one invitation',
    [201, 400],
    async ({ admin, anEmail, password }) => {
      const { id, email } = await admin.as(null).client.joinWaitlist({ body: { email: anEmail(), name: 'Test' } });
      const { inviteToken: token } = await admin.client.inviteWaitlistEntry({ id });
      return { request: ({ client }) => client.exchange('signUpSeller', { body: { token, password } }), email };
    },
  ],
  [
    'removals of the last two roles',
    [200, 400],
    async ({ admin, anEmail }) => {
      const email = anEmail();
      const roles = ['customer', 'seller'] as const;
      const { id: userId } = await admin.client.createUser({ body: { email, name: 'Test', roles: [...roles] } });
      const left = [...roles];
      const request: Race['request'] = ({ baseUrl }) =>
        admin.at(baseUrl).client.exchange('removeUserRole', { userId, role: left.pop()! });
      return { request, email };
    },
  ],
];

export function describeAccountRaces(ground: () => Ground): void {
  it.each(RACES)('an account lets exactly one win of two %s', async (_what, statuses, prepare) => {
    const { admin, gatewayUrls } = ground();
    const { request, email } = await prepare(ground());

    const responses = await Promise.all(gatewayUrls().map((url) => request(admin.as(null).at(url))));

    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual(statuses);
    const { users } = await admin.client.listUsers({ search: email });
    expect(users.map(({ roles }) => roles.length)).toEqual([1]);
  });
}
