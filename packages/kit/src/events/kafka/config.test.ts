import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { kafkaConfig, kafkaSecurity } from './config.ts';

const schema = z.object(kafkaConfig);
const configOf = (env: Record<string, string>) => schema.parse({ KAFKA_BROKERS: 'kafka:9092', ...env });

describe('KAFKA_BROKERS', () => {
  it.each([
    ['kafka:9092', ['kafka:9092']],
    [' one:9092, two:65535 ', ['one:9092', 'two:65535']],
  ])('takes %j', (text, brokers) => {
    expect(configOf({ KAFKA_BROKERS: text }).KAFKA_BROKERS).toEqual(brokers);
  });

  it.each(['', 'kafka', 'kafka:9092,', 'kafka:port', 'http://kafka:9092', 'kafka:65536', 'one:1 two:2'])(
    'rejects %j',
    (text) => {
      expect(schema.safeParse({ KAFKA_BROKERS: text }).error?.issues[0]?.message).toBe(
        'must be a list of host:port, separated by commas',
      );
    },
  );
});

describe('security', () => {
  const login = { KAFKA_SASL_USERNAME: 'estampa', KAFKA_SASL_PASSWORD: 'secret' };

  it('is none by default', () => {
    expect(kafkaSecurity(configOf({}))).toEqual({});
  });

  it.each(['plain', 'scram-sha-256', 'scram-sha-512'])('signs in by %s over TLS', (mechanism) => {
    expect(kafkaSecurity(configOf({ KAFKA_TLS: 'true', KAFKA_SASL_MECHANISM: mechanism, ...login }))).toEqual({
      ssl: { minVersion: 'TLSv1.2' },
      sasl: { mechanism, username: 'estampa', password: 'secret' },
    });
  });

  const bearer = { KAFKA_TLS: 'true', KAFKA_SASL_MECHANISM: 'oauthbearer' };
  const file = { KAFKA_SASL_TOKEN_FILE: 'token' };
  const region = { KAFKA_SASL_AWS_REGION: 'eu-central-1' };
  const server = { KAFKA_SASL_TOKEN_URL: 'https://sso.example/token' };

  it.each([
    { ...bearer, ...file },
    { ...bearer, ...server, ...login },
    { ...bearer, ...region },
  ])('signs in by a token: %j', (env) => {
    expect(kafkaSecurity(configOf(env)).sasl).toEqual({
      mechanism: 'oauthbearer',
      token: expect.any(Function) as unknown,
    });
  });

  it.each([
    [bearer, 'needs one of KAFKA_SASL_TOKEN_FILE, KAFKA_SASL_TOKEN_URL and KAFKA_SASL_AWS_REGION'],
    [{ ...bearer, ...file, ...server }, 'needs one of'],
    [{ ...bearer, ...file, ...region }, 'needs one of'],
    [{ ...bearer, ...file, ...login }, 'take no KAFKA_SASL_USERNAME'],
    [{ ...bearer, ...region, ...login }, 'take no KAFKA_SASL_USERNAME'],
    [{ ...bearer, ...file, KAFKA_SASL_USERNAME: 'estampa' }, 'take no KAFKA_SASL_USERNAME'],
    [{ ...bearer, ...server }, 'needs KAFKA_SASL_USERNAME'],
    [{ ...bearer, ...server, KAFKA_SASL_USERNAME: 'estampa' }, 'needs KAFKA_SASL_USERNAME'],
    [{ KAFKA_SASL_PASSWORD: 'secret' }, 'need KAFKA_SASL_MECHANISM'],
    [{ ...bearer, ...file, KAFKA_TLS: 'false' }, 'sends the token as it is'],
    [{ KAFKA_SASL_MECHANISM: 'scram-sha-512', ...login, ...file }, 'need KAFKA_SASL_MECHANISM=oauthbearer'],
    [{ KAFKA_SASL_MECHANISM: 'scram-sha-512', ...login, ...region }, 'need KAFKA_SASL_MECHANISM=oauthbearer'],
    [{ ...bearer, KAFKA_SASL_AWS_REGION: 'eu-central-1.attacker.example/' }, 'must be a region of AWS'],
    [{ KAFKA_TLS_CA_FILE: 'ca.pem' }, 'KAFKA_TLS_*_FILE need KAFKA_TLS=true'],
    [{ KAFKA_TLS: 'true', KAFKA_TLS_CERT_FILE: 'c.pem' }, 'KAFKA_TLS_CERT_FILE and KAFKA_TLS_KEY_FILE go together'],
    [{ KAFKA_SASL_MECHANISM: 'scram-sha-512' }, 'needs KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD'],
    [login, 'need KAFKA_SASL_MECHANISM'],
    [{ KAFKA_SASL_MECHANISM: 'plain', ...login }, 'sends the password as it is'],
  ])('rejects %j', (env, problem) => {
    expect(() => kafkaSecurity(configOf(env as unknown as Record<string, string>))).toThrow(problem);
  });
});

