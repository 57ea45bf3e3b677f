import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { toFailure } from '@estampa/kit/rpc/errors';
import { readConfig } from '../config.ts';
import { ObjectStore } from './object-store.ts';

const HOUR_MS = 3_600_000;
const FILE = { contentType: 'image/png', sizeBytes: 1 };
const options = {
  endpoint: 'http://127.0.0.1:9',
  region: 'sa-east-1',
  bucket: 'images',
  publicAcl: null,
  uploadUrl: 'http://gateway.example/storage',
};
const signed = async (store: ObjectStore) => new URL(await store.presignPut('key', FILE)).searchParams;

afterEach(() => vi.unstubAllEnvs());

describe('who storage is reached as', () => {
  it('is said by keys', async () => {
    using store = new ObjectStore({ ...options, keys: { accessKeyId: 'example-key', secretAccessKey: 'secret' } });
    const parameters = await signed(store);

    expect(parameters.get('X-Amz-Credential')).toMatch(/^example-key\/\d{8}\/sa-east-1\/s3\//);
    expect(parameters.has('X-Amz-Security-Token')).toBe(false);
  });

  it('is the identity of the pod without them, as an agent says', async () => {
    const tokens: unknown[] = [];
    const agent = createServer(({ headers }, response) => {
      tokens.push(headers.authorization);
      const Expiration = new Date(Date.now() + HOUR_MS).toISOString();
      const body = { AccessKeyId: 'example-role', SecretAccessKey: 'secret', Token: 'example-session', Expiration };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await once(agent, 'listening');
    const folder = mkdtempSync(join(tmpdir(), 'identity-'));
    writeFileSync(join(folder, 'token'), 'of the pod');
    vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', `http://127.0.0.1:${(agent.address() as AddressInfo).port}/`);
    vi.stubEnv('AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE', join(folder, 'token'));
    try {
      using store = new ObjectStore({ ...options, keys: null });
      const parameters = await signed(store);

      expect(parameters.get('X-Amz-Credential')).toMatch(/^example-role\//);
      expect(parameters.get('X-Amz-Security-Token')).toBe('example-session');
      expect(tokens).toEqual(['of the pod']);
    } finally {
      agent.close();
      rmSync(folder, { recursive: true });
    }
  });

  it.each([
    [{}, true],
    [{ S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }, true],
    [{ S3_ACCESS_KEY_ID: 'id' }, false],
    [{ S3_SECRET_ACCESS_KEY: 'secret' }, false],
  ])('needs both keys or none: %j', (keys, isGood) => {
    const problem = () => readConfig({ ...ENOUGH, ...keys });

    if (isGood) expect(problem()).toMatchObject(keys);
    else expect(problem).toThrow('S3_ACCESS_KEY_ID: goes together with S3_SECRET_ACCESS_KEY');
  });
});

const ENOUGH = {
  NODE_ENV: 'test',
  OPS_PORT: '0',
  GRPC_PORT: '0',
  KAFKA_BROKERS: 'kafka:9092',
  DATABASE_URL: 'postgres://media_render@postgres/media_render',
  S3_ENDPOINT: 'http://storage:9000',
  S3_REGION: 'sa-east-1',
  S3_BUCKET: 'images',
  UPLOAD_URL: 'http://gateway.example/storage',
};

describe('what callers get while storage', () => {
  const KEYS = { accessKeyId: 'example-key', secretAccessKey: 'secret' };
  const OUTAGE = 'a service behind did not answer';
  const failureAt = async (endpoint: string) => {
    using store = new ObjectStore({ ...options, endpoint, keys: KEYS });
    return toFailure(await store.check().catch((error: unknown) => error)).details;
  };

  it('cannot be reached: an outage', async () => {
    expect(await failureAt(options.endpoint)).toBe(OUTAGE);
  });

  it.each([
    [503, OUTAGE],
    [403, 'internal error'],
  ])('responds %i: %s', async (statusCode, failure) => {
    const server = createServer((_request, response) => response.writeHead(statusCode).end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      expect(await failureAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).toBe(failure);
    } finally {
      server.close();
    }
  });
});
