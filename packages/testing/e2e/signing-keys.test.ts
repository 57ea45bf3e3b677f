import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Api, type Json } from '@estampa/stack/demo/api';
import { signUpCustomer } from '@estampa/stack/demo/people';
import { signingKeysIn } from '@estampa/stack/signing-keys';
import jsonwebtoken from 'jsonwebtoken';
import { auditOf } from '../src/audit.ts';
import { startMarketplace, type TestMarketplace } from '../src/marketplace.ts';

const BOOT_DEADLINE_MS = 180_000;
const ONLY = ['identity', 'gateway'] as const;
const PERSON = { email: 'person@example.com', password: 'a-long-enough-password', name: 'Test Person' };

/** Each a gateway before an identity of its own, which signs with a key of its own; one database. */
const replicas: TestMarketplace[] = [];
const privateKeys: string[] = [];

const newKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

async function startReplica(): Promise<TestMarketplace> {
  const privateKey = newKey();
  const environment = { identity: { IDENTITY_JWT_PRIVATE_KEY: privateKey } };
  const [first] = replicas;
  const started = await startMarketplace({ only: ONLY, environment, ...(first && { replicasOf: first }) });
  replicas.push(started);
  privateKeys.push(privateKey);
  return started;
}

beforeAll(async () => {
  await startReplica();
  await startReplica();
  await signUpCustomer(apiOf(0), PERSON);
}, BOOT_DEADLINE_MS);

afterAll(async () => {
  for (const replica of replicas.toReversed()) await replica.stop();
}, BOOT_DEADLINE_MS);

const apiOf = (index: number): Api => new Api(replicas[index]!.gatewayUrl);
const keyIdsOf = async (index: number): Promise<string[]> =>
  (await apiOf(index).client.listSigningKeys()).keys.map(({ kid }: Json) => kid);

async function loggedIn(index: number) {
  const { accessToken } = await apiOf(index).client.logIn({ body: PERSON });
  const [header, claims] = accessToken.split('.').map((part: string) => {
    try {
      return JSON.parse(Buffer.from(part, 'base64url').toString());
    } catch {
      return null;
    }
  });
  return { token: accessToken, claims, kid: header.kid as string, expiresAt: new Date(claims.exp * 1_000) };
}

let firstKid = '';

/** The newest two; those before them are no more. */
const running = (): TestMarketplace[] => replicas.slice(-2);

const statusesWith = (token: string): Promise<number[]> =>
  Promise.all(
    running().map(
      async ({ gatewayUrl }) => (await new Api(gatewayUrl).as(token).client.exchange('getCurrentUser')).status,
    ),
  );

it('accepts at every gateway what any replica signed, and publishes all keys everywhere', async () => {
  const [one, other] = [await loggedIn(0), await loggedIn(1)];

  expect(one.kid).not.toBe(other.kid);
  expect([await statusesWith(one.token), await statusesWith(other.token)]).toEqual([
    [200, 200],
    [200, 200],
  ]);
  expect(await keyIdsOf(0)).toEqual([one.kid, other.kid]);
  expect(await keyIdsOf(1)).toEqual([other.kid, one.kid]);
});

it(
  'accepts tokens of a retired signing key until they expire, also where it was never used',
  async () => {
    const old = await loggedIn(0);
    firstKid = old.kid;
    const { identity, gateway } = replicas[0]!.processes;
    await Promise.all([gateway.stop(), identity.stop()]);
    await startReplica();

    const next = await loggedIn(2);

    expect(await statusesWith(old.token)).toEqual([200, 200]);
    expect(await statusesWith(next.token)).toEqual([200, 200]);
    expect((await keyIdsOf(2)).toSorted()).toEqual([old.kid, (await loggedIn(1)).kid, next.kid].toSorted());
    const { database } = replicas[2]!.service('identity');
    const { rows } = await database.query('select published_until from signing_key where kid = $1', [old.kid]);
    expect(rows[0].published_until.getTime()).toBeGreaterThan(old.expiresAt.getTime());
  },
  BOOT_DEADLINE_MS,
);

it(
  'takes no token of a key that was withdrawn, however well it is made',
  async () => {
    const { kid, claims } = await loggedIn(2);
    const thief = { kid: firstKid, key: privateKeys[0]! };
    const forged = jsonwebtoken.sign(claims, thief.key, { algorithm: 'ES256', keyid: thief.kid });
    expect(await statusesWith(forged)).toEqual([200, 200]);

    const { identity } = replicas[2]!.surroundings.databaseUrls;
    await using keys = await signingKeysIn(identity!);
    await keys.withdraw(thief.kid, 'an operator');
    await expect(keys.withdraw(thief.kid, 'an operator')).rejects.toThrow('is published');
    const { gateway } = replicas[2]!.processes;
    await gateway.restart();

    expect(await keyIdsOf(2)).not.toContain(thief.kid);
    expect((await statusesWith(forged))[1]).toBe(401);
    const honest = (await loggedIn(2)).token;
    expect([(await statusesWith(honest))[1], kid]).toEqual([200, (await keyIdsOf(2))[0]]);
    expect(await auditOf(replicas[2]!.service('identity'), `signing_key:${thief.kid}`)).toEqual([
      ['signing_key_published', 'service'],
      ['signing_key_withdrawn', 'admin'],
    ]);
  },
  BOOT_DEADLINE_MS,
);
