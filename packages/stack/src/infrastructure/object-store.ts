import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { S3Client } from '@aws-sdk/client-s3';
import { HOST } from '../ports.ts';
import { startRestartable } from '../processes/restartable.ts';
import { fetchS3Proxy } from './jars.ts';
import { respondsToHttp, startAndWait, type ServerOptions, type Started } from './server.ts';

export interface ObjectStoreKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface ObjectStoreAddress extends ObjectStoreKeys {
  readonly endpoint: string;
  readonly region: string;
}

const START_DEADLINE_MS = 30_000;
export const REGION = 'us-east-1';
/** With both compilers: the quick one knows none of the processor's instructions for digests, of which every upload takes several. */
const JVM_FLAGS = ['-Xmx256m', '-XX:+UseSerialGC'];

/** S3Proxy over a directory: the S3 protocol with signatures really checked. */
export async function startObjectStore(options: ServerOptions & ObjectStoreKeys): Promise<Started<ObjectStoreAddress>> {
  const { directory, port, accessKeyId, secretAccessKey } = options;
  const endpoint = `http://${HOST}:${port}`;
  const dataDirectory = join(directory, 's3');
  mkdirSync(dataDirectory, { recursive: true });
  const configFile = join(directory, 's3proxy.conf');
  writeFileSync(configFile, configuration(endpoint, dataDirectory, options), { mode: 0o600 });

  const args = [...JVM_FLAGS, '-jar', await fetchS3Proxy(), '--properties', configFile];
  const spec = { name: 's3', command: 'java', args, env: process.env, directory };
  const responses = () => respondsToHttp(endpoint);
  const start = () => startAndWait(spec, { label: 'S3 storage', responses, deadlineMs: START_DEADLINE_MS });
  const server = await startRestartable('S3 storage', start);
  return { address: { endpoint, region: REGION, accessKeyId, secretAccessKey }, server };
}

/** The bucket may exist already. */
export async function createBucket(store: ObjectStoreAddress, bucket: string): Promise<void> {
  // The largest of all libraries: only who makes a bucket loads it.
  const { CreateBucketCommand } = await import('@aws-sdk/client-s3');
  const client = await connectObjectStore(store);
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
  } catch (error) {
    if (!['BucketAlreadyExists', 'BucketAlreadyOwnedByYou'].includes((error as Error).name)) throw error;
  } finally {
    client.destroy();
  }
}

export async function connectObjectStore(store: ObjectStoreAddress): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  const { endpoint, region, accessKeyId, secretAccessKey } = store;
  return new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } });
}

function configuration(
  endpoint: string,
  dataDirectory: string,
  { accessKeyId, secretAccessKey }: ObjectStoreKeys,
): string {
  const settings = {
    's3proxy.endpoint': endpoint,
    's3proxy.authorization': 'aws-v2-or-v4',
    's3proxy.identity': accessKeyId,
    's3proxy.credential': secretAccessKey,
    's3proxy.cors-allow-origins': '.*',
    's3proxy.cors-allow-methods': 'GET HEAD PUT',
    's3proxy.cors-allow-headers': '*',
    'jclouds.provider': 'filesystem-nio2',
    'jclouds.filesystem.basedir': dataDirectory,
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
