import { readFileSync, rmSync } from 'node:fs';
import { SERVICE_NAMES, type ServiceName } from '@estampa/kernel/topics';
import type { Infrastructure } from './infrastructure/infrastructure.ts';
import type { Marketplace } from './marketplace.ts';
import { STACK_FILE } from './paths.ts';
import { HOST } from './ports.ts';
import { writePrivateFile } from './private-file.ts';
import { environmentOf } from './processes/node-process.ts';
import { isAlive, processIdentity } from './processes/process-table.ts';
import { ADMIN, REBUILDABLE } from './topology.ts';

export interface Login {
  readonly role: string;
  readonly email: string;
  readonly password: string;
}

/** `.local/stack.json`: all that a tool needs to know about the running stack. */
export interface StackFile {
  /** The start command; its identity distinguishes it from a later process with the same id. */
  readonly pid: number;
  readonly identity: string | undefined;
  readonly gatewayUrl: string;
  readonly sandboxUrl: string;
  readonly mailUrl: string | undefined;
  readonly smtpUrl: string;
  readonly postgresUrl: string;
  readonly kafkaBrokers: string;
  readonly s3: { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string };
  readonly services: Readonly<Record<ServiceName, ServiceEntry>>;
  readonly pids: Readonly<Record<string, number>>;
  readonly opsUrls: Readonly<Record<string, string>>;
  readonly logins: readonly Login[];
  /** Environments for commands that run next to the services, where they have any. */
  readonly environments: Readonly<Partial<Record<ServiceName, Record<string, string>>>>;
}

export interface ServiceEntry {
  readonly address: string;
  readonly databaseUrl: string;
}

export function describeStack(marketplace: Marketplace, infrastructure: Infrastructure): StackFile {
  const { bucket, databaseUrls, ports } = marketplace.surroundings;
  const { postgres, kafka, objectStore, mail, servers } = infrastructure;
  const processes = Object.values(marketplace.processes);
  const { endpoint, region, accessKeyId, secretAccessKey } = objectStore;
  return {
    pid: process.pid,
    identity: processIdentity(process.pid),
    gatewayUrl: marketplace.gatewayUrl,
    sandboxUrl: marketplace.sandboxUrl,
    mailUrl: mail.webUrl,
    smtpUrl: mail.smtpUrl,
    postgresUrl: postgres.url,
    kafkaBrokers: kafka.brokers,
    s3: { endpoint, region, bucket, accessKeyId, secretAccessKey },
    services: Object.fromEntries(
      SERVICE_NAMES.map((name) => [
        name,
        { address: marketplace.address(name), databaseUrl: databaseUrls[name] ?? '' },
      ]),
    ) as StackFile['services'],
    pids: {
      ...Object.fromEntries(
        Object.entries(servers).map(([name, { pid }]) => [name === 'objectStore' ? 's3' : name, pid]),
      ),
      ...Object.fromEntries(processes.map(({ name, pid }) => [name, pid])),
    },
    opsUrls: Object.fromEntries(processes.map(({ name }) => [name, `http://${HOST}:${ports[name].opsPort}`])),
    logins: [{ role: 'admin', ...ADMIN }],
    environments: Object.fromEntries(REBUILDABLE.map((name) => [name, environmentOf(name, marketplace.surroundings)])),
  };
}

export function writeStackFile(stack: StackFile): void {
  writePrivateFile(STACK_FILE, JSON.stringify(stack, null, 2));
}

export function removeStackFile(): void {
  rmSync(STACK_FILE, { force: true });
}

/** The stack that runs from this checkout, if one does. */
export function findRunningStack(): StackFile | undefined {
  try {
    const stack = JSON.parse(readFileSync(STACK_FILE, 'utf8')) as StackFile;
    return stack.identity !== undefined && isAlive(stack.pid, stack.identity) ? stack : undefined;
  } catch {
    return undefined;
  }
}
