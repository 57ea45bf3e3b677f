import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOST, freePort } from '../ports.ts';
import { startRestartable } from '../processes/restartable.ts';
import { fetchKafka } from './jars.ts';
import { archiveClasses, archivedClasses, formatDirectory, NODE_ID } from './kafka-files.ts';
import { startAndWait, type ServerOptions, type Started } from './server.ts';
import { withAdmin } from './topics.ts';

export interface KafkaAddress {
  readonly brokers: string;
}

const START_DEADLINE_MS = 60_000;
const ARCHIVE_DEADLINE_MS = 60_000;
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
  /** Of its JVM, in place of those that read the archive of classes; with them it may take long to end. */
  readonly flags?: readonly string[];
};

export async function startKafka({
  directory,
  port,
  secure,
  settings = {},
  flags,
}: KafkaOptions): Promise<Started<KafkaAddress>> {
  const jars = await fetchKafka();
  const dataDirectory = join(directory, 'kafka');
  mkdirSync(dataDirectory, { recursive: true });
  const configFile = join(directory, 'kafka.properties');
  writeFileSync(
    configFile,
    toProperties({ ...usualSettings(dataDirectory, port, await freePort(), secure), ...settings }),
  );
  if (!existsSync(join(dataDirectory, 'meta.properties'))) await formatDirectory(jars, configFile, dataDirectory);

  const args = [...JVM_FLAGS, ...(flags ?? archivedClasses(jars)), '-cp', join(jars, '*'), 'kafka.Kafka', configFile];
  const grace = flags && { graceMs: ARCHIVE_DEADLINE_MS };
  const spec = { name: 'kafka', command: 'java', args, env: process.env, directory, ...grace };
  const brokers = `${HOST}:${port}`;
  const responses = () => withAdmin(brokers, async (admin) => Array.isArray(await admin.listTopics()));
  const start = () => startAndWait(spec, { label: 'Kafka', responses, deadlineMs: START_DEADLINE_MS });
  return { address: { brokers }, server: await startRestartable('Kafka', start) };
}

/** Spares all brokers that start later some of their start; costs as much as one that starts and stops. */
export async function prepareKafka(directory: string): Promise<void> {
  await archiveClasses(await fetchKafka(), async (flags) => {
    const { server } = await startKafka({ directory, port: await freePort(), flags });
    const begun = Date.now();
    await server?.stop();
    return Date.now() - begun < ARCHIVE_DEADLINE_MS;
  });
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
    'node.id': NODE_ID,
    'controller.quorum.voters': `${NODE_ID}@${HOST}:${controllerPort}`,
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
