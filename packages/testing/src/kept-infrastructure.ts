import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Infrastructure } from '@estampa/stack/infrastructure/infrastructure';
import { LOCAL } from '@estampa/stack/paths';
import { processIdentity } from '@estampa/stack/processes/identity';
import type { Secrets } from '@estampa/stack/secrets';

export interface Kept {
  readonly infrastructure: Infrastructure;
  readonly secrets: Secrets;
  readonly identities: readonly { pid: number; identity: string | undefined }[];
}

export const TESTS = join(LOCAL, 'test');
export const KEPT = join(TESTS, 'kept');
const FILE = join(KEPT, 'infrastructure.json');

/** Servers that an earlier run left for the next ones (ESTAMPA_TEST_KEEP=true), when they still live. */
export function findKept(): Kept | undefined {
  if (!existsSync(FILE)) return undefined;
  const kept = JSON.parse(readFileSync(FILE, 'utf8')) as Kept;
  const isAlive = kept.identities.every(({ pid, identity }) => processIdentity(pid) === identity);
  return isAlive ? kept : undefined;
}

export function keep(infrastructure: Infrastructure, secrets: Secrets): void {
  const { postgres, kafka, objectStore, mail } = infrastructure;
  const servers = [postgres, kafka, objectStore, mail];
  for (const server of servers) server.release();
  const identities = servers.flatMap(({ pid }) => (pid === undefined ? [] : [{ pid, identity: processIdentity(pid) }]));
  writeFileSync(FILE, JSON.stringify({ infrastructure, secrets, identities } satisfies Kept), { mode: 0o600 });
}
