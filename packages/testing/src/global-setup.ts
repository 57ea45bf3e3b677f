import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Infrastructure, startInfrastructure } from '@estampa/stack/infrastructure/infrastructure';
import { prepareKafka } from '@estampa/stack/infrastructure/kafka';
import { bundleLibraries } from '@estampa/stack/processes/bundled-libraries';
import { bundlePrograms } from '@estampa/stack/processes/bundled-programs';
import { fillCompileCache } from '@estampa/stack/processes/compile-cache';
import { isAlive, processIdentity } from '@estampa/stack/processes/process-table';
import { stopLeftovers } from '@estampa/stack/processes/leftovers';
import { makeSecrets, type Secrets } from '@estampa/stack/secrets';
import { readFileSync } from 'node:fs';
import { findReused, store, REUSED, TESTS } from './reused-infrastructure.ts';
import { publishTestRun, type TestRun } from './test-run.ts';
import { endTestRun, endOnSignal, onEnd } from './test-run-end.ts';

const OWNER = 'owner.json';
const DISCARDED = 'discarded-';
/**
 * Test databases are temporary, so commits do not wait for the disk; what a killed process has committed still
 * survives. Autovacuum visits each of the hundreds of databases once in its naptime, and none lives long enough to need
 * it. Passwords are random and short-lived, so thousands of connections can skip key stretching.
 */
const DATABASE_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum_naptime: '10min',
  scram_iterations: '1',
};
/**
 * This broker is never killed, so its failure need not be detected soon, while a busy machine may delay its heartbeats
 * by more than the default of 1.5 s. Nor does it need a heartbeat three times a second, an empty metadata record
 * twice a second, and a note of each of its thousand partitions every few seconds, which are most of its work at rest.
 */
const KAFKA_SETTINGS = {
  'broker.session.timeout.ms': '15000',
  'broker.heartbeat.interval.ms': '2000',
  'metadata.max.idle.interval.ms': '0',
  'replica.high.watermark.checkpoint.interval.ms': '600000',
  'log.cleaner.backoff.ms': '600000',
};

/** Brings up PostgreSQL, Kafka, S3 and mail once for all test files, on free ports; returns what ends them. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await clearCrashedRuns();
  const directory = join(TESTS, `run-${process.pid}`);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, OWNER), JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) }));

  onEnd(() => stopRun(directory).then(() => discard(directory)));
  endOnSignal(process);
  const servers = await findOrStart(directory);
  publishTestRun({ directory, ...servers });
  return endTestRun;
}

async function findOrStart(directory: string): Promise<Omit<TestRun, 'directory'>> {
  const reused = findReused();
  if (reused) {
    await bundleLibraries();
    return { ...reused, isDisposable: false };
  }

  const secrets = makeSecrets();
  if (process.env.ESTAMPA_TEST_KEEP === 'true') {
    await clearRun(REUSED);
    const [infrastructure] = await Promise.all([
      startServers(REUSED, secrets),
      bundleLibraries().then(() => fillCompileCache('processes')),
    ]);
    store(infrastructure, secrets);
    return { infrastructure, secrets, isDisposable: false };
  }
  const [infrastructure, programs] = await Promise.all([
    startServers(directory, secrets),
    bundleLibraries().then(bundlePrograms),
  ]);
  onEnd(() => infrastructure.stop());
  prepareBrokers(join(directory, 'prepared'));
  const { postgres, kafka } = infrastructure.servers;
  return { infrastructure, secrets, programs, isDisposable: postgres !== undefined && kafka !== undefined };
}

/** Brokers of tests that need one of their own start sooner, from their second run on at the latest. */
function prepareBrokers(directory: string): void {
  mkdirSync(directory, { recursive: true });
  const prepared = prepareKafka(directory).catch((error: Error) => console.error(error.message));
  onEnd(() => prepared);
}

const startServers = (directory: string, secrets: Secrets): Promise<Infrastructure> =>
  startInfrastructure({
    directory,
    secrets,
    ports: 'free',
    postgresSettings: DATABASE_SETTINGS,
    kafkaSettings: KAFKA_SETTINGS,
  });

/** A run that was killed could not clean up; its owner's death is the sign. */
async function clearCrashedRuns(): Promise<void> {
  mkdirSync(TESTS, { recursive: true });
  const found = readdirSync(TESTS);
  for (const name of found) if (name.startsWith(DISCARDED)) deleteDetached(join(TESTS, name));
  const runs = found.filter((name) => name.startsWith('run-'));
  await Promise.all(runs.filter((name) => !hasOwner(join(TESTS, name))).map((name) => clearRun(join(TESTS, name))));
}

function hasOwner(directory: string): boolean {
  try {
    const owner = JSON.parse(readFileSync(join(directory, OWNER), 'utf8')) as { pid: number; identity: string };
    return isAlive(owner.pid, owner.identity);
  } catch {
    return false;
  }
}

async function clearRun(directory: string): Promise<void> {
  await stopRun(directory);
  rmSync(directory, { recursive: true, force: true });
}

async function stopRun(directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true });
  const inside = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  await Promise.all(inside.map(({ name }) => stopLeftovers(join(directory, name))));
  await stopLeftovers(directory);
}

/** The files of a hundred databases take seconds to delete, which nobody has to wait for. */
function discard(directory: string): void {
  const discarded = join(TESTS, `${DISCARDED}${basename(directory)}`);
  renameSync(directory, discarded);
  deleteDetached(discarded);
}

const deleteDetached = (directory: string): void =>
  spawn('rm', ['-rf', directory], { detached: true, stdio: 'ignore' }).unref();