describe('a token', () => {
  const bearer = { KAFKA_TLS: 'true', KAFKA_SASL_MECHANISM: 'oauthbearer' };
  const tokenOf = (env: Record<string, string>) => {
    const { sasl } = kafkaSecurity(configOf({ ...bearer, ...env }));
    return (sasl as unknown as { token: () => Promise<string> }).token();
  };
  afterEach(() => void vi.unstubAllGlobals());

  it('stands in the file that is named', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'kafka-token-'));
    writeFileSync(join(directory, 'token'), 'of the platform');

    expect(await tokenOf({ KAFKA_SASL_TOKEN_FILE: join(directory, 'token') })).toBe('of the platform');
    rmSync(directory, { recursive: true });
  });

  it('is requested of the server that is named, as who may have it', async () => {
    const requested: unknown[] = [];
    vi.stubGlobal('fetch', async (url: string, { headers, body }: RequestInit) => {
      requested.push(url, headers, await new Response(body).text());
      return Response.json({ access_token: 'of the server' });
    });
    const token = await tokenOf({
      KAFKA_SASL_TOKEN_URL: 'https://sso.example/token',
      KAFKA_SASL_USERNAME: 'estampa',
      KAFKA_SASL_PASSWORD: 'secret',
      KAFKA_SASL_TOKEN_SCOPE: 'kafka',
    });

    expect(token).toBe('of the server');
    expect(requested).toEqual([
      'https://sso.example/token',
      expect.objectContaining({ Authorization: `Basic ${Buffer.from('estampa:secret').toString('base64')}` }),
      'grant_type=client_credentials&scope=kafka',
    ]);
  });
});

describe('the files of TLS', () => {
  let directory: string;
  beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), 'kafka-tls-'))));
  afterEach(() => rmSync(directory, { recursive: true }));

  it('are read for each connection; one that is missing for a while counts as it was', () => {
    const [ca, cert, key] = ['ca', 'cert', 'key'].map((name) => join(directory, name));
    for (const file of [ca, cert, key]) writeFileSync(file!, `${file} 1`);
    const { ssl } = kafkaSecurity(
      configOf({ KAFKA_TLS: 'true', KAFKA_TLS_CA_FILE: ca!, KAFKA_TLS_CERT_FILE: cert!, KAFKA_TLS_KEY_FILE: key! }),
    );
    expect({ ...ssl }).toEqual({ minVersion: 'TLSv1.2', ca: `${ca} 1`, cert: `${cert} 1`, key: `${key} 1` });

    writeFileSync(ca!, 'renewed');
    rmSync(cert!);
    expect({ ...ssl }).toEqual({ minVersion: 'TLSv1.2', ca: 'renewed', cert: `${cert} 1`, key: `${key} 1` });
  });

  it('must be there at the start', () => {
    const file = join(directory, 'nowhere');

    expect(() => kafkaSecurity(configOf({ KAFKA_TLS: 'true', KAFKA_TLS_CA_FILE: file }))).toThrow('ENOENT');
  });
});
