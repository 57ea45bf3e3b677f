import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEVICE_MAX_CHARACTERS } from '../../src/access/device.ts';
import { startGateway, type TestGateway } from '../gateway.ts';

const LOG_IN = { method: 'post', path: '/auth/login' } as const;
const BODY = { email: 'one@example.com', password: 'a-long-password' };
const LONGEST = 'x'.repeat(DEVICE_MAX_CHARACTERS);

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ checkResponses: true, config: { CORS_ORIGINS: ['https://shop.example'] } });
});
afterAll(() => gateway[Symbol.asyncDispose]());

describe('a device that logs in', () => {
  beforeEach(() => {
    const tokens = { accessToken: 'a', refreshToken: 'r', expiresInSeconds: 900 };
    for (const call of ['logIn', 'signUp', 'signUpSeller'])
      gateway.services.reply(`auth.${call}`, () => ({ tokens, device: 'a.b.c' }));
  });

  it.each([
    ['nothing', {}, undefined],
    ['a header', { 'Estampa-Device': 'd.e.f' }, 'd.e.f'],
    ['a cookie among others', { Cookie: 'a=b; estampa_device=d.e.f; c=d' }, 'd.e.f'],
    ['both', { Cookie: 'estampa_device=x', 'Estampa-Device': 'd.e.f' }, 'd.e.f'],
    ['as much as there may be', { 'Estampa-Device': LONGEST }, LONGEST],
    ['more than that', { 'Estampa-Device': `${LONGEST}x` }, undefined],
  ])('is recognized by what it sends: %s', async (_what, headers, device) => {
    expect((await gateway.send(LOG_IN, { body: BODY, headers })).status).toBe(200);

    const { request } = gateway.services.requested.findLast(({ method }) => method === 'auth.logIn')!;
    expect(request.device).toBe(device);
  });

  it.each([
    ['logs in', LOG_IN, BODY],
    ['signs up', { method: 'post', path: '/auth/signup' }, { ...BODY, name: 'One' }],
    ['signs up as a seller', { method: 'post', path: '/auth/signup/seller' }, { token: 't', password: BODY.password }],
  ] as const)('gets its cookie when it %s, inaccessible to scripts of the page', async (_what, route, body) => {
    const response = await gateway.send(route, { body, headers: { Origin: 'https://shop.example' } });

    expect(response.headers.get('estampa-device')).toBe('a.b.c');
    expect(response.headers.get('access-control-expose-headers')).toContain('Estampa-Device');
    expect(response.headers.get('set-cookie')).toBe(
      'estampa_device=a.b.c; Path=/auth/login; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure',
    );
    expect(JSON.stringify(await response.json())).not.toContain('a.b.c');
  });
});
