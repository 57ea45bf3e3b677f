import { join } from 'node:path';
import { SERVICE_NAMES } from '@estampa/kernel/topics';
import type { Infrastructure } from '@estampa/stack/infrastructure/infrastructure';
import { choosePorts, type Marketplace, migrate, startMarketplace } from '@estampa/stack/marketplace';
import { HOST } from '@estampa/stack/ports';
import type { Secrets } from '@estampa/stack/secrets';
import { addressVariable, PROCESS_NAMES, sandboxUrl, type Surroundings } from '@estampa/stack/topology';

const PARTITIONS = 3;
/** As operators run it: elsewhere a gateway rejects the fields that only the other version declares. */
const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_TLS: 'disable',
  GRPC_TLS: 'off',
  RATE_LIMITS: 'off',
  CHECKOUT_CLIENT_AMOUNTS: 'on',
};
const CHEAP_HASHES = { IDENTITY_ARGON2_MEMORY_KIB: '1024', IDENTITY_ARGON2_PASSES: '1' };
/** No release has a sandbox: both versions use the one of this checkout. */
const RELEASED = PROCESS_NAMES.filter((name) => name !== 'sandbox');

type Ports = Surroundings['ports'];

export type Versions = {
  startOld(): Promise<Marketplace>;
  /** What a release does before anything of it starts. */
  migrate(): Promise<void>;
  startNew(): Promise<Marketplace>;
};

/** Both versions, on the same databases, topics, bucket and sandbox; each process calls the replicas of either version. */
export async function versionsOn(
  directory: string,
  infrastructure: Infrastructure,
  secrets: Secrets,
  checkout: string,
): Promise<Versions> {
  const oldPorts = await choosePorts('free');
  const newPorts: Ports = { ...(await choosePorts('free')), sandbox: oldPorts.sandbox };
  const peers = Object.fromEntries(
    SERVICE_NAMES.map((name) => [
      addressVariable(name),
      [oldPorts, newPorts].map((ports) => `${HOST}:${ports[name].port}`).join(','),
    ]),
  );
  const shared = {
    infrastructure,
    secrets,
    partitions: PARTITIONS,
    environment: {
      all: { ...PRODUCTION, ...peers },
      sandbox: { NODE_ENV: 'development', PUBLIC_URL: sandboxUrl({ ports: oldPorts }) },
      identity: CHEAP_HASHES,
    },
  };
  let surroundings: Surroundings | undefined;
  return {
    async startOld() {
      const old = await startMarketplace({ ...shared, directory: join(directory, 'old'), ports: oldPorts, checkout });
      ({ surroundings } = old);
      return old;
    },
    async migrate() {
      const { checkout: _release, ...ours } = surroundings!;
      await Promise.all(SERVICE_NAMES.map((name) => migrate(name, ours, PRODUCTION)));
    },
    startNew: () => startMarketplace({ ...shared, directory: join(directory, 'new'), ports: newPorts, only: RELEASED }),
  };
}
