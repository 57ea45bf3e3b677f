import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HOST, freePort } from '../ports.ts';
import { startRestartable } from '../processes/restartable.ts';
import { fetchKafka } from './jars.ts';
import { startAndWait, type ServerOptions, type Started } from './server.ts';
import { withAdmin } from './topics.ts';

export interface KafkaAddress {
  readonly brokers: string;
}

const START_DEADLINE_MS = 60_000;
const JVM_FLAGS = [
  '-Xms128m',
  '-Xmx256m',
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
];

/** A second listener, with TLS. */
export interface SecureListener {
  readonly port: number;
  readonly protocol: 'SSL' | 'SASL_SSL';
  /** Of this listener alone, without its `listener.name.` prefix. */
  readonly settings: Readonly<Record<string, string>>;
}

export type KafkaOptions = ServerOptions & {
  readonly secure?: SecureListener;
  /** Beside or in place of those that every local broker has. */
  readonly settings?: Readonly<Record<string, string>>;
};

export async function startKafka({
  directory,
  port,
  secure,
  settings = {},
}: KafkaOptions): Promise<Started<KafkaAddress>> {
  const classpath = join(await fetchKafka(), '*');
  const dataDirectory = join(directory, 'kafka');
  mkdirSync(dataDirectory, { recursive: true });
  const configFile = join(directory, 'kafka.properties');
  writeFileSync(
    configFile,
    toProperties({ ...usualSettings(dataDirectory, port, await freePort(), secure), ...settings }),
  );
  if (!existsSync(join(dataDirectory, 'meta.properties'))) await format(classpath, configFile);

  const args = [...JVM_FLAGS, '-cp', classpath, 'kafka.Kafka', configFile];
  const spec = { name: 'kafka', command: 'java', args, env: process.env, directory };
  const brokers = `${HOST}:${port}`;
  const responses = () => withAdmin(brokers, async (admin) => Array.isArray(await admin.listTopics()));
  const start = () => startAndWait(spec, { label: 'Kafka', responses, deadlineMs: START_DEADLINE_MS });
  return { address: { brokers }, server: await startRestartable('Kafka', start) };
}

async function format(classpath: string, configFile: string): Promise<void> {
  const clusterId = randomBytes(16).toString('base64url');
  const args = [
    '-XX:TieredStopAtLevel=1',
    '-cp',
    classpath,
    'kafka.tools.StorageTool',
    'format',
    `--cluster-id=${clusterId}`,
    '-c',
    configFile,
  ];
  await promisify(execFile)('java', args);
}

/** One node that is broker and controller; the short session lets it start at once after a kill. */
function usualSettings(
  dataDirectory: string,
  port: number,
  controllerPort: number,
  secure?: SecureListener,
): Record<string, string | number> {
  const open = `PLAINTEXT://${HOST}:${port}${secure ? `,SECURE://${HOST}:${secure.port}` : ''}`;
  const protocols = `CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT${secure ? `,SECURE:${secure.protocol}` : ''}`;
  const locks = Object.entries(secure?.settings ?? {}).map(([name, value]) => [`listener.name.secure.${name}`, value]);
  return {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@${HOST}:${controllerPort}`,
    listeners: `${open},CONTROLLER://${HOST}:${controllerPort}`,
    'advertised.listeners': open,
    'inter.broker.listener.name': 'PLAINTEXT',
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': protocols,
    ...Object.fromEntries(locks),
    'log.dirs': dataDirectory,
    'auto.create.topics.enable': 'false',
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 4,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'transaction.state.log.num.partitions': 4,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    'log.cleaner.dedupe.buffer.size': 2_097_152,
    'broker.session.timeout.ms': 1_500,
    'broker.heartbeat.interval.ms': 300,
  };
}

function toProperties(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
