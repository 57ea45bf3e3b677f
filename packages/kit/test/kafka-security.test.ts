import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { kafkaConfig } from '../src/events/kafka/config.ts';
import { createKafka } from '../src/events/kafka/connect.ts';
import { createLog } from '../src/telemetry/log.ts';
import { startKafka } from '@estampa/stack/infrastructure/kafka';
import { freePort } from '@estampa/stack/ports';
import { currentTestRun } from '@estampa/testing/test-run';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const BOOT_MS = 120_000;
const USER = 'estampa';
const PASSWORD = randomBytes(12).toString('hex');
const JAAS = 'org.apache.kafka.common.security.plain.PlainLoginModule';

let directory: string;
let certificate: string;
let brokers: string;
const resources = new AsyncDisposableStack();

/** A broker that is reached by TLS alone, and only by whom it knows. */
beforeAll(async () => {
  const run = currentTestRun();
  mkdirSync(run.directory, { recursive: true });
  directory = mkdtempSync(join(run.directory, 'secure-'));
  resources.defer(() => rmSync(directory, { recursive: true }));
  const keystore = await makeCertificate();
  const secure = {
    port: await freePort(),
    protocol: 'SASL_SSL' as const,
    settings: {
      'ssl.keystore.type': 'PKCS12',
      'ssl.keystore.location': keystore,
      'ssl.keystore.password': PASSWORD,
      'sasl.enabled.mechanisms': 'PLAIN',
      'plain.sasl.jaas.config': `${JAAS} required user_${USER}="${PASSWORD}";`,
    },
  };
  const { server } = await startKafka({ directory, port: await freePort(), secure });
  resources.defer(() => server?.stop());
  brokers = `127.0.0.1:${secure.port}`;
}, BOOT_MS);

afterAll(() => resources.disposeAsync());

describe.each(['kafkajs', 'platformatic'])('by %s', (driver) => {
  it('is reached by TLS and SASL', async () => {
    expect(await topicsSeenBy({ KAFKA_DRIVER: driver })).toEqual([]);
  });

  it('rejects a wrong password', async () => {
    const wrong = { KAFKA_DRIVER: driver, KAFKA_SASL_PASSWORD: 'wrong' };
    await expect(topicsSeenBy(wrong)).rejects.toThrow(/authentication/i);
  });

  it('is not trusted with a certificate of unknown origin', async () => {
    const strange = { KAFKA_DRIVER: driver, KAFKA_TLS_CA_FILE: undefined };
    await expect(topicsSeenBy(strange)).rejects.toThrow(/self-signed|certificate/i);
  });
});

async function topicsSeenBy(changes: Record<string, string | undefined>): Promise<string[]> {
  const env = {
    KAFKA_BROKERS: brokers,
    KAFKA_TLS: 'true',
    KAFKA_TLS_CA_FILE: certificate,
    KAFKA_SASL_MECHANISM: 'plain',
    KAFKA_SASL_USERNAME: USER,
    KAFKA_SASL_PASSWORD: PASSWORD,
    ...changes,
  };
  const kafka = await createKafka('kit-test', z.object(kafkaConfig).parse(env), createLog('kit-test', 'silent'));
  await using admin = await kafka.admin();
  return await admin.listTopics();
}

/** Java, which runs Kafka, brings the tool. */
async function makeCertificate(): Promise<string> {
  const keystore = join(directory, 'broker.p12');
  certificate = join(directory, 'broker.pem');
  const store = ['-keystore', keystore, '-storetype', 'PKCS12', '-storepass', PASSWORD, '-alias', 'broker'];
  const subject = ['-dname', 'CN=127.0.0.1', '-ext', 'san=ip:127.0.0.1', '-validity', '2'];
  const keytool = promisify(execFile);
  await keytool('keytool', ['-genkeypair', ...store, '-keyalg', 'EC', ...subject]);
  await keytool('keytool', ['-exportcert', '-rfc', ...store, '-file', certificate]);
  return keystore;
}
