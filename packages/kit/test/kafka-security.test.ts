import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import kafkajs from 'kafkajs';
import { kafkaConfig } from '../src/events/kafka/config.ts';
import type { KafkaClient } from '../src/events/kafka/client.ts';
import { createKafka } from '../src/events/kafka/connect.ts';
import { createLog } from '../src/telemetry/log.ts';
import { createAuthority } from './certificates.ts';
import { grantAll, users } from './kafka-users.ts';
import { newId } from '@estampa/kernel/ids';
import { SERVICE_NAMES, TOPIC_OWNERS, TOPICS } from '@estampa/kernel/topics';
import { startKafka } from '@estampa/stack/infrastructure/kafka';
import { createTopics } from '@estampa/stack/infrastructure/topics';
import { freePort } from '@estampa/stack/ports';
import { eventually } from '@estampa/testing/eventually';
import { currentTestRun } from '@estampa/testing/test-run';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const BOOT_MS = 120_000;
const USER = 'estampa';
const PASSWORD = randomBytes(12).toString('hex');
const JAAS = 'org.apache.kafka.common.security.plain.PlainLoginModule';

const BEARER = 'org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule';
const TOKEN_SECONDS = 3_600;

let directory: string;
let certificate: string;
let brokers: string;
/** A listener without TLS, where every client may do everything. */
let openBrokers: string;
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
      'sasl.enabled.mechanisms': 'PLAIN,OAUTHBEARER',
      // Kafka's own, for trials: it accepts unsigned tokens.
      'oauthbearer.sasl.jaas.config': `${BEARER} required unsecuredLoginStringClaim_sub="broker";`,
      'plain.sasl.jaas.config': `${JAAS} required ${[USER, ...users.keys()].map((name) => `user_${name}="${PASSWORD}"`).join(' ')};`,
    },
  };
  const settings = {
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'super.users': `User:ANONYMOUS;User:${USER}`,
  };
  const { server, address } = await startKafka({ directory, port: await freePort(), secure, settings });
  resources.defer(() => server?.stop());
  openBrokers = address.brokers;
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

  it('reads who signs the brokers when it connects, not when it is made', async () => {
    const ca = fileOf(driver, 'ca.pem');
    using authority = createAuthority();
    copyFileSync(authority.issue('other').GRPC_TLS_CA, ca);
    const kafka = await clientOf({ KAFKA_DRIVER: driver, KAFKA_TLS_CA_FILE: ca });
    copyFileSync(certificate, ca);

    expect(await topicsOf(kafka)).toEqual([]);
  });

  it('signs in by the token that the file has when it connects', async () => {
    const file = fileOf(driver, 'token');
    writeFileSync(file, `${tokenOf(USER)}\n`);
    const kafka = await clientOf({ ...byToken, KAFKA_DRIVER: driver, KAFKA_SASL_TOKEN_FILE: file });

    expect(await topicsOf(kafka)).toEqual([]);
    writeFileSync(file, 'no token');
    await expect(topicsOf(kafka)).rejects.toThrow(/authentication/i);
    writeFileSync(file, tokenOf(USER));
    expect(await topicsOf(kafka)).toEqual([]);
  });

  it('signs in by a token of an authorization server, which is requested once while the token lives', async () => {
    const requests: unknown[] = [];
    const server = createServer(async ({ headers }, response) => {
      requests.push(headers.authorization);
      const body = { access_token: tokenOf(USER), token_type: 'Bearer', expires_in: TOKEN_SECONDS };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
    const client = { KAFKA_SASL_USERNAME: 'example client', KAFKA_SASL_PASSWORD: 'secret', KAFKA_SASL_TOKEN_URL: url };
    const kafka = await clientOf({ ...byToken, ...client, KAFKA_DRIVER: driver });

    expect([await topicsOf(kafka), await topicsOf(kafka)]).toEqual([[], []]);
    expect(requests).toEqual([`Basic ${Buffer.from('example%20client:secret').toString('base64')}`]);
    server.close();
  });
});

