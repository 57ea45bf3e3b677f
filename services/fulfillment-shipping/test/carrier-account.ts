import { withoutTls } from '@estampa/kit/postgres/address';
import { connectDb } from '@estampa/kit/postgres/connect';
import { createLog } from '@estampa/kit/telemetry/log';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { melhorEnvio } from '../src/adapters/melhor-envio.ts';
import { renewTokens } from '../src/adapters/melhor-envio-tokens.ts';
import { oauthTokens } from '../src/adapters/oauth-tokens.ts';
import { tokenStore } from '../src/db/carrier-token-repository.ts';
import { REJECTED_FOR_MS } from '../src/domain/oauth-tokens.ts';
import type { Stage } from './stage.ts';

const TOKEN_PATH = '/melhorenvio/oauth/token';
const TIMEOUT_MS = 4_000;
const LIFETIME_MS = 2_592_000_000;
const CLIENT_ID = '4711';

/** The service's own parts, twice, on its database and the sandbox, with a clock that a test may put forward. */
export function describeCarrierAccount(stage: () => Stage): void {
  let orm: Awaited<ReturnType<typeof connectDb>>;
  let refreshToken: string;
  let aheadMs = 0;
  const watching = new Set<string>();
  const now = () => new Date(Date.now() + aheadMs);
  const clientSecret = () => stage().marketplace.surroundings.secrets.melhorEnvioWebhookSecret;
  const sandbox = (path: string, body: object = {}) => stage().sandbox(path, body);

  beforeAll(async () => {
    orm = await connectDb(withoutTls(stage().marketplace.surroundings.databaseUrls['fulfillment-shipping']!), [], []);
  });
  beforeEach(async () => {
    aheadMs = 0;
    refreshToken = (await sandbox('/grants')).refresh_token;
  });
  // The oldest script that fits sees a request.
  afterEach(async () => {
    for (const id of watching) await sandbox(`/scripts/${id}/release`);
    watching.clear();
  });
  afterAll(() => orm?.close());

  const application = () => ({
    tokenUrl: stage().marketplace.sandboxUrl + TOKEN_PATH,
    clientId: CLIENT_ID,
    clientSecret: clientSecret(),
    contactEmail: 'tests@estampa.local',
    timeoutMs: TIMEOUT_MS,
  });
  const storeOf = () =>
    tokenStore(() => orm.em.fork(), { clientId: CLIENT_ID, clientSecret: clientSecret(), refreshToken });
  const aReplica = () => {
    const renew = (token: string) => renewTokens(application(), token);
    const tokens = oauthTokens({
      store: storeOf(),
      renew,
      timeoutMs: TIMEOUT_MS,
      now,
      log: createLog('test', 'silent'),
    });
    const access = { apiUrl: `${stage().marketplace.sandboxUrl}/melhorenvio/api/v2/me`, tokens, timeoutMs: TIMEOUT_MS };
    const account = { ...access, contactEmail: 'tests@estampa.local', webhookSecrets: ['unused'] };
    return { tokens, carrier: melhorEnvio(account, { usual: 1, offered: [1] }, '01310100') };
  };
  const renewals = async () => {
    const { id } = await sandbox('/scripts', { method: 'POST', path: TOKEN_PATH, watch: true, times: 1_000 });
    watching.add(id);
    return { count: async () => (await stage().sandbox(`/scripts/${id}`)).requests.length as number };
  };

  it('is renewed once by two replicas at the same instant, and before its token ends', async () => {
    const script = (await sandbox('/scripts', { method: 'POST', path: TOKEN_PATH, hold: 'before' })).id;
    const requested = await renewals();
    const [one, other] = [aReplica().tokens, aReplica().tokens];

    const both = Promise.all([one.current(), other.current()]);
    await eventually(async () => expect((await stage().sandbox(`/scripts/${script}`)).state).toBe('holding'));
    await sandbox(`/scripts/${script}/release`);
    const [first, second] = await both;
    expect(first).toBe(second);
    expect(await requested.count()).toBe(0);

    await Promise.all([one.renewInBackground(), other.renewInBackground()]);
    expect(await requested.count()).toBe(0);
    aheadMs = 0.81 * LIFETIME_MS;
    await Promise.all([one.renewInBackground(), other.renewInBackground()]);
    expect(await requested.count()).toBe(1);
    expect(await one.current()).not.toBe(first);
    aheadMs = 2 * LIFETIME_MS;
    expect(await one.current()).toBe(await other.current());
    expect(await requested.count()).toBe(2);
  });

  it('is renewed once when its token is rejected, and the request is sent again', async () => {
    const [one, other] = [aReplica(), aReplica()];
    await Promise.all([one.tokens.current(), other.tokens.current()]);
    const requested = await renewals();
    await sandbox('/grants/expire');

    expect(await one.carrier.track([crypto.randomUUID()])).toEqual(new Map());
    expect(await other.carrier.track([crypto.randomUUID()])).toEqual(new Map());
    expect(await requested.count()).toBe(1);
  });

  it('is not renewed twice for one request', async () => {
    const { carrier, tokens } = aReplica();
    await tokens.current();
    const requested = await renewals();
    await sandbox('/scripts', {
      method: 'POST',
      path: '/melhorenvio/api/v2/me/shipment/tracking',
      fail: 401,
      times: 2,
    });

    await expect(carrier.track([crypto.randomUUID()])).rejects.toMatchObject({ kind: 'auth' });
    expect(await requested.count()).toBe(1);
  });

  it('is lost with what a replica took along, is tried seldom then, and is back once an operator authorises it', async () => {
    await aReplica().tokens.current();
    const cached = await storeOf().read();
    await renewTokens(application(), cached.refreshToken);
    aheadMs = LIFETIME_MS;
    const requested = await renewals();

    const { tokens } = aReplica();
    await expect(tokens.current()).rejects.toMatchObject({ kind: 'auth' });
    await expect(tokens.renewInBackground()).rejects.toMatchObject({ kind: 'auth' });
    expect(await requested.count()).toBe(1);
    aheadMs += REJECTED_FOR_MS;
    await expect(tokens.current()).rejects.toMatchObject({ kind: 'auth' });
    expect(await requested.count()).toBe(2);

    refreshToken = (await sandbox('/grants')).refresh_token;
    expect(await aReplica().tokens.current()).toEqual(expect.any(String));
  });

  it('goes on with the token that is left when a replica died before its request', async () => {
    await aReplica().tokens.current();
    const cached = await storeOf().read();
    aheadMs = LIFETIME_MS;
    expect(await storeOf().claim(cached, now(), new Date(now().getTime() + 1_000))).toBe(true);
    expect(await storeOf().claim(cached, now(), new Date(now().getTime() + 1_000))).toBe(false);

    aheadMs += 1_000;
    expect(await aReplica().tokens.current()).not.toBe(cached.accessToken);
  });

  it('stands in its table in no words that could be used', async () => {
    const token = await aReplica().tokens.current();
    const { refreshToken: rotated } = await storeOf().read();
    const { rows } = await stage().service.database.query('select * from carrier_token');
    const written = rows
      .map((row) =>
        Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))),
      )
      .join();

    expect(rows.length).toBeGreaterThan(0);
    for (const secret of [token, rotated, refreshToken, clientSecret()]) expect(written).not.toContain(secret);
  });
}
