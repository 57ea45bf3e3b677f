import { createHash, createHmac } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { tokenByIam } from './iam-token.ts';

const REGION = 'eu-central-1';
const KEYS = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
/** What botocore 1.44.8, the SDK for Python, signs in this second. */
const NOW = '2026-01-02T03:04:05Z';
const SIGNED = {
  '': '00629abe90095b91c1a9e460b67a01a8e4e7499b99f571276b99dd9258dd65e5',
  'session/token+example==': '9d1be91a650c0e6c1ca64efc6af0c28b8c6cd4d4c180d5d43b1272f3d093a201',
};

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

function startAs(session: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
  const identity = { ...KEYS, AWS_SESSION_TOKEN: session || undefined, AWS_PROFILE: undefined };
  for (const [name, value] of Object.entries(identity)) vi.stubEnv(name, value);
}

const addressIn = (token: string) => new URL(Buffer.from(token, 'base64url').toString());
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
function signatureOf(address: URL): string {
  const signed = [...address.searchParams].filter(([name]) => !['X-Amz-Signature', 'User-Agent'].includes(name));
  const query = signed.map((pair) => pair.map(encodeURIComponent).join('=')).toSorted();
  const request = ['GET', '/', query.join('&'), `host:${address.host}`, '', 'host'];
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const date = address.searchParams.get('X-Amz-Date')!;
  const scope = [date.slice(0, 8), REGION, 'kafka-cluster', 'aws4_request'];
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${KEYS.AWS_SECRET_ACCESS_KEY}`);
  const text = ['AWS4-HMAC-SHA256', date, scope.join('/'), hash([...request, hash('')].join('\n'))].join('\n');
  return hmac(key, text).toString('hex');
}

describe('a token by IAM', () => {
  it.each(Object.entries(SIGNED))('is the address that AWS signs, as session %j', async (session, signature) => {
    startAs(session);

    const token = await tokenByIam(REGION)();

    const address = addressIn(token);
    expect(token).toMatch(/^[\w-]+$/);
    expect(address.origin + address.pathname).toBe('https://kafka.eu-central-1.amazonaws.com/');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      Action: 'kafka-cluster:Connect',
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': `AKIDEXAMPLE/20260102/${REGION}/kafka-cluster/aws4_request`,
      'X-Amz-Date': '20260102T030405Z',
      'X-Amz-Expires': '900',
      'X-Amz-SignedHeaders': 'host',
      ...(session && { 'X-Amz-Security-Token': session }),
      'X-Amz-Signature': signature,
      'User-Agent': 'estampa',
    });
    expect(signatureOf(address)).toBe(signature);
  });

  it('is signed again for each connection', async () => {
    startAs('');
    const token = tokenByIam(REGION);
    const first = addressIn(await token());
    vi.setSystemTime(new Date('2026-01-02T03:19:05Z'));
    const second = addressIn(await token());

    expect([first, second].map(({ searchParams }) => searchParams.get('X-Amz-Date'))).toEqual([
      '20260102T030405Z',
      '20260102T031905Z',
    ]);
    expect(second.searchParams.get('X-Amz-Signature')).toBe(signatureOf(second));
  });
});
