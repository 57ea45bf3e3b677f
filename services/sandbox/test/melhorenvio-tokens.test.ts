import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ME_SECRET, startTestbed, type Testbed } from './testbed.ts';

let bed: Testbed;
beforeAll(async () => {
  bed = await startTestbed();
});
beforeEach(async () => void (await bed.control('PATCH', '/settings', { melhorenvioTokenSeconds: 60 })));
afterAll(() => bed.stop());

const renewal = (refreshToken: string) => ({
  grant_type: 'refresh_token',
  client_id: '4711',
  client_secret: ME_SECRET,
  refresh_token: refreshToken,
});
const renew = (refreshToken: string, changes: object = {}) =>
  bed.call('/melhorenvio/oauth/token', { method: 'POST', body: { ...renewal(refreshToken), ...changes } });
const balanceWith = async (token: string) =>
  (await bed.melhorEnvio('GET', '/balance', undefined, { authorization: `Bearer ${token}` })).status;
const letIn = async () => (await bed.control('POST', '/grants')).body;

it('lets an application in with an access token, and renews both tokens once', async () => {
  const first = await letIn();
  expect(await balanceWith(first.access_token)).toBe(200);

  const { status, body: second } = await renew(first.refresh_token);
  expect(status).toBe(200);
  expect(second).toMatchObject({ token_type: 'Bearer', expires_in: 60 });
  expect(await balanceWith(second.access_token)).toBe(200);
  expect(await balanceWith(first.access_token)).toBe(401);
  expect(await renew(first.refresh_token)).toMatchObject({ status: 401, body: { error: 'invalid_request' } });

  await bed.restart();
  expect(await balanceWith(second.access_token)).toBe(200);
  expect((await renew(second.refresh_token)).status).toBe(200);
});

it('ends an access token with its time, and renews it by the refresh token', async () => {
  await bed.control('PATCH', '/settings', { melhorenvioTokenSeconds: 1 });
  const { access_token: token, refresh_token: refreshToken } = await letIn();
  await bed.control('POST', '/grants/expire');

  expect(await balanceWith(token)).toBe(401);
  expect((await renew(refreshToken)).status).toBe(200);
});

it.each([
  [{ client_secret: 'guessed' }, 401, 'invalid_client'],
  [{ client_id: '1' }, 401, 'invalid_client'],
  [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
  [{ refresh_token: '' }, 400, 'invalid_request'],
])('rejects a renewal with %j as %i %s', async (changes, status, error) => {
  const { refresh_token: refreshToken } = await letIn();
  expect(await renew(refreshToken, changes)).toMatchObject({ status, body: { error } });
  expect((await renew(refreshToken)).status).toBe(200);
});
