import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { HOST } from '../ports.ts';
import { startProcess } from '../processes/managed-process.ts';
import { GiveUp, waitFor } from '../wait.ts';
import { fetchS3Proxy } from './jars.ts';
import { given, serverOf, type Server, type ServerOptions } from './server.ts';

export interface ObjectStoreKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface ObjectStoreServer extends Server, ObjectStoreKeys {
  readonly endpoint: string;
  readonly region: string;
}

const START_DEADLINE_MS = 30_000;
const REGION = 'us-east-1';
const JVM_FLAGS = ['-Xmx256m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** S3Proxy over a directory: the S3 protocol with signatures really checked. */
export async function startObjectStore(options: ServerOptions & ObjectStoreKeys): Promise<ObjectStoreServer> {
  const existing = givenStore();
  if (existing) return existing;

  const { directory, port, accessKeyId, secretAccessKey } = options;
  const endpoint = `http://${HOST}:${port}`;
  const dataDirectory = join(directory, 's3');
  mkdirSync(dataDirectory, { recursive: true });
  const configFile = join(directory, 's3proxy.conf');
  writeFileSync(configFile, configuration(endpoint, dataDirectory, options), { mode: 0o600 });

  const args = [...JVM_FLAGS, '-jar', await fetchS3Proxy(), '--properties', configFile];
  const server = startProcess({ name: 's3', command: 'java', args, env: process.env, directory });
  const answers = async () => {
    if (!server.running()) throw new GiveUp(`S3Proxy ended: ${await server.exited}\n${server.log()}`);
    return (await fetch(endpoint)).status > 0;
  };
  await waitFor('S3Proxy', answers, { deadlineMs: START_DEADLINE_MS }).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  return { endpoint, region: REGION, accessKeyId, secretAccessKey, ...serverOf(server) };
}

/** The bucket may exist already. */
export async function createBucket(store: ObjectStoreServer, bucket: string): Promise<void> {
  const { endpoint, region, accessKeyId, secretAccessKey } = store;
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
  } catch (error) {
    if (!['BucketAlreadyExists', 'BucketAlreadyOwnedByYou'].includes((error as Error).name)) throw error;
  } finally {
    client.destroy();
  }
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

function givenStore(): ObjectStoreServer | undefined {
  const { ESTAMPA_S3_ENDPOINT: endpoint, ESTAMPA_S3_REGION: region = REGION } = process.env;
  const { ESTAMPA_S3_ACCESS_KEY_ID: accessKeyId, ESTAMPA_S3_SECRET_ACCESS_KEY: secretAccessKey } = process.env;
  if (!endpoint) return undefined;
  if (!accessKeyId || !secretAccessKey)
    throw new Error('ESTAMPA_S3_ENDPOINT needs ESTAMPA_S3_ACCESS_KEY_ID and ESTAMPA_S3_SECRET_ACCESS_KEY');
  return { ...given, endpoint, region, accessKeyId, secretAccessKey };
}