describe('access lists of production', () => {
  const clientAs = (service: string) => clientOf({ KAFKA_SASL_USERNAME: userOf(service) });
  const topicsOfRules = (service: string, operation: string) =>
    users
      .get(userOf(service))!
      .filter(({ resource, operations }) => resource.type === 'topic' && operations.includes(operation))
      .map(({ resource }) => resource.name);
  const record = (topic: string) => ({ topic, key: newId(), value: '{}', headers: {} });

  beforeAll(async () => {
    await createTopics(openBrokers, TOPICS, { prefix: '', partitions: 1 });
    await grantAll(openBrokers);
  }, BOOT_MS);

  it.each(SERVICE_NAMES)(
    'show %s the topics that it writes or consumes, and let it write its own alone',
    async (service) => {
      const kafka = await clientAs(service);
      const own = TOPICS.filter((topic) => TOPIC_OWNERS[topic] === service);
      // The broker applies access lists a moment after it has confirmed them.
      await using fenced = await eventually(() => kafka.fencedProducer(`${service}-outbox`));

      expect((await topicsOf(kafka)).toSorted()).toEqual(topicsOfRules(service, 'Describe').toSorted());
      await fenced.send(own.map(record));
      for (const topic of TOPICS.filter((one) => !own.includes(one))) {
        await using producer = await kafka.producer();
        await expect(producer.send([record(topic)])).rejects.toThrow(/not authorized/i);
      }
    },
  );

  it('let a service read by its own group what it consumes, and neither its own topic, nor by the group of another', async () => {
    const [consumed] = topicsOfRules('payouts', 'Read');
    const [others] = topicsOfRules('storefront', 'Read');

    // A coordinator that is loading its groups rejects the first request.
    await eventually(async () => expect(await outcomeOf('payouts', 'payouts', consumed!)).toBe('read'));
    expect(await outcomeOf('payouts', 'payouts', 'payouts.v1')).toMatch(/not authorized/i);
    await eventually(async () => expect(await outcomeOf('storefront', 'storefront', others!)).toBe('read'));
    // What kafkajs makes of a group that it may not use.
    expect(await outcomeOf('payouts', 'storefront', consumed!)).toBe('Failed to find group coordinator');
  });
});

/** What comes of consuming a topic from its beginning: `read`, or the first error. A service's own client tries again after any. */
async function outcomeOf(service: string, groupId: string, topic: string): Promise<string> {
  const sasl = { mechanism: 'plain' as const, username: userOf(service), password: PASSWORD };
  const ssl = { ca: [readFileSync(certificate, 'utf8')] };
  const kafka = new kafkajs.Kafka({
    brokers: [brokers],
    ssl,
    sasl,
    logLevel: kafkajs.logLevel.NOTHING,
  });
  const consumer = kafka.consumer({
    groupId,
    maxWaitTimeInMs: 100,
    retry: { restartOnFailure: async () => false },
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  consumer.on('consumer.crash', ({ payload }) => resolve(payload.error.message));
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await consumer.run({ eachMessage: async () => resolve('read') });
    return await promise;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await consumer.disconnect();
  }
}

const userOf = (service: string) => `estampa-kafka-user-${service}`;
const fileOf = (driver: string, name: string) => join(directory, `${driver}.${name}`);
const byToken = { KAFKA_SASL_MECHANISM: 'oauthbearer', KAFKA_SASL_USERNAME: undefined, KAFKA_SASL_PASSWORD: undefined };

function tokenOf(subject: string): string {
  const seconds = Math.floor(Date.now() / 1_000);
  const parts = [{ alg: 'none' }, { sub: subject, iat: seconds, exp: seconds + TOKEN_SECONDS }];
  return `${parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;
}

async function topicsSeenBy(changes: Record<string, string | undefined>): Promise<string[]> {
  return topicsOf(await clientOf(changes));
}

async function topicsOf(kafka: KafkaClient): Promise<string[]> {
  await using admin = await kafka.admin();
  return await admin.listTopics();
}

function clientOf(changes: Record<string, string | undefined>): Promise<KafkaClient> {
  const env = {
    KAFKA_BROKERS: brokers,
    KAFKA_TLS: 'true',
    KAFKA_TLS_CA_FILE: certificate,
    KAFKA_SASL_MECHANISM: 'plain',
    KAFKA_SASL_USERNAME: USER,
    KAFKA_SASL_PASSWORD: PASSWORD,
    ...changes,
  };
  return createKafka('kit-test', z.object(kafkaConfig).parse(env), createLog('kit-test', 'silent'));
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
