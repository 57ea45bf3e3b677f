import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Addresses, Infrastructure } from '@estampa/stack/infrastructure/infrastructure';
import { REUSED_TEST_SERVERS, LOCAL } from '@estampa/stack/paths';
import { writePrivateFile } from '@estampa/stack/private-file';
import { processIdentity } from '@estampa/stack/processes/process-table';
import type { Secrets } from '@estampa/stack/secrets';

export interface Reused {
  readonly infrastructure: Addresses;
  readonly secrets: Secrets;
  readonly identities: readonly { pid: number; identity: string | undefined }[];
}

export const TESTS = join(LOCAL, 'test');
export const REUSED = REUSED_TEST_SERVERS;
const FILE = join(REUSED, 'infrastructure.json');

/** Servers that an earlier run left for the next ones (ESTAMPA_TEST_KEEP=true), when they still live. */
export function findReused(): Reused | undefined {
  if (!existsSync(FILE)) return undefined;
  const reused = JSON.parse(readFileSync(FILE, 'utf8')) as Reused;
  const isAlive = reused.identities.every(({ pid, identity }) => processIdentity(pid) === identity);
  return isAlive ? reused : undefined;
}

export function store({ servers, ...infrastructure }: Infrastructure, secrets: Secrets): void {
  const started = Object.values(servers);
  for (const server of started) server.release();
  const identities = started.map(({ pid }) => ({ pid, identity: processIdentity(pid) }));
  writePrivateFile(FILE, JSON.stringify({ infrastructure, secrets, identities } satisfies Reused));
}
